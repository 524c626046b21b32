import type { Input } from '@daybook/client';
import { useState, type ComponentProps } from 'react';
import { Button } from '../kit/button.tsx';
import { ListFoot } from '../kit/list-foot.tsx';
import { Problem } from '../kit/states.tsx';
import { usePages } from '../platform/pages.ts';
import { words } from '../platform/words/words.ts';
import { TaskDialog, type TaskSubject } from './dialog.tsx';
import type { Task } from './rules.ts';
import { TaskList } from './task-list.tsx';

interface RelatedTasksProps {
  readonly filter: NonNullable<Input<'listTasks'>['query']>;
  readonly about: TaskSubject;
  readonly whyNot?: string | undefined;
}

/** The tasks about a record or an event, and the way to a new one. */
export function RelatedTasks({ filter, about, whyNot }: RelatedTasksProps) {
  const [isNew, setIsNew] = useState(false);
  const open = usePages('listTasks', { query: { ...filter, count: 20 } });
  const done = usePages('listTasks', { query: { ...filter, state: 'done', count: 5 } });
  return (
    <div className="col gap3">
      {open.error && <Problem error={open.error} onRetry={() => void open.refetch()} />}
      {open.items?.length === 0 && <p className="muted">{words.tasks.none}</p>}
      <Part label={words.tasks.states.open} list={open} />
      <Part label={words.tasks.states.done} list={done} />
      <div className="row">
        <Button
          label={words.tasks.create}
          icon="plus"
          isSmall
          onClick={() => setIsNew(true)}
          {...(whyNot && { whyNot })}
        />
      </div>
      {isNew && <TaskDialog about={about} onClose={() => setIsNew(false)} />}
    </div>
  );
}

interface PartProps {
  readonly label: string;
  readonly list: ComponentProps<typeof ListFoot>['list'] & { readonly items: readonly Task[] | undefined };
}

function Part({ label, list }: PartProps) {
  if (!list.items || list.items.length === 0) return null;
  return (
    <div className="card">
      <TaskList label={label} tasks={list.items} />
      {list.hasNextPage && <ListFoot list={list} text="" />}
    </div>
  );
}
