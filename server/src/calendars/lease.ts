import { systemActor } from '../platform/auth/actor.ts';
import { inWorkspace, type Ctx, type Runtime } from '../platform/context.ts';
import { newUuid } from '../platform/ids.ts';
import { extendLease, insertLease, lockLease } from './leases.store.ts';
import { findConnection, type ConnectionRow, type Due } from './store.ts';

/** Short, and extended while the sync runs: the next one need not wait long for a process that was killed. */
const leaseMs = 10_000;
const extendMs = 3_000;

const untilOf = ({ clock }: Pick<Runtime, 'clock'>): Date => new Date(clock.now().getTime() + leaseMs);

/** The connection, for whoever reads its calendars now; undefined while somebody else does. */
export function leaseConnection(
  runtime: Runtime,
  { workspace_id: workspaceId, id }: Due,
): Promise<ConnectionRow | undefined> {
  const lease = { id: newUuid(), until: untilOf(runtime) };
  return inWorkspace(runtime, systemActor(workspaceId), async (ctx) =>
    (await insertLease(ctx, id, lease)) ? findConnection(ctx, id) : undefined,
  );
}

type Leased = Pick<ConnectionRow, 'workspace_id' | 'id' | 'lease_id'>;

/** Extends the lease until the function that it returns is called. */
export function keepLease(
  runtime: Runtime,
  { workspace_id: workspaceId, id, lease_id: leaseId }: Leased,
): () => void {
  const timer = setInterval(() => {
    const lease = { id: leaseId ?? '', until: untilOf(runtime) };
    // Whoever takes a lease that was not extended is noticed by the next write.
    inWorkspace(runtime, systemActor(workspaceId), (ctx) => extendLease(ctx, id, lease)).catch(
      () => undefined,
    );
  }, extendMs).unref();
  return () => clearInterval(timer);
}

export class LeaseLostError extends Error {}

/** Before each write: what was read since may be older than what others have written, or not be wanted any more. */
export async function demandLease(
  ctx: Ctx,
  { id, lease_id: leaseId }: Omit<Leased, 'workspace_id'>,
): Promise<void> {
  if (leaseId === null || !(await lockLease(ctx, id, leaseId)))
    throw new LeaseLostError('A sync of these calendars is already in progress.');
}
