import type { Input } from '@daybook/client';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../kit/button.tsx';
import { formatError } from '../platform/error-text.ts';
import { useChange } from '../platform/query.ts';
import { loadWithWords } from '../platform/words/load.ts';
import { words } from '../platform/words/words.ts';
import { useSession } from '../shell/session.ts';
import { getDashboardPath } from './dashboard-path.ts';
import type { AttentionItem } from './rules.ts';

const text = words.attention;

/** The words of all areas come with them, so they are loaded when they are needed. */
const loadLinkDialog = loadWithWords(() => import('./link-dialog.tsx'));
const LinkDialog = lazy(async () => ({ default: (await loadLinkDialog()).LinkDialog }));
const loadRefund = loadWithWords(() => import('../scheduled-events/failed-refund.tsx'));
const FailedRefund = lazy(async () => ({ default: (await loadRefund()).FailedRefund }));

/** What deals with an item: in place where that is possible, with the way to the exact place beside it. */
export function Repair({ item }: { readonly item: AttentionItem }) {
  const { kind, id, since, url } = item;
  const params = { uuid: id };
  switch (kind) {
    case 'poll_open':
      return <Look url={url} label={text.pick} isMain />;
    case 'link_missing':
    case 'conference_failing':
      return <AddLink uuid={id} />;
    case 'calendar_failing':
      return (
        <>
          <Act
            operation="syncCalendarConnection"
            input={{ params }}
            label={text.sync}
            done={text.wasSynced}
          />
          <Look url={url} label={text.reconnect} />
        </>
      );
    case 'mail_failed':
      return (
        <>
          <Act operation="resendMail" input={{ params }} label={text.resend} done={text.wasResent} />
          <Look url={url} />
        </>
      );
    case 'refund_refused':
      return (
        <>
          <Suspense>
            <FailedRefund uuid={id} />
          </Suspense>
          <Look url={url} />
        </>
      );
    case 'webhook_failing':
      return (
        <>
          <Act
            operation="replayDeliveries"
            input={{ params, body: { since } }}
            label={text.replay}
            done={text.wasReplayed}
          />
          <Look url={url} />
        </>
      );
    case 'webhook_disabled':
      return (
        <>
          <Act
            operation="changeWebhook"
            input={{ params, body: { isActive: true } }}
            label={text.enable}
            done={text.wasEnabled}
          />
          <Look url={url} />
        </>
      );
    case 'effect_failed':
    case 'job_failed':
      return (
        <Act operation="retryFailure" input={{ params: { id } }} label={text.retry} done={text.wasRetried} />
      );
    default:
      return <Look url={url} />;
  }
}

type Repairing =
  | 'syncCalendarConnection'
  | 'resendMail'
  | 'replayDeliveries'
  | 'changeWebhook'
  | 'retryFailure';

interface ActProps<O extends Repairing> {
  readonly operation: O;
  readonly input: Input<O>;
  readonly label: string;
  readonly done: string;
}

/** A button that repairs in place, for those who can call the operation. What keeps it from working is said beside it. */
function Act<O extends Repairing>({ operation, input, label, done }: ActProps<O>) {
  const { may } = useSession();
  const change = useChange(operation, done, ['Home']);
  if (!may.includes(operation)) return null;
  return (
    <>
      <Button label={label} isSmall isBusy={change.isPending} onClick={() => change.mutate(input)} />
      {change.error && (
        <span className="wrong" role="alert">
          {formatError(change.error)}
        </span>
      )}
    </>
  );
}

interface LookProps {
  readonly url: string;
  readonly label?: string;
  readonly isMain?: boolean;
}

function Look({ url, label = text.look, isMain = false }: LookProps) {
  return (
    <Link className={`btn small${isMain ? ' main' : ''}`} to={getDashboardPath(url)}>
      {label}
    </Link>
  );
}

function AddLink({ uuid }: { readonly uuid: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button label={words.hosting.addLink} kind="main" isSmall onClick={() => setIsOpen(true)} />
      <Suspense>{isOpen && <LinkDialog uuid={uuid} onClose={() => setIsOpen(false)} />}</Suspense>
    </>
  );
}
