import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { SecretDialog } from '../developers/secret-dialog.tsx';
import { ResetOnVersion } from '../kit/kept.tsx';
import { SectionPage } from '../kit/section-page.tsx';
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
  const [secret, setSecret] = useState<string>();
  return (
    <SectionPage
      title={getWorkflowName(workflow)}
      back={
        <Link className="crumb" to="/workflows">
          {words.workflows.title}
        </Link>
      }
      label={getWorkflowName(workflow)}
      sections={tabs.map((each) => ({
        label: each.label,
        to: '/workflows/$uuid',
        params: { uuid },
        search: each.tab ? { tab: each.tab } : {},
        isCurrent: each.tab === tab,
      }))}
      status={
        <span className="tag" data-color={workflow.isActive ? 'success' : 'gray'}>
          <i />
          {workflow.isActive ? words.workflows.active : words.workflows.paused}
        </span>
      }
    >
      {tab === 'try' ? (
        <TryWorkflow workflow={workflow} />
      ) : tab === 'log' ? (
        <RunLog uuid={uuid} />
      ) : (
        <ResetOnVersion version={workflow.updatedAt}>
          <WorkflowEditor key={uuid} workflow={workflow} onSecret={setSecret} />
        </ResetOnVersion>
      )}
      {secret && (
        <SecretDialog title={words.workflows.secret} secret={secret} onClose={() => setSecret(undefined)} />
      )}
    </SectionPage>
  );
}
