import { createSystemActor } from '../platform/auth/actor.ts';
import { runInWorkspace, type Runtime } from '../platform/context.ts';
import { markListed } from './accounts.store.ts';
import { requireLease } from './lease.ts';
import type { CalendarAuth, CalendarProvider } from './provider/public.ts';
import { isAddress } from './providers.ts';
import { findConnection, type ConnectionRow } from './store.ts';
import { storeCalendars } from './store-calendars.ts';

const everyMs = 24 * 3_600_000;

/**
 * Looks for the calendars of an account once a day, or when it is forced to: its owner makes new ones, renames others, and may have lost the right to
 * change one. Those that are there no longer stay until their owner takes the choice from them: reading them says so.
 */
export async function refreshCalendars(
  runtime: Runtime,
  connection: ConnectionRow,
  provider: CalendarProvider,
  auth: CalendarAuth,
  isForced: boolean,
): Promise<ConnectionRow> {
  const { id, member_id: memberId, workspace_id: workspaceId, listed_at: listedAt } = connection;
  const oldestMs = runtime.clock.now().getTime() - everyMs;
  const isRecent = listedAt !== null && Date.parse(listedAt) > oldestMs;
  // An address is one calendar, whose name nobody changes.
  if ((isRecent && !isForced) || isAddress(connection.provider)) return connection;
  const calendars = await provider.listCalendars(auth);
  return runInWorkspace(runtime, createSystemActor(workspaceId), async (ctx) => {
    await requireLease(ctx, connection);
    await storeCalendars(ctx, { id, memberId }, calendars);
    await markListed(ctx, id);
    return (await findConnection(ctx, id)) ?? connection;
  });
}
