import type { poll, pollRead, pollVote } from '@daybook/contract/polls';
import type { publicPoll } from '@daybook/contract/public-polls';
import type { z } from 'zod';
import { microseconds, wireTime } from '../platform/clock.ts';
import type { Ctx } from '../platform/context.ts';
import { imageUrl, pollUrl } from '../platform/urls.ts';
import { fullName, userUrl } from '../members/public.ts';
import { answerAt, countAnswers, takesVotes } from './rules.ts';
import type { PollRow, VoteRow } from './store.ts';

type PollView = z.output<typeof poll>;
type PublicPollView = z.output<typeof publicPoll>;

export function pollView(ctx: Ctx, row: PollRow, votes: readonly VoteRow[]): PollView {
  const { id: _, ...location } = row.location ?? { id: '', type: 'VIDEO_CALL' as const };
  return {
    uuid: row.id,
    status: row.status,
    title: row.title,
    description: row.description,
    duration: row.duration,
    eventTypeUuid: row.event_type_id,
    url: pollUrl(ctx, row.id),
    hosts: row.hosts.map((host) => ({
      firstName: host.first_name,
      lastName: host.last_name,
      email: host.email,
      slug: host.slug,
      url: userUrl(ctx, host.slug),
      avatarUrl: imageUrl(ctx, host.avatar),
    })),
    location: row.location && location,
    times: row.starts.map((start) => ({ ...timeOf(row, start), ...countsAt(votes, start) })),
    voters: votes.length,
    deadline: row.deadline && microseconds(row.deadline),
    hideVotes: row.hides_votes,
    startTime: row.chosen_start === null ? null : instantOf(row.chosen_start),
    eventUuid: row.event_id,
    obstacle: row.status === 'open' ? row.obstacle : null,
    createdAt: microseconds(row.created_at),
    updatedAt: microseconds(row.updated_at),
  };
}

export function pollReadView(
  ctx: Ctx,
  row: PollRow,
  votes: readonly VoteRow[],
  freeStarts: readonly number[],
): z.output<typeof pollRead> {
  const view = pollView(ctx, row, votes);
  const times = view.times.map((time, index) => ({
    ...time,
    isFree: freeStarts.includes(row.starts[index] ?? 0),
  }));
  return { ...view, times, votes: votes.map((vote) => voteView(row, vote)) };
}

export function voteView(row: Pick<PollRow, 'starts'>, vote: VoteRow): z.output<typeof pollVote> {
  return {
    uuid: vote.id,
    name: vote.name,
    email: vote.email,
    timeZone: vote.timezone,
    answers: answersView(row, vote),
    inviteeUuid: vote.invitee_id,
    createdAt: microseconds(vote.created_at),
    updatedAt: microseconds(vote.updated_at),
  };
}

/** How the workspace and the page of a poll look. */
export interface Looks {
  readonly organization: string;
  readonly logo: string | null;
  readonly color: string;
}

/** Without addresses, and without the votes of others where they are hidden. */
export function publicPollView(
  ctx: Ctx,
  row: PollRow,
  { organization, logo, color }: Looks,
  votes: readonly VoteRow[],
  own: VoteRow | undefined,
): PublicPollView {
  const isHidden = row.hides_votes;
  const hidden = { yes: null, ifNeeded: null, no: null };
  return {
    title: row.title,
    description: row.description,
    organization,
    logoUrl: imageUrl(ctx, logo),
    color,
    hosts: row.hosts.map((host) => ({
      name: fullName(host),
      slug: host.slug,
      avatarUrl: imageUrl(ctx, host.avatar),
    })),
    duration: row.duration,
    status: row.status,
    takesVotes: takesVotes(row, ctx.now),
    isBookable: row.status !== 'open' || row.obstacle === null,
    deadline: row.deadline && microseconds(row.deadline),
    startTime: row.chosen_start === null ? null : instantOf(row.chosen_start),
    times: row.starts.map((start) => ({
      ...timeOf(row, start),
      ...(isHidden ? hidden : countsAt(votes, start)),
    })),
    votes: isHidden ? null : votes.map((vote) => ({ name: vote.name, answers: answersView(row, vote) })),
    ownVote: own
      ? { name: own.name, email: own.email, timeZone: own.timezone, answers: answersView(row, own) }
      : null,
  };
}

function timeOf({ duration }: PollRow, start: number): { startTime: string; endTime: string } {
  return { startTime: instantOf(start), endTime: instantOf(start + duration) };
}

export function instantOf(minute: number): string {
  return wireTime(new Date(minute * 60_000));
}

function countsAt(votes: readonly VoteRow[], start: number) {
  return {
    yes: countAnswers(votes, start, 'yes'),
    ifNeeded: countAnswers(votes, start, 'if_needed'),
    no: countAnswers(votes, start, 'no'),
  };
}

function answersView({ starts }: Pick<PollRow, 'starts'>, vote: VoteRow) {
  return starts.map((start) => ({ startTime: instantOf(start), answer: answerAt(vote, start) }));
}
