import { systemActor } from '../platform/auth/actor.ts';
import { inWorkspace, type Runtime } from '../platform/context.ts';
import { badRequest, notFound } from '../platform/problems.ts';
import { openSignedReference } from '../platform/sealed-reference.ts';
import { connectionOf, reportsPurpose } from './accounts.ts';
import { takePayment } from './complete.ts';
import { PaymentError, type Report } from './provider/public.ts';
import { recordRefunded } from './send-refund.ts';
import { expire } from './sessions.ts';
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
  if (report?.kind === 'refunded' || report?.kind === 'expired') {
    await inWorkspace(runtime, systemActor(workspaceId), (ctx) =>
      report.kind === 'expired'
        ? expire(ctx, { id: report.paymentId, session_id: report.sessionId })
        : recordRefunded(ctx, report.paymentId, report.refundedMinor),
    );
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
