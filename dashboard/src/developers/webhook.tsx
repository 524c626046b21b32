import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, Outlet, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { Icon } from '../kit/icon.tsx';
import { SectionPage } from '../kit/section-page.tsx';
import { showToast } from '../kit/toasts.tsx';
import { buildQuery, useChange } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';
import { ReplayDialog } from './replay-dialog.tsx';
import { getWebhookTitle } from './rules.ts';
import { Status } from './state-tag.tsx';
import { formatTestResult } from './test-text.ts';

const tabs = [
  { to: '/developers/webhooks/$uuid/deliveries', label: words.webhooks.deliveries },
  { to: '/developers/webhooks/$uuid/settings', label: words.webhooks.settings },
  { to: '/developers/webhooks/$uuid/events', label: words.webhooks.catalogue },
] as const;

/** One webhook: what it sent, how it is set up, and what it could subscribe to. */
export function WebhookPage() {
  const { uuid } = useParams({ from: '/developers/webhooks/$uuid' });
  const { data: webhook } = useSuspenseQuery(buildQuery('readWebhook', { params: { uuid } }));
  const test = useChange('testWebhook');
  const [isReplaying, setIsReplaying] = useState(false);
  const sendTest = (): void =>
    test.mutate(
      { params: { uuid } },
      { onSuccess: (result) => showToast(formatTestResult(result), { isError: !result.delivered }) },
    );
  return (
    <SectionPage
      title={getWebhookTitle(webhook)}
      back={
        <Link className="crumb" to="/developers/webhooks">
          {words.developers.webhooks}
        </Link>
      }
      actions={
        <>
          <button type="button" className="btn" disabled={test.isPending} onClick={sendTest}>
            <Icon name="play" />
            {words.webhooks.test}
          </button>
          <button type="button" className="btn" onClick={() => setIsReplaying(true)}>
            <Icon name="again" />
            {words.webhooks.replay}
          </button>
        </>
      }
      label={getWebhookTitle(webhook)}
      sections={tabs.map((tab) => ({ ...tab, params: { uuid } }))}
      status={<Status uuid={uuid} />}
    >
      <Outlet />
      {isReplaying && <ReplayDialog uuid={uuid} onClose={() => setIsReplaying(false)} />}
    </SectionPage>
  );
}
