import { createSystemActor } from '../platform/auth/actor.ts';
import { runInWorkspace, type Ctx, type Runtime } from '../platform/context.ts';
import { generateUuid } from '../platform/ids.ts';
import { extendLease, insertLease, lockLease } from './leases.store.ts';
import { findConnection, type ConnectionRow, type DueConnection } from './store.ts';

/** Short, and extended while the sync runs: the next one need not wait long for a process that was killed. */
const leaseMs = 10_000;
const extendMs = 3_000;

const untilOf = ({ clock }: Pick<Runtime, 'clock'>): Date => new Date(clock.now().getTime() + leaseMs);

/** The connection, for the process that reads its calendars now; undefined while another one does. */
export function leaseConnection(
  runtime: Runtime,
  { workspace_id: workspaceId, id }: DueConnection,
): Promise<ConnectionRow | undefined> {
  const lease = { id: generateUuid(), until: untilOf(runtime) };
  return runInWorkspace(runtime, createSystemActor(workspaceId), async (ctx) =>
    (await insertLease(ctx, id, lease)) ? findConnection(ctx, id) : undefined,
  );
}

type LeasedConnection = Pick<ConnectionRow, 'workspace_id' | 'id' | 'lease_id'>;

/** Extends the lease until the function that it returns is called. */
export function maintainLease(
  runtime: Runtime,
  { workspace_id: workspaceId, id, lease_id: leaseId }: LeasedConnection,
): () => void {
  const timer = setInterval(() => {
    const lease = { id: leaseId ?? '', until: untilOf(runtime) };
    // The next write notices that another process has taken a lease that was not extended.
    runInWorkspace(runtime, createSystemActor(workspaceId), (ctx) => extendLease(ctx, id, lease)).catch(
      () => undefined,
    );
  }, extendMs).unref();
  return () => clearInterval(timer);
}

export class LeaseLostError extends Error {}

/** Before each write: what was read since may be older than what others have written, or not be wanted any more. */
export async function requireLease(
  ctx: Ctx,
  { id, lease_id: leaseId }: Omit<LeasedConnection, 'workspace_id'>,
): Promise<void> {
  if (leaseId === null || !(await lockLease(ctx, id, leaseId)))
    throw new LeaseLostError('A sync of these calendars is already in progress.');
}
