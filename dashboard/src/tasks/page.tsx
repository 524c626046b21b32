import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { Switch } from '../kit/field.tsx';
import { Icon } from '../kit/icon.tsx';
import { ListCard } from '../kit/list-page.tsx';
import { PageBar } from '../kit/page-bar.tsx';
import { Empty } from '../kit/states.tsx';
import { useShortcut } from '../platform/commands.ts';
import type { Prefetch } from '../platform/lazy-page.ts';
import { prefetchPages, usePages } from '../platform/pages.ts';
import { words } from '../platform/words/words.ts';
import { useSession } from '../shell/session.ts';
import { TaskDialog } from './dialog.tsx';
import { parseTaskSearch, type TaskSearch } from './search.rules.ts';
import { TaskList } from './task-list.tsx';

/** What the reader is to do, and what others are. */
export function TasksPage() {
  const { features } = useSession();
  return features.crm ? <Tasks /> : <NotEnabled />;
}

function Tasks() {
  const search = useSearch({ from: '/tasks' });
  const list = usePages('listTasks', buildListInput(search));
  const [isNew, setIsNew] = useState(false);
  useShortcut('n', words.tasks.create, () => setIsNew(true));
  return (
    <>
      <PageBar title={words.tasks.title}>
        <button type="button" className="btn main small" onClick={() => setIsNew(true)}>
          <Icon name="plus" />
          {words.tasks.create}
        </button>
      </PageBar>
      <Tools search={search} />
      <div className="body">
        <ListCard
          label={words.tasks.title}
          list={list}
          empty={<Empty title={words.tasks.none} hint={words.tasks.noneHint} />}
          count={words.tasks.count}
          skeletonRows={4}
        >
          {(tasks) => <TaskList label={words.tasks.title} tasks={tasks} isAlone />}
        </ListCard>
      </div>
      {isNew && <TaskDialog onClose={() => setIsNew(false)} />}
    </>
  );
}

export const prefetch: Prefetch = ({ search }) =>
  prefetchPages('listTasks', buildListInput(parseTaskSearch(search)));

function buildListInput({ whose, done, overdue }: TaskSearch) {
  return {
    query: {
      count: 50,
      ...(whose === undefined && { mine: 'true' as const }),
      ...(whose === 'unassigned' && { owner: 'none' }),
      ...(done && { state: 'done' as const }),
      ...(overdue && { overdue: 'true' as const }),
    },
  };
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

function NotEnabled() {
  return (
    <>
      <PageBar title={words.tasks.title} />
      <Empty title={words.records.off} hint={words.records.offHint} />
    </>
  );
}
