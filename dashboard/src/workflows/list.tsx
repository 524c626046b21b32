import { pluralize } from '@daybook/booking/locale';
import { Link, useNavigate } from '@tanstack/react-router';
import { Heading } from '../kit/heading.tsx';
import { Icon } from '../kit/icon.tsx';
import { ListFoot } from '../kit/list-foot.tsx';
import { Moment } from '../kit/moment.tsx';
import { Empty, Problem, Skeleton } from '../kit/states.tsx';
import { usePages } from '../platform/pages.ts';
import { useChange } from '../platform/query.ts';
import { start } from '../platform/start.ts';
import { words } from '../platform/words/words.ts';
import { useCanManage } from '../shell/session.ts';
import { getWorkflowName, formatTrigger } from './texts.ts';

/** Every workflow with its state; each opens its editor. */
export function WorkflowList() {
  const mayManage = useCanManage();
  return (
    <>
      <header className="bar">
        <Heading text={words.workflows.title} />
        <span className="grow" />
        {mayManage && <Create />}
      </header>
      <section className="list" aria-label={words.workflows.title}>
        {mayManage ? (
          <Rows />
        ) : (
          <Empty title={words.workflows.adminsOnly} hint={words.workflows.adminsOnlyHint} />
        )}
      </section>
    </>
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

function Rows() {
  const list = usePages('listWorkflows', { query: { count: 50 } });
  if (list.error && !list.items) return <Problem error={list.error} onRetry={() => void list.refetch()} />;
  if (!list.items) return <Skeleton />;
  return (
    <>
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
          {list.items.map((workflow) => (
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
      <ListFoot text={pluralize(start.words, words.workflows.count, list.total)} list={list} />
    </>
  );
}
