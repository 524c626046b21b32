import type { finalisePoll as finaliseRoute } from '@daybook/contract/polls';
import type { Input } from '@daybook/contract/route';
import type { Ctx } from '../platform/context.ts';
import { conflict, invalidField } from '../platform/problems.ts';
import { bookGroup, countMail, findPageDetails, isBlocked } from '../scheduled-events/public.ts';
import { lockOwnOpenPoll } from './access.ts';
import { pollClosed } from './events.ts';
import { getAnswer, toGathering } from './rules.ts';
import { closePoll, listVotes, setInvitees } from './store.ts';

type Choice = Input<typeof finaliseRoute>['body'];

/**
 * Books the time that a host picked, for those who voted. If the time is taken the transaction ends without effect, so that the poll
 * stays open; of two who pick at once, the second finds it closed.
 */
export async function finalizePoll(ctx: Ctx, id: string, { startTime, invite }: Choice): Promise<void> {
  const poll = await lockOwnOpenPoll(ctx, id);
  const start = Date.parse(startTime) / 60_000;
  if (!poll.starts.includes(start)) throw invalidField('startTime', 'Must be a time of this poll.');
  if (start * 60_000 <= ctx.now.getTime()) throw invalidField('startTime', 'This time has passed.');
  const votes = await listVotes(ctx, [id]);
  const { blockedAddresses } = await findPageDetails(ctx, poll.event_type_id);
  const invited = votes.filter(
    (vote) =>
      (invite === 'all' || getAnswer(vote, start) !== 'no') && !isBlocked(vote.email, blockedAddresses),
  );
  if (invited.length === 0) {
    throw conflict(votes.length === 0 ? 'Nobody has voted yet.' : 'Nobody is available at this time.');
  }
  const booked = await bookGroup(
    ctx,
    toGathering(poll),
    start,
    invited.map((vote) => ({
      name: vote.name,
      email: vote.email,
      timeZone: vote.timezone,
      language: vote.language,
      isConfirmed: vote.email_confirmed,
    })),
  );
  const [first] = booked;
  if (!first) throw new Error('Nobody was booked.');
  await setInvitees(
    ctx,
    invited.map((vote, index) => ({ voteId: vote.id, inviteeId: booked[index]?.inviteeId ?? '' })),
  );
  await closePoll(ctx, id, { status: 'finalised', chosen_start: start, event_id: first.eventId });
  await ctx.publish(pollClosed, { pollId: id });
  await countMail(
    ctx,
    poll.event_type_id,
    votes.map(({ email }) => email),
  );
}
