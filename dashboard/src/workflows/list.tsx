import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { BulkActions } from '../kit/bulk-actions.tsx';
import { Filters } from '../kit/filters.tsx';
import { Icon } from '../kit/icon.tsx';
import { ListPage } from '../kit/list-page.tsx';
import { PickAll, PickCell, useListSelection, type ListSelection } from '../kit/list-selection.tsx';
import { Moment } from '../kit/moment.tsx';
import { NoMatch } from '../kit/no-match.tsx';
import { PageBar } from '../kit/page-bar.tsx';
import { buildStateField } from '../kit/state-field.ts';
import { Empty } from '../kit/states.tsx';
import { buildSwitchActions } from '../kit/switch-actions.ts';
import type { Prefetch } from '../platform/lazy-page.ts';
import { prefetchPages, usePages } from '../platform/pages.ts';
import { api, useChange } from '../platform/query.ts';
import { parseState, toIsActive, type StateSearch } from '../platform/state-filter.ts';
import { words } from '../platform/words/words.ts';
import { useCanManage } from '../shell/session.ts';
import { SavedViews } from '../views/saved-views.tsx';
import type { Workflow } from './rules.ts';
import { getWorkflowName, formatTrigger } from './texts.ts';

export const prefetch: Prefetch = ({ search }) =>
  prefetchPages('listWorkflows', buildListInput(parseState(search)));

const buildListInput = (search: StateSearch) => ({ query: { ...toIsActive(search), count: 50 } });

/** Every workflow with its state; each opens its editor. */
export function WorkflowList() {
  return useCanManage() ? <Workflows /> : <AdminsOnly />;
}

function AdminsOnly() {
  return (
    <>
      <PageBar title={words.workflows.title} />
      <Empty icon="again" title={words.workflows.adminsOnly} hint={words.workflows.adminsOnlyHint} />
    </>
  );
}

function Workflows() {
  const search = useSearch({ from: '/workflows' });
  const list = usePages('listWorkflows', buildListInput(search));
  const items = list.items ?? [];
  const selection = useListSelection(items.map(({ uuid }) => uuid));
  return (
    <ListPage
      title={words.workflows.title}
      actions={<Create />}
      views={<SavedViews list="workflows" search={search} />}
      tools={
        <Filters search={search} fields={[buildStateField(words.workflows.active, words.workflows.paused)]} />
      }
      bulk={
        selection.isActive && (
          <BulkActions
            selection={selection}
            items={items}
            id={({ uuid }) => uuid}
            name={getWorkflowName}
            tags={['Workflows']}
            actions={buildSwitchActions<Workflow>({
              isActive: ({ isActive }) => isActive,
              activate: ({ uuid }, isActive) => api.changeWorkflow({ params: { uuid }, body: { isActive } }),
              remove: ({ uuid }) => api.deleteWorkflow({ params: { uuid } }),
              removeHint: words.bulk.removeHints.workflows,
            })}
          />
        )
      }
      label={words.workflows.title}
      list={list}
      empty={<NoWorkflows isFiltered={search.state !== undefined} />}
      count={words.workflows.count}
    >
      {(workflows) => <Table workflows={workflows} selection={selection} />}
    </ListPage>
  );
}

function NoWorkflows({ isFiltered }: { readonly isFiltered: boolean }) {
  const navigate = useNavigate();
  if (isFiltered) return <NoMatch onClear={() => void navigate({ to: '/workflows', search: {} })} />;
  return (
    <Empty icon="again" title={words.workflows.none} hint={words.workflows.noneHint}>
      <Create />
    </Empty>
  );
}

/** A workflow begins paused, with a message of ours, and is edited from there. */
function Create() {
  const navigate = useNavigate();
  const create = useChange('createWorkflow');
  return (
    <button
      type="button"
      className="btn main"
      disabled={create.isPending}
      onClick={() =>
        create.mutate(
          {
            body: {
              name: words.workflows.newName,
              isActive: false,
              trigger: { on: 'booked' },
              steps: [{ kind: 'mail', to: 'person', template: 'follow_up' }],
            },
          },
          {
            onSuccess: ({ resource }) =>
              void navigate({ to: '/workflows/$uuid', params: { uuid: resource.uuid } }),
          },
        )
      }
    >
      <Icon name="plus" />
      {words.workflows.create}
    </button>
  );
}

interface TableProps {
  readonly workflows: readonly Workflow[];
  readonly selection: ListSelection;
}

function Table({ workflows, selection }: TableProps) {
  return (
    <table className="table">
      <thead>
        <tr>
          <PickAll selection={selection} />
          <th>{words.workflows.name}</th>
          <th>{words.workflows.state}</th>
          <th>{words.workflows.when}</th>
          <th className="wide">{words.workflows.thenDo}</th>
          <th className="wide wider">{words.workflows.changed}</th>
        </tr>
      </thead>
      <tbody>
        {workflows.map((workflow) => (
          <tr key={workflow.uuid} className={workflow.isActive ? '' : 'past'}>
            <PickCell id={workflow.uuid} name={getWorkflowName(workflow)} selection={selection} />
            <th scope="row">
              <Link className="whole" to="/workflows/$uuid" params={{ uuid: workflow.uuid }}>
                {getWorkflowName(workflow)}
              </Link>
            </th>
            <td>
              <span className="tag" data-color={workflow.isActive ? 'success' : 'gray'}>
                <i />
                {workflow.isActive ? words.workflows.active : words.workflows.paused}
              </span>
            </td>
            <td className="muted">{formatTrigger(workflow.trigger)}</td>
            <td className="wide muted">
              {workflow.steps.map(({ kind }) => words.workflows.kinds[kind]).join(', ')}
            </td>
            <td className="wide wider muted">
              <Moment at={workflow.updatedAt} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
