import type { Ctx } from '../../platform/context.ts';
import { conflict, notFound } from '../../platform/problems.ts';
import { lockOwnEvent, inviteeNoShow, toMeeting, findInvitee, updateInvitees } from '../core/public.ts';

/** Notes whether an invitee failed to show up, which nobody can know before the start. */
export async function markNoShow(ctx: Ctx, id: string, noShow: boolean): Promise<void> {
  const found = await findInvitee(ctx, id);
  if (!found) throw notFound('Invitee');
  const { event, hostIds } = await lockOwnEvent(ctx, found.event_id);
  const invitee = await findInvitee(ctx, id);
  if (!invitee || invitee.cancelled_at !== null) throw conflict('This booking was canceled.');
  if (Date.parse(event.starts_at) > ctx.now.getTime()) throw conflict('The event hasn’t started yet.');
  if (invitee.no_show === noShow) return;
  await updateInvitees(ctx, [id], { no_show: noShow });
  await ctx.publish(inviteeNoShow, {
    eventId: event.id,
    inviteeId: id,
    meeting: toMeeting(event, hostIds),
    noShow,
  });
}
