import { pluralize } from '@daybook/booking/locale';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { Switch } from '../kit/field.tsx';
import { Heading } from '../kit/heading.tsx';
import { Icon } from '../kit/icon.tsx';
import { ListFoot } from '../kit/list-foot.tsx';
import { Empty, Problem, Skeleton } from '../kit/states.tsx';
import { useShortcut } from '../platform/commands.ts';
import { usePages } from '../platform/pages.ts';
import { start } from '../platform/start.ts';
import { words } from '../platform/words/words.ts';
import { useSession } from '../shell/session.ts';
import { TaskDialog } from './dialog.tsx';
import type { TaskSearch } from './search.rules.ts';
import { TaskList } from './task-list.tsx';

/** What the reader is to do, and what others are. */
export function TasksPage() {
  const { features } = useSession();
  return features.crm ? <Tasks /> : <NotEnabled />;
}

function Tasks() {
  const search = useSearch({ from: '/tasks' });
  const [isNew, setIsNew] = useState(false);
  useShortcut('n', words.tasks.create, () => setIsNew(true));
  return (
    <>
      <header className="bar">
        <Heading text={words.tasks.title} />
        <span className="grow" />
        <button type="button" className="btn main small" onClick={() => setIsNew(true)}>
          <Icon name="plus" />
          {words.tasks.create}
        </button>
      </header>
      <Tools search={search} />
      <div className="body">
        <section className="card" aria-label={words.tasks.title}>
          <Rows search={search} />
        </section>
      </div>
      {isNew && <TaskDialog onClose={() => setIsNew(false)} />}
    </>
  );
}

const groups = ['mine', 'everyone', 'unassigned'] as const;

function Tools({ search }: { readonly search: TaskSearch }) {
  const navigate = useNavigate({ from: '/tasks' });
  const go = (next: TaskSearch): void => void navigate({ to: '/tasks', search: next });
  const { whose = 'mine', done = false, overdue = false } = search;
  const kept = (chosen: string): Pick<TaskSearch, 'whose'> =>
    chosen === 'everyone' || chosen === 'unassigned' ? { whose: chosen } : {};
  return (
    <div className="tools">
      <div className="seg" role="group" aria-label={words.tasks.whose}>
        {groups.map((group) => (
          <button
            key={group}
            type="button"
            aria-pressed={whose === group}
            onClick={() => go({ ...kept(group), ...(done && { done }), ...(overdue && { overdue }) })}
          >
            {words.tasks[group]}
          </button>
        ))}
      </div>
      <span className="grow" />
      <Switch
        label={words.tasks.overdueOnly}
        isOn={overdue}
        onChange={(isOn) => go({ ...kept(whose), ...(isOn && { overdue: true }) })}
      />
      <Switch
        label={words.tasks.states.done}
        isOn={done}
        onChange={(isOn) => go({ ...kept(whose), ...(isOn && { done: true }) })}
      />
    </div>
  );
}

function Rows({ search: { whose, done, overdue } }: { readonly search: TaskSearch }) {
  const list = usePages('listTasks', {
    query: {
      count: 50,
      ...(whose === undefined && { mine: 'true' as const }),
      ...(whose === 'unassigned' && { owner: 'none' }),
      ...(done && { state: 'done' as const }),
      ...(overdue && { overdue: 'true' as const }),
    },
  });
  if (list.error && !list.items) return <Problem error={list.error} onRetry={() => void list.refetch()} />;
  if (!list.items) return <Skeleton rows={4} />;
  if (list.items.length === 0) return <Empty title={words.tasks.none} hint={words.tasks.noneHint} />;
  return (
    <>
      <TaskList label={words.tasks.title} tasks={list.items} isAlone />
      <ListFoot list={list} text={pluralize(start.words, words.tasks.count, list.total)} />
    </>
  );
}

function NotEnabled() {
  return (
    <>
      <header className="bar">
        <Heading text={words.tasks.title} />
      </header>
      <Empty title={words.records.off} hint={words.records.offHint} />
    </>
  );
}
