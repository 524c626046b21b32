import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { Heading } from '../kit/heading.tsx';
import { ResetOnVersion } from '../kit/kept.tsx';
import { buildQuery } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';
import { WorkflowEditor } from './editor.tsx';
import { RunLog } from './log.tsx';
import { getWorkflowName } from './texts.ts';
import { TryWorkflow } from './try.tsx';

const tabs = [
  { tab: undefined, label: words.workflows.edit },
  { tab: 'try', label: words.workflows.try },
  { tab: 'log', label: words.workflows.log },
] as const;

/** One workflow: what it does, a dry run, and what it did. */
export function WorkflowPage() {
  const { uuid } = useParams({ from: '/workflows/$uuid' });
  const { tab } = useSearch({ from: '/workflows/$uuid' });
  const { data: workflow } = useSuspenseQuery(buildQuery('readWorkflow', { params: { uuid } }));
  return (
    <>
      <header className="bar">
        <Link className="crumb" to="/workflows">
          {words.workflows.title}
        </Link>
        <span className="crumb" aria-hidden="true">
          /
        </span>
        <Heading text={getWorkflowName(workflow)} />
      </header>
      <div className="tools">
        <nav className="tabs" aria-label={getWorkflowName(workflow)}>
          {tabs.map((each) => (
            <Link
              key={each.label}
              to="/workflows/$uuid"
              params={{ uuid }}
              search={each.tab ? { tab: each.tab } : {}}
              activeProps={{}}
              aria-current={each.tab === tab ? 'page' : undefined}
            >
              {each.label}
            </Link>
          ))}
        </nav>
        <span className="grow" />
        <span className="tag" data-color={workflow.isActive ? 'success' : 'gray'}>
          <i />
          {workflow.isActive ? words.workflows.active : words.workflows.paused}
        </span>
      </div>
      {tab === 'try' ? (
        <TryWorkflow workflow={workflow} />
      ) : tab === 'log' ? (
        <RunLog uuid={uuid} />
      ) : (
        <ResetOnVersion version={workflow.updatedAt}>
          <WorkflowEditor key={uuid} workflow={workflow} />
        </ResetOnVersion>
      )}
    </>
  );
}
