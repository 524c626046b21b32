import type { Ctx } from '../platform/context.ts';
import { generateUuid } from '../platform/ids.ts';
import type { ExternalCalendar } from './provider/public.ts';
import { upsertCalendars } from './store.ts';

/** New ones are read if they are the user's own: those of colleagues make nobody else busy. */
export async function storeCalendars(
  ctx: Ctx,
  { id, memberId }: { readonly id: string; readonly memberId: string },
  calendars: readonly ExternalCalendar[],
): Promise<void> {
  await upsertCalendars(
    ctx,
    calendars.map(({ externalId, name, color, canWrite, isBusyOnly = false, isOwn = true }) => ({
      id: generateUuid(),
      connection_id: id,
      member_id: memberId,
      external_id: externalId,
      name,
      color,
      can_write: canWrite,
      is_busy_only: isBusyOnly,
      is_read: isOwn,
    })),
  );
}
