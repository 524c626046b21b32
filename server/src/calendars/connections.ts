import type { calendarConnectionChanges } from '@daybook/contract/calendars';
import type { z } from 'zod';
import type { Actor } from '../platform/auth/actor.ts';
import { readInWorkspace, type Ctx, type Runtime } from '../platform/context.ts';
import { conflict, throwIfInvalid, type FieldErrors } from '../platform/problems.ts';
import { getAccess } from './access.ts';
import { listChannels } from './channels.store.ts';
import { enqueueSync, loadConnection, loadOwnerId, renewAccess, type TestedConnection } from './connect.ts';
import { rewriteCopies } from './copies.ts';
import { listTentative } from './entries.store.ts';
import { expandSeries } from './expand-further.ts';
import { stopChannelsJob } from './jobs.ts';
import { revokeLease } from './leases.store.ts';
import * as store from './store.ts';
import type { Counts } from './sync-calendar.ts';
import { syncConnection } from './sync.ts';

export async function listConnections(
  ctx: Ctx,
  email: string | undefined,
  page: { limit: number; offset: number },
): Promise<{ items: store.ConnectionRow[]; total: number }> {
  const memberId = await loadOwnerId(ctx, email);
  return {
    items: await store.listConnections(ctx, memberId, page),
    total: await store.countConnections(ctx, memberId),
  };
}

type Changes = z.output<typeof calendarConnectionChanges>;
type CalendarChanges = NonNullable<Changes['calendars']>;

export async function changeConnection(
  ctx: Ctx,
  id: string,
  { calendars: given = [], countsTentative }: Changes,
  renewed?: TestedConnection,
): Promise<store.ConnectionRow> {
  const connection = await loadConnection(ctx, id);
  throwIfInvalid(validateChoice(connection, given));
  const calendars = given.map(resolveChoice);
  if (renewed) await renewAccess(ctx, { id, memberId: connection.member_id }, renewed);
  // Before anything else is locked, in the order of the sync. What it began with is about to change.
  await revokeLease(ctx, id);
  const current = new Map(connection.calendars.map((calendar) => [calendar.id, calendar]));
  if (calendars.some(({ receivesBookings }) => receivesBookings)) {
    await store.lockMember(ctx, connection.member_id);
    await store.clearWritten(ctx, connection.member_id);
  }
  for (const { id: calendarId, blocksTime, receivesBookings } of calendars) {
    // One that is only named stays as it is.
    if (blocksTime === undefined && receivesBookings === undefined) continue;
    await store.updateCalendar(ctx, calendarId, {
      ...(blocksTime !== undefined && { is_read: blocksTime }),
      ...(receivesBookings !== undefined && { is_written: receivesBookings }),
    });
    // Of a calendar that was only written, nothing is known but our own entries.
    if (blocksTime !== undefined && blocksTime !== current.get(calendarId)?.is_read)
      await store.deleteEntries(ctx, calendarId);
  }
  if (countsTentative !== undefined && countsTentative !== connection.counts_tentative)
    await countTentative(ctx, connection, countsTentative);
  if (calendars.some(({ receivesBookings }) => receivesBookings !== undefined))
    await rewriteCopies(ctx, { hostId: connection.member_id });
  await enqueueSync(ctx, id);
  return loadConnection(ctx, id);
}

/** By the newer names; the contract has made sure that both agree. */
function resolveChoice(choice: CalendarChanges[number]) {
  const { id, isRead, isWritten, blocksTime = isRead, receivesBookings = isWritten } = choice;
  return { id, blocksTime, receivesBookings };
}

function validateChoice(connection: store.ConnectionRow, chosen: CalendarChanges): FieldErrors {
  const known = new Map(connection.calendars.map((calendar) => [calendar.id, calendar]));
  const errors: FieldErrors = {};
  chosen.forEach((choice, index) => {
    const { id, receivesBookings } = resolveChoice(choice);
    const calendar = known.get(id);
    const field = choice.receivesBookings === undefined ? 'isWritten' : 'receivesBookings';
    if (!calendar) errors[`calendars.${index}.id`] = ['Calendar not found.'];
    else if (receivesBookings && !calendar.can_write)
      errors[`calendars.${index}.${field}`] = ['This calendar is read-only.'];
    else if (receivesBookings && getAccess(connection) === 'read')
      errors[`calendars.${index}.${field}`] = [
        'Daybook has read-only access to this account. Reconnect it with write access.',
      ];
  });
  return errors;
}

/** What is stored says what is tentative: nothing has to be read again. */
async function countTentative(
  ctx: Ctx,
  connection: store.ConnectionRow,
  countsTentative: boolean,
): Promise<void> {
  await store.setCountsTentative(ctx, connection.id, countsTentative);
  const { member_id: memberId } = connection;
  for (const { id: calendarId } of connection.calendars)
    await expandSeries(ctx, { calendarId, memberId, countsTentative }, await listTentative(ctx, calendarId));
}

export async function disconnectCalendars(ctx: Ctx, id: string): Promise<void> {
  const connection = await loadConnection(ctx, id);
  const channels = await listChannels(ctx, connection.id);
  if (channels.length > 0)
    await ctx.enqueue(stopChannelsJob, {
      provider: connection.provider,
      sealed: connection.secret_sealed.toString('base64'),
      channels: channels.map(({ id: channelId, externalId }) => ({ id: channelId, externalId })),
    });
  await store.deleteConnection(ctx, connection.id);
}

/** Waits for the other server, so it runs before the transaction of the request. */
export async function syncNow(runtime: Runtime, actor: Actor, id: string): Promise<Counts> {
  await readInWorkspace(runtime, actor, async (ctx) => {
    const { is_owner_active: isActive } = await loadConnection(ctx, id);
    if (!isActive) throw conflict('The owner of this calendar is deactivated, so it isn’t synced.');
  });
  const counts = await syncConnection(
    runtime,
    { workspace_id: actor.workspaceId, id },
    { findsCalendars: true },
  );
  if (!counts) throw conflict('A sync is already in progress.');
  return { changed: counts.changed, removed: counts.removed };
}
