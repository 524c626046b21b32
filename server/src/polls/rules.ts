import { getLocationKind } from '@daybook/contract/locations.data';
import { floorToMinute } from '@daybook/engine/dates';
import type { FieldErrors } from '../platform/problems.ts';
import type { GroupMeeting, PageLocation } from '../scheduled-events/public.ts';
import type { AnswerName, Answers, PollRow, VoteRow } from './store.ts';

/** More are no meeting whose time a poll can find. */
export const maxVoters = 100;
const maxDaysAhead = 366;

export function parseStarts(times: readonly string[]): number[] {
  return times.map((time) => floorToMinute(Date.parse(time))).toSorted((a, b) => a - b);
}

/** What is wrong with times and deadline by now. */
export function validateTimes(
  { times = [], deadline }: { times?: readonly string[]; deadline?: string | null | undefined },
  now: Date,
): FieldErrors {
  const errors: FieldErrors = {};
  const latest = now.getTime() + maxDaysAhead * 86_400_000;
  for (const [index, time] of times.entries()) {
    const at = Date.parse(time);
    if (at <= now.getTime()) errors[`times.${index}`] = ['Must be in the future.'];
    else if (at > latest) errors[`times.${index}`] = ['Must be at most a year ahead.'];
  }
  const last = times.length === 0 ? Infinity : Math.max(...times.map((time) => Date.parse(time)));
  if (deadline && Date.parse(deadline) <= now.getTime()) errors['deadline'] = ['Must be in the future.'];
  else if (deadline && Date.parse(deadline) > last) errors['deadline'] = ['Must be before the last time.'];
  return errors;
}

/** A place that needs something of each invitee, whom a poll does not ask for it. */
export function findPlaceProblem({ type, address, phone }: Omit<PageLocation, 'id'>): FieldErrors {
  const { needsPhone, requiredOptions } = getLocationKind(type);
  if (requiredOptions.includes('address') && !address)
    return { 'location.address': ['This field is required.'] };
  if (needsPhone && !phone) return { 'location.phone': ['Must be the number that invitees call.'] };
  return {};
}

/** Those who vote are told so as well. */
export function findOpenProblem(status: PollRow['status']): string | undefined {
  const sentences: Partial<Record<PollRow['status'], string>> = {
    finalised: 'A time was already chosen.',
    cancelled: 'This poll was canceled.',
    expired: 'All times of this poll have passed.',
  };
  return sentences[status];
}

type Stage = Pick<PollRow, 'status' | 'deadline' | 'obstacle'>;

export function canVote(poll: Stage, now: Date): boolean {
  return findVoteProblem(poll, now) === undefined;
}

/** To vote for what can't be booked is in vain. What the obstacle is, is for hosts to know. */
export function findVoteProblem({ status, deadline, obstacle }: Stage, now: Date): string | undefined {
  const whyNot = findOpenProblem(status);
  if (whyNot) return whyNot;
  if (obstacle) return 'This meeting can no longer be booked. Ask the person who sent you the link.';
  const isLate = deadline !== null && Date.parse(deadline) <= now.getTime();
  return isLate ? 'Voting in this poll is closed.' : undefined;
}

type GivenAnswers = readonly { readonly startTime: string; readonly answer: AnswerName }[];

export function validateAnswers({ starts }: Pick<PollRow, 'starts'>, given: GivenAnswers = []): FieldErrors {
  const errors: FieldErrors = {};
  const seen = new Set<number>();
  for (const [index, { startTime }] of given.entries()) {
    const start = Date.parse(startTime) / 60_000;
    if (!starts.includes(start)) errors[`answers.${index}.startTime`] = ['Must be a time of this poll.'];
    else if (seen.has(start)) errors[`answers.${index}.startTime`] = ['Must be answered only once.'];
    seen.add(start);
  }
  return errors;
}

/** By start; what is not named is a no. */
export function toAnswers({ starts }: Pick<PollRow, 'starts'>, given: GivenAnswers): Answers {
  const named = new Map(given.map(({ startTime, answer }) => [Date.parse(startTime) / 60_000, answer]));
  return Object.fromEntries(starts.map((start) => [start, named.get(start) ?? 'no']));
}

export function getAnswer({ answers }: Pick<VoteRow, 'answers'>, start: number): AnswerName {
  return answers[start] ?? 'no';
}

export function countAnswers(
  votes: readonly Pick<VoteRow, 'answers'>[],
  start: number,
  answer: AnswerName,
): number {
  return votes.filter((vote) => getAnswer(vote, start) === answer).length;
}

export function toGathering(poll: PollRow): GroupMeeting {
  const { event_type_id: eventTypeId, host_ids: hostIds, title, duration, location, starts } = poll;
  return { eventTypeId, hostIds, title, duration, location, starts };
}
