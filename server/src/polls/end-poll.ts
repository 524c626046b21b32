import type { Ctx } from '../platform/context.ts';
import { countMail } from '../scheduled-events/public.ts';
import { loadOwnPoll, lockOwnOpenPoll } from './access.ts';
import { pollClosed } from './events.ts';
import { closePoll, findPolls, listVotes, lockPoll, removePoll } from './store.ts';

/** How a poll ends without a booking. The transaction that ends it locks its row, so that it has one end. */

export async function cancelPoll(ctx: Ctx, id: string): Promise<void> {
  const { event_type_id: eventTypeId } = await lockOwnOpenPoll(ctx, id);
  await closePoll(ctx, id, { status: 'cancelled' });
  await ctx.publish(pollClosed, { pollId: id });
  const votes = await listVotes(ctx, [id]);
  await countMail(
    ctx,
    eventTypeId,
    votes.map(({ email }) => email),
  );
}

/** Waits for transactions that vote or pick at this moment. */
export async function deletePoll(ctx: Ctx, id: string): Promise<void> {
  await lockPoll(ctx, id);
  await loadOwnPoll(ctx, id);
  await removePoll(ctx, id);
}

/** All of its times are past. May run twice, and too early. */
export async function expirePoll(ctx: Ctx, id: string): Promise<void> {
  await lockPoll(ctx, id);
  const [poll] = await findPolls(ctx, [id]);
  if (poll?.status !== 'expired' || poll.is_closed) return;
  await closePoll(ctx, id, { status: 'expired' });
  await ctx.publish(pollClosed, { pollId: id });
}
