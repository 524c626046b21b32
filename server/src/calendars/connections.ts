import type { calendarConnectionChanges } from '@daybook/contract/calendars';
import type { z } from 'zod';
import type { Actor } from '../platform/auth/actor.ts';
import { readInWorkspace, type Ctx, type Runtime } from '../platform/context.ts';
import { conflict, throwIfInvalid, type FieldErrors } from '../platform/problems.ts';
import { loadConnection, loadOwnerId } from './connect.ts';
import { rewriteCopies } from './copies.ts';
import { syncJob } from './jobs.ts';
import * as store from './store.ts';
import { syncConnection, type Counts } from './sync.ts';

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

export async function changeConnection(
  ctx: Ctx,
  id: string,
  { calendars }: Changes,
): Promise<store.ConnectionRow> {
  const connection = await loadConnection(ctx, id);
  throwIfInvalid(validateChoice(connection, calendars));
  const current = new Map(connection.calendars.map((calendar) => [calendar.id, calendar]));
  if (calendars.some(({ isWritten }) => isWritten)) await store.clearWritten(ctx, connection.member_id);
  for (const { id: calendarId, isRead, isWritten } of calendars) {
    await store.updateCalendar(ctx, calendarId, {
      ...(isRead !== undefined && { is_read: isRead }),
      ...(isWritten !== undefined && { is_written: isWritten }),
    });
    if (isRead === false && current.get(calendarId)?.is_read) await store.forgetEntries(ctx, calendarId);
  }
  if (calendars.some(({ isWritten }) => isWritten !== undefined))
    await rewriteCopies(ctx, { hostId: connection.member_id });
  await ctx.enqueue(
    syncJob,
    { workspaceId: ctx.workspaceId, connectionId: id },
    { key: `calendars.sync ${id}` },
  );
  return loadConnection(ctx, id);
}

function validateChoice({ calendars }: store.ConnectionRow, chosen: Changes['calendars']): FieldErrors {
  const known = new Map(calendars.map((calendar) => [calendar.id, calendar]));
  const errors: FieldErrors = {};
  chosen.forEach(({ id, isWritten }, index) => {
    const calendar = known.get(id);
    if (!calendar) errors[`calendars.${index}.id`] = ['Calendar not found.'];
    else if (isWritten && !calendar.can_write)
      errors[`calendars.${index}.isWritten`] = ['This calendar can only be read.'];
  });
  return errors;
}

export async function disconnect(ctx: Ctx, id: string): Promise<void> {
  const connection = await loadConnection(ctx, id);
  await store.deleteConnection(ctx, connection.id);
}

/** Waits for the other server, so it runs before the transaction of the request. */
export async function syncNow(runtime: Runtime, actor: Actor, id: string): Promise<Counts> {
  await readInWorkspace(runtime, actor, (ctx) => loadConnection(ctx, id));
  const counts = await syncConnection(runtime, { workspace_id: actor.workspaceId, id });
  if (!counts) throw conflict('It is being read at this moment.');
  return { changed: counts.changed, removed: counts.removed };
}
