import { systemActor } from '../platform/auth/actor.ts';
import { inWorkspace, type Runtime } from '../platform/context.ts';
import { badRequest, failed, notFound } from '../platform/problems.ts';
import { openSignedReference } from '../platform/sealed-reference.ts';
import { accountFor, connectionOf, reportsPurpose } from './accounts.ts';
import { takePayment } from './complete.ts';
import { PaymentError, type Report } from './provider/public.ts';
import { recordRefunds } from './send-refund.ts';
import { expire } from './expire.ts';
import type { WorkspaceId } from '../platform/db/workspace-id.ts';

interface Received {
  readonly reference: string;
  readonly signature: string;
  readonly body: string;
}

/** What a provider reports: it decides, not the address to which a visitor comes back. Twice, late or out of order changes nothing. */
export async function takeReport(runtime: Runtime, { reference, ...signed }: Received): Promise<void> {
  const opened = openSignedReference(runtime.secrets, reportsPurpose, reference);
  if (!opened) throw notFound('Route');
  const { workspaceId, id: name } = opened;
  const report = await readReport(runtime, workspaceId, name, signed);
  if (report?.kind === 'paid') await takePayment(runtime, workspaceId, report);
  if (report?.kind === 'expired') {
    await inWorkspace(runtime, systemActor(workspaceId), (ctx) =>
      expire(ctx, { id: report.paymentId, session_id: report.sessionId }),
    );
  }
  if (report?.kind === 'refunded') await takeRefunds(runtime, workspaceId, name, report);
}

/** A sum alone does not say which refunds are in it: those that are being sent may be, or not. */
async function takeRefunds(
  runtime: Runtime,
  workspaceId: WorkspaceId,
  name: string,
  { paymentId, chargeId }: Extract<Report, { kind: 'refunded' }>,
): Promise<void> {
  try {
    const account = await accountFor(runtime, workspaceId, name);
    const known = await account.listRefunds(chargeId);
    await inWorkspace(runtime, systemActor(workspaceId), (ctx) => recordRefunds(ctx, paymentId, known));
  } catch (error) {
    // The provider reports it again.
    throw error instanceof PaymentError ? failed(503, error.message) : error;
  }
}

async function readReport(
  runtime: Runtime,
  workspaceId: WorkspaceId,
  name: string,
  signed: Omit<Received, 'reference'>,
): Promise<Report | undefined> {
  try {
    const { provider, keys, reach } = await connectionOf(runtime, workspaceId, name);
    return await provider.readReport(reach, keys, signed);
  } catch (error) {
    throw error instanceof PaymentError ? badRequest(error.message) : error;
  }
}
