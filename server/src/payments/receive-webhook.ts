import { createSystemActor } from '../platform/auth/actor.ts';
import { runInWorkspace, type Runtime } from '../platform/context.ts';
import type { WorkspaceId } from '../platform/db/workspace-id.ts';
import type { WebhookAnswer, WebhookRequest } from '../platform/http/webhooks.ts';
import { badRequest, failed, notFound } from '../platform/problems.ts';
import { openSignedReference } from '../platform/sealed-reference.ts';
import { openAccount, loadConnection, webhookPurpose } from './accounts.ts';
import { completePayment } from './complete.ts';
import { expirePayment, leaveSession } from './expire.ts';
import { PaymentError, type Report } from './provider/public.ts';
import { recordRefunds } from './send-refund.ts';

interface PaymentWebhook {
  readonly workspaceId: WorkspaceId;
  readonly provider: string;
  readonly reports: readonly Report[];
  readonly answer: WebhookAnswer | undefined;
}

/** What a provider reports to the address of a workspace: it decides, not the address to which a visitor comes back. */
export async function readWebhook(runtime: Runtime, request: WebhookRequest): Promise<PaymentWebhook> {
  const { provider: name = '', reference = '' } = request.params;
  const opened = openSignedReference(runtime.secrets, webhookPurpose, reference);
  if (opened?.id !== name) throw notFound('Route');
  const { workspaceId } = opened;
  try {
    const { provider, keys } = await loadConnection(runtime, workspaceId, name);
    const reports = await provider.readWebhook(runtime, keys, request);
    return { workspaceId, provider: name, reports, answer: provider.webhookAnswer };
  } catch (error) {
    throw error instanceof PaymentError ? problemOf(error) : error;
  }
}

/** A provider that can't be asked now sends its webhook again. */
function problemOf({ isRefused, message }: PaymentError): Error {
  return isRefused ? badRequest(message) : failed(503, message);
}

/** Twice, late or out of order changes nothing. */
export async function recordWebhookEvents(
  runtime: Runtime,
  { workspaceId, provider, reports, answer }: PaymentWebhook,
): Promise<WebhookAnswer | undefined> {
  for (const report of reports) await recordWebhookEvent(runtime, workspaceId, provider, report);
  return answer;
}

async function recordWebhookEvent(
  runtime: Runtime,
  workspaceId: WorkspaceId,
  provider: string,
  report: Report,
): Promise<void> {
  if (report.kind === 'paid') await completePayment(runtime, workspaceId, report);
  if (report.kind === 'refunded') await receiveRefunds(runtime, workspaceId, provider, report);
  if (report.kind === 'expired' || report.kind === 'closed') {
    const { kind, paymentId: id, sessionId } = report;
    await runInWorkspace(runtime, createSystemActor(workspaceId), (ctx) =>
      kind === 'closed'
        ? leaveSession(ctx, id, sessionId)
        : expirePayment(ctx, { id, session_id: sessionId }),
    );
  }
}

/** A sum alone does not say which refunds are in it: those that are being sent may be, or not. */
async function receiveRefunds(
  runtime: Runtime,
  workspaceId: WorkspaceId,
  provider: string,
  { paymentId, chargeId }: Extract<Report, { kind: 'refunded' }>,
): Promise<void> {
  try {
    const account = await openAccount(runtime, workspaceId, provider);
    const known = await account.listRefunds(chargeId);
    await runInWorkspace(runtime, createSystemActor(workspaceId), (ctx) =>
      recordRefunds(ctx, paymentId, known),
    );
  } catch (error) {
    throw error instanceof PaymentError ? failed(503, error.message) : error;
  }
}
