import type { Ctx } from '../platform/context.ts';
import type { PublishedEvent } from '../platform/events.ts';
import { findPolls, listVotes, serializePoll, serializeVote, type PollRow } from '../polls/public.ts';
import { emitWebhooks } from './emit.ts';
import { findTeamsOfPages } from './polls.store.ts';

/** The vote as it is by now, whatever it was. */
export function publishPollVoted(
  ctx: Ctx,
  events: readonly PublishedEvent<{ readonly pollId: string; readonly voteId: string }>[],
): Promise<void> {
  return emitWebhooks(ctx, 'poll.voted', async () => {
    const { polls, votes, toWhom } = await factsOf(ctx, events);
    return events.flatMap(({ id, payload }) => {
      const poll = polls.find((row) => row.id === payload.pollId);
      const vote = votes.find((row) => row.id === payload.voteId);
      if (!poll || !vote) return [];
      const about = { pollUuid: poll.id, title: poll.title, vote: serializeVote(poll, vote) };
      return [{ id, payload: about, ...toWhom(poll) }];
    });
  });
}

export function publishPollClosed(
  ctx: Ctx,
  events: readonly PublishedEvent<{ readonly pollId: string }>[],
): Promise<void> {
  return emitWebhooks(ctx, 'poll.closed', async () => {
    const { polls, votes, toWhom } = await factsOf(ctx, events);
    return events.flatMap(({ id, payload }) => {
      const poll = polls.find((row) => row.id === payload.pollId);
      const own = votes.filter((vote) => vote.poll_id === payload.pollId);
      return poll ? [{ id, payload: serializePoll(ctx, poll, own), ...toWhom(poll) }] : [];
    });
  });
}

async function factsOf(ctx: Ctx, events: readonly PublishedEvent<{ readonly pollId: string }>[]) {
  const ids = events.map(({ payload }) => payload.pollId);
  const polls = await findPolls(ctx, ids);
  const teams = await findTeamsOfPages(
    ctx,
    polls.map((poll) => poll.event_type_id),
  );
  const toWhom = (poll: PollRow) => ({
    memberIds: [...new Set([poll.member_id, ...poll.host_ids])],
    about: { eventTypeId: poll.event_type_id, teamId: teams.get(poll.event_type_id) ?? null },
    orderingKey: poll.id,
  });
  return { polls, votes: await listVotes(ctx, ids), toWhom };
}
