import type { FormModel, Values } from '@daybook/booking/fields';
import type { PollAnswer, PollModel, PollTime } from '@daybook/booking/poll-model';
import { zoneCountries, zoneNames } from '@daybook/contract/zone-names.gen';
import { floorToMinute } from '@daybook/engine/dates';
import { toDay, getOffset, type Zone } from '@daybook/engine/zones';
import { getFullName } from '../members/public.ts';
import type { Ctx } from '../platform/context.ts';
import { buildImagePath } from '../platform/urls.ts';
import { getZone } from '../platform/zones.ts';
import { canVote, type VisitedPoll } from '../polls/public.ts';
import { formatClockAt } from './clock.ts';
import type { Reader } from './reader.ts';

/** What the form shows beside the poll: as it is new, or as it was sent before. */
export interface Ballots extends Pick<PollModel, 'errors' | 'notice'> {
  readonly token: string;
  readonly values: Values | undefined;
  readonly confirmation: string | null;
}

export function buildPollModel(ctx: Ctx, reader: Reader, visited: VisitedPoll, ballots: Ballots): PollModel {
  const { poll, looks, own } = visited;
  const { site } = reader;
  const zone = getZone(reader.zone);
  const deadline = poll.deadline === null ? null : floorToMinute(Date.parse(poll.deadline));
  const known = own ? { name: own.name, email: own.email } : {};
  const { errors, notice, token, values, confirmation } = ballots;
  return {
    site,
    color: looks.color,
    title: poll.title,
    description: poll.description,
    organization: { name: looks.organization, logo: buildImagePath(looks.logo) },
    hosts: poll.hosts.map(getFullName),
    duration: poll.duration,
    status: stageOf(ctx, visited),
    deadline: deadline === null ? null : { day: toDay(zone, deadline), clock: formatClockAt(zone, deadline) },
    zone: zone.name,
    zones: zoneNames.filter(isInUse),
    offset: getOffset(zone, poll.starts[0] ?? 0),
    zoneIsGuess: reader.zoneIsGuess,
    times: poll.starts.map((start) => timeOf(visited, zone, start, values)),
    hidesVotes: poll.hides_votes,
    hasVoted: own !== undefined,
    isThanked: own !== undefined && site.query['voted'] === '1',
    form: buildPollForm({ ...known, ...values }, token, confirmation),
    ...{ errors, notice },
  };
}

function stageOf({ now }: Ctx, { poll }: VisitedPoll): PollModel['status'] {
  if (poll.status !== 'open') return poll.status;
  if (poll.obstacle) return 'halted';
  return canVote(poll, now) ? 'open' : 'closed';
}

/** A form of names and addresses only. */
export function buildPollForm(values: Values, token: string, confirmation: string | null): FormModel {
  return {
    ...{ mode: 'book', splitName: false, asksPhone: false, places: [], questions: [], host: '', seats: 1 },
    ...{ recurrence: null, phoneCountries: { all: [], guess: '' }, values, token, confirmation },
  };
}

/** Former names have no country. */
function isInUse(_name: string, index: number): boolean {
  return zoneCountries.slice(2 * index, 2 * index + 2) !== '..';
}

function timeOf(
  { poll, votes, own }: VisitedPoll,
  zone: Zone,
  start: number,
  values: Values | undefined,
): PollTime {
  const others = votes.filter(({ id }) => id !== own?.id);
  const saying = (answer: PollAnswer) =>
    others.filter((vote) => vote.answers[start] === answer).map(({ name }) => name);
  const sent = values?.[`t${start}`] as PollAnswer | undefined;
  return {
    value: String(start),
    day: toDay(zone, start),
    startClock: formatClockAt(zone, start),
    endClock: formatClockAt(zone, start + poll.duration),
    votes: poll.hides_votes ? null : { yes: saying('yes'), if_needed: saying('if_needed') },
    answer: sent ?? own?.answers[start],
    isPicked: poll.chosen_start === start,
  };
}
