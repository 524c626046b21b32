import { Link, useNavigate } from '@tanstack/react-router';
import { Icon } from '../kit/icon.tsx';
import { ListPage } from '../kit/list-page.tsx';
import { Moment } from '../kit/moment.tsx';
import { PageBar } from '../kit/page-bar.tsx';
import { Empty } from '../kit/states.tsx';
import type { Prefetch } from '../platform/lazy-page.ts';
import { prefetchPages, usePages } from '../platform/pages.ts';
import { useChange } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';
import { useCanManage } from '../shell/session.ts';
import type { Workflow } from './rules.ts';
import { getWorkflowName, formatTrigger } from './texts.ts';

const listInput = { query: { count: 50 } };

export const prefetch: Prefetch = () => prefetchPages('listWorkflows', listInput);

/** Every workflow with its state; each opens its editor. */
export function WorkflowList() {
  return useCanManage() ? <Workflows /> : <AdminsOnly />;
}

function AdminsOnly() {
  return (
    <>
      <PageBar title={words.workflows.title} />
      <Empty title={words.workflows.adminsOnly} hint={words.workflows.adminsOnlyHint} />
    </>
  );
}

function Workflows() {
  const list = usePages('listWorkflows', listInput);
  return (
    <ListPage
      title={words.workflows.title}
      actions={<Create />}
      label={words.workflows.title}
      list={list}
      count={words.workflows.count}
    >
      {(workflows) => <Table workflows={workflows} />}
    </ListPage>
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

function Table({ workflows }: { readonly workflows: readonly Workflow[] }) {
  return (
    <table className="table">
      <thead>
        <tr>
          <th>{words.workflows.name}</th>
          <th>{words.workflows.state}</th>
          <th>{words.workflows.when}</th>
          <th className="wide">{words.workflows.thenDo}</th>
          <th className="wide">{words.workflows.changed}</th>
        </tr>
      </thead>
      <tbody>
        {workflows.map((workflow) => (
          <tr key={workflow.uuid} className={workflow.isActive ? '' : 'past'}>
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
            <td className="wide muted">
              <Moment at={workflow.updatedAt} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
