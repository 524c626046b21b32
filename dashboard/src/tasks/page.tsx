import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../kit/button.tsx';
import { isFiltered } from '../kit/filters.rules.ts';
import { Filters } from '../kit/filters.tsx';
import { useListSelection } from '../kit/list-selection.tsx';
import { ListPage } from '../kit/list-page.tsx';
import { NoMatch } from '../kit/no-match.tsx';
import { PageBar } from '../kit/page-bar.tsx';
import { Empty } from '../kit/states.tsx';
import { useAddress, type ViewSearch } from '../platform/address.ts';
import { useShortcut } from '../platform/commands.ts';
import type { Prefetch } from '../platform/lazy-page.ts';
import { prefetchPages, usePages } from '../platform/pages.ts';
import { buildQuery } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';
import { useSession } from '../shell/session.ts';
import { Whose } from '../shell/whose.tsx';
import { SavedViews } from '../views/saved-views.tsx';
import { TaskDialog } from './dialog.tsx';
import { buildTaskQuery, parseTaskSearch, type TaskSearch } from './search.rules.ts';
import { TaskBulk } from './task-bulk.tsx';
import { TaskList } from './task-list.tsx';

/** What the reader is to do, and what others are. */
export function TasksPage() {
  const { features } = useSession();
  return features.crm ? <Tasks /> : <NotEnabled />;
}

export const prefetch: Prefetch = ({ search }) =>
  prefetchPages('listTasks', buildListInput(parseTaskSearch(search)));

const buildListInput = (search: TaskSearch) => ({ query: { ...buildTaskQuery(search), count: 50 } });

const quiet = ['whose'];

function Tasks() {
  const search = useSearch({ from: '/tasks' });
  const list = usePages('listTasks', buildListInput(search));
  const tasks = list.items ?? [];
  const selection = useListSelection(tasks.map(({ uuid }) => uuid));
  const [isNew, setIsNew] = useState(false);
  const create = (): void => setIsNew(true);
  useShortcut('n', words.tasks.create, create);
  return (
    <>
      <ListPage
        title={words.tasks.title}
        actions={<Button label={words.tasks.create} icon="plus" kind="main" isSmall onClick={create} />}
        views={<SavedViews list="tasks" search={search} quiet={quiet} />}
        tools={<Tools search={search} />}
        bulk={selection.isActive && <TaskBulk selection={selection} tasks={tasks} />}
        label={words.tasks.title}
        list={list}
        empty={<NoTasks search={search} onCreate={create} />}
        count={words.tasks.count}
        skeletonRows={4}
      >
        {(shown) => <TaskList label={words.tasks.title} tasks={shown} selection={selection} isAlone />}
      </ListPage>
      {isNew && <TaskDialog onClose={() => setIsNew(false)} />}
    </>
  );
}

interface NoTasksProps {
  readonly search: TaskSearch & ViewSearch;
  readonly onCreate: () => void;
}

function NoTasks({ search, onCreate }: NoTasksProps) {
  const set = useAddress<TaskSearch & ViewSearch>();
  if (isFiltered({ ...search }, ['whose', 'saved'])) {
    return <NoMatch onClear={() => set({ state: undefined, owner: undefined, saved: undefined })} />;
  }
  return (
    <Empty icon="check" title={words.tasks.none} hint={words.tasks.noneHint}>
      <Button label={words.tasks.create} kind="main" onClick={onCreate} />
    </Empty>
  );
}

function Tools({ search }: { readonly search: TaskSearch }) {
  const set = useAddress<TaskSearch>();
  const { data } = useQuery(buildQuery('listUsers', { query: { per_page: 100 } }));
  return (
    <>
      <Whose
        choices={['mine', 'everyone', 'unassigned']}
        value={search.owner ? 'everyone' : (search.whose ?? 'mine')}
        onChange={(whose) => set({ whose: whose === 'mine' ? undefined : whose, owner: undefined })}
      />
      <Filters
        search={search}
        fields={[
          {
            id: 'state',
            label: words.filters.state,
            icon: 'check',
            kind: 'choice',
            choices: [
              { value: 'overdue', label: words.tasks.overdueOnly },
              { value: 'done', label: words.tasks.states.done },
            ],
          },
          {
            id: 'owner',
            label: words.tasks.owner,
            icon: 'person',
            kind: 'pick',
            choices: (data?.items ?? []).map(({ uuid, name }) => ({ value: uuid, label: name })),
          },
        ]}
      />
    </>
  );
}

function NotEnabled() {
  return (
    <>
      <PageBar title={words.tasks.title} />
      <Empty icon="check" title={words.records.off} hint={words.records.offHint} />
    </>
  );
}
