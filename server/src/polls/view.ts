import type { poll, pollRead, pollVote } from '@daybook/contract/polls';
import type { publicPoll } from '@daybook/contract/public-polls';
import type { z } from 'zod';
import { formatMicroseconds, formatWireTime } from '../platform/clock.ts';
import type { Ctx } from '../platform/context.ts';
import { buildImageUrl, buildPollUrl } from '../platform/urls.ts';
import { getFullName, buildUserUrl } from '../members/public.ts';
import { getAnswer, countAnswers, canVote } from './rules.ts';
import type { PollRow, VoteRow } from './store.ts';

type PollView = z.output<typeof poll>;
type PublicPollView = z.output<typeof publicPoll>;

export function serializePoll(ctx: Ctx, row: PollRow, votes: readonly VoteRow[]): PollView {
  const { id: _, ...location } = row.location ?? { id: '', type: 'VIDEO_CALL' as const };
  return {
    uuid: row.id,
    status: row.status,
    title: row.title,
    description: row.description,
    duration: row.duration,
    eventTypeUuid: row.event_type_id,
    url: buildPollUrl(ctx, row.id),
    hosts: row.hosts.map((host) => ({
      firstName: host.first_name,
      lastName: host.last_name,
      email: host.email,
      slug: host.slug,
      url: buildUserUrl(ctx, host.slug),
      avatarUrl: buildImageUrl(ctx, host.avatar),
    })),
    location: row.location && location,
    times: row.starts.map((start) => ({ ...timeOf(row, start), ...countsAt(votes, start) })),
    voters: votes.length,
    deadline: row.deadline && formatMicroseconds(row.deadline),
    hideVotes: row.hides_votes,
    startTime: row.chosen_start === null ? null : formatInstant(row.chosen_start),
    eventUuid: row.event_id,
    obstacle: row.status === 'open' ? row.obstacle : null,
    createdAt: formatMicroseconds(row.created_at),
    updatedAt: formatMicroseconds(row.updated_at),
  };
}

export function serializePollRead(
  ctx: Ctx,
  row: PollRow,
  votes: readonly VoteRow[],
  freeStarts: readonly number[],
): z.output<typeof pollRead> {
  const view = serializePoll(ctx, row, votes);
  const times = view.times.map((time, index) => ({
    ...time,
    isFree: freeStarts.includes(row.starts[index] ?? 0),
  }));
  return { ...view, times, votes: votes.map((vote) => serializeVote(row, vote)) };
}

export function serializeVote(row: Pick<PollRow, 'starts'>, vote: VoteRow): z.output<typeof pollVote> {
  return {
    uuid: vote.id,
    name: vote.name,
    email: vote.email,
    timeZone: vote.timezone,
    answers: answersView(row, vote),
    inviteeUuid: vote.invitee_id,
    createdAt: formatMicroseconds(vote.created_at),
    updatedAt: formatMicroseconds(vote.updated_at),
  };
}

/** How the workspace and the page of a poll look. */
export interface PollBranding {
  readonly organization: string;
  readonly logo: string | null;
  readonly color: string;
}

/** Without addresses, and without the votes of others where they are hidden. */
export function serializePublicPoll(
  ctx: Ctx,
  row: PollRow,
  { organization, logo, color }: PollBranding,
  votes: readonly VoteRow[],
  own: VoteRow | undefined,
): PublicPollView {
  const isHidden = row.hides_votes;
  const hidden = { yes: null, ifNeeded: null, no: null };
  return {
    title: row.title,
    description: row.description,
    organization,
    logoUrl: buildImageUrl(ctx, logo),
    color,
    hosts: row.hosts.map((host) => ({
      name: getFullName(host),
      slug: host.slug,
      avatarUrl: buildImageUrl(ctx, host.avatar),
    })),
    duration: row.duration,
    status: row.status,
    takesVotes: canVote(row, ctx.now),
    isBookable: row.status !== 'open' || row.obstacle === null,
    deadline: row.deadline && formatMicroseconds(row.deadline),
    startTime: row.chosen_start === null ? null : formatInstant(row.chosen_start),
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
  return { startTime: formatInstant(start), endTime: formatInstant(start + duration) };
}

export function formatInstant(minute: number): string {
  return formatWireTime(new Date(minute * 60_000));
}

function countsAt(votes: readonly VoteRow[], start: number) {
  return {
    yes: countAnswers(votes, start, 'yes'),
    ifNeeded: countAnswers(votes, start, 'if_needed'),
    no: countAnswers(votes, start, 'no'),
  };
}

function answersView({ starts }: Pick<PollRow, 'starts'>, vote: VoteRow) {
  return starts.map((start) => ({ startTime: formatInstant(start), answer: getAnswer(vote, start) }));
}
