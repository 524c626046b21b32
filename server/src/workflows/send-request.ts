import { createSystemActor } from '../platform/auth/actor.ts';
import { runInWorkspace, type Runtime } from '../platform/context.ts';
import { sendSigned } from '../webhooks/public.ts';
import { parseRetryAfterMinutes } from './rules.ts';
import { claimRequest, recordRequest, type StepRef } from './runs.store.ts';

/** As the step has sealed it. */
interface Request {
  readonly stepId: string;
  readonly url: string;
  readonly body: string;
  readonly isForm?: boolean;
}

const noRequest: Request = { stepId: '', url: '', body: '' };

/**
 * Sends the request of a step, signed like a webhook. It is claimed for some minutes, sent, and then recorded: a process that
 * dies in between leaves it to another one, which sends it again under the same `webhook-id`.
 */
export async function sendRequest(runtime: Runtime, ref: StepRef): Promise<void> {
  const actor = createSystemActor(ref.workspaceId);
  const claimed = await runInWorkspace(runtime, actor, (ctx) => claimRequest(ctx, ref));
  if (!claimed) return;
  const record = (outcome: Parameters<typeof recordRequest>[2]) =>
    runInWorkspace(runtime, actor, (ctx) => recordRequest(ctx, ref, outcome));
  if (!claimed.is_active) return record({ status: 'failed', detail: 'The workflow was paused.' });
  const { secrets } = runtime;
  const unsealed = <T>(sealed: Buffer | null, none: T): T =>
    sealed ? (JSON.parse(secrets.unseal(sealed)) as T) : none;
  const { stepId, url, body, isForm = false } = unsealed<Request>(claimed.request_sealed, noRequest);
  const headers = unsealed<Record<string, Record<string, string>>>(claimed.headers_sealed, {})[stepId] ?? {};
  const to = {
    callbackUrl: url,
    token: null,
    headers,
    secrets: claimed.secret_sealed ? [secrets.unseal(claimed.secret_sealed)] : [],
  };
  const { statusCode, error } = await sendSigned(runtime, to, {
    id: claimed.id,
    body,
    ...(isForm && { contentType: 'application/x-www-form-urlencoded' }),
  });
  const host = `Request to ${new URL(url).host}`;
  const answer = error ?? `It answered ${statusCode ?? 'nothing'}.`;
  if (error === null && statusCode !== null && statusCode >= 200 && statusCode < 300)
    return record({ status: 'done', detail: `${host}. ${answer}` });
  const retryMinutes = parseRetryAfterMinutes(statusCode, claimed.attempts);
  return record(
    retryMinutes === undefined
      ? { status: 'failed', detail: `${host} failed. ${answer}` }
      : { status: 'pending', detail: `${host} failed and will be retried. ${answer}`, retryMinutes },
  );
}
