import type { Result } from '@daybook/client';
import { Link } from '@tanstack/react-router';
import { ListView } from '../kit/list-page.tsx';
import { Moment } from '../kit/moment.tsx';
import { Empty } from '../kit/states.tsx';
import { usePages } from '../platform/pages.ts';
import { words } from '../platform/words/words.ts';

type Run = Result<'listWorkflowRuns'>['items'][number];

const colors: Readonly<Record<Run['state'], string>> = {
  waiting: 'blue',
  running: 'blue',
  done: 'success',
  skipped: 'gray',
  dropped: 'gray',
  failed: 'red',
};

/** What the workflow did and will do, newest first. */
export function RunLog({ uuid }: { readonly uuid: string }) {
  const list = usePages('listWorkflowRuns', { params: { uuid }, query: { count: 50 } });
  return (
    <ListView
      label={words.workflows.log}
      list={list}
      empty={<Empty icon="again" title={words.workflows.noRuns} hint={words.workflows.noRunsHint} />}
      count={words.workflows.runCount}
    >
      {(runs) => <Table runs={runs} />}
    </ListView>
  );
}

function Table({ runs }: { readonly runs: readonly Run[] }) {
  return (
    <table className="table">
      <thead>
        <tr>
          <th>{words.workflows.due}</th>
          <th>{words.workflows.state}</th>
          <th>{words.workflows.subjectOf}</th>
          <th>{words.workflows.outcome}</th>
        </tr>
      </thead>
      <tbody>
        {runs.map((run) => (
          <tr key={run.uuid}>
            <td className="muted">
              <Moment at={run.dueAt} />
            </td>
            <td>
              <span className="tag" data-color={colors[run.state]}>
                <i />
                {words.workflows.states[run.state]}
              </span>
            </td>
            <td>
              <Subject run={run} />
            </td>
            <td className="lines">{outcomeOf(run)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Subject({ run: { eventUuid, record, form } }: { readonly run: Run }) {
  if (eventUuid)
    return (
      <Link className="link" to="/events/$uuid" params={{ uuid: eventUuid }}>
        {words.workflows.event}
      </Link>
    );
  if (!record) return form;
  const { objectSlug, id: recordId } = record;
  return (
    <Link className="link" to="/records/$objectSlug/$recordId" params={{ objectSlug, recordId }}>
      {words.workflows.record}
    </Link>
  );
}

const outcomeOf = ({ reason, steps }: Run): string =>
  [...(reason ? [reason] : []), ...steps.map(({ detail }) => detail)].join('\n');
