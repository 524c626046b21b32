import type { FormModel, Values } from '@daybook/booking/fields';
import type { PollAnswer, PollModel, PollTime } from '@daybook/booking/poll-model';
import { zoneCountries, zoneNames } from '@daybook/contract/zone-names.gen';
import { minuteFloor } from '@daybook/engine/dates';
import { dayAt, offsetAt, type Zone } from '@daybook/engine/zones';
import { fullName } from '../members/public.ts';
import type { Ctx } from '../platform/context.ts';
import { imagePath } from '../platform/urls.ts';
import { zoneNamed } from '../platform/zones.ts';
import { takesVotes, type VisitedPoll } from '../polls/public.ts';
import { clockAt } from './clock.ts';
import type { Reader } from './reader.ts';

/** What the form shows beside the poll: as it is new, or as it was sent before. */
export interface Ballots extends Pick<PollModel, 'errors' | 'notice'> {
  readonly token: string;
  readonly values: Values | undefined;
  readonly confirmation: string | null;
}

export function pollModel(ctx: Ctx, reader: Reader, visited: VisitedPoll, ballots: Ballots): PollModel {
  const { poll, looks, own } = visited;
  const { site } = reader;
  const zone = zoneNamed(reader.zone);
  const deadline = poll.deadline === null ? null : minuteFloor(Date.parse(poll.deadline));
  const known = own ? { name: own.name, email: own.email } : {};
  const { errors, notice, token, values, confirmation } = ballots;
  return {
    site,
    color: looks.color,
    title: poll.title,
    description: poll.description,
    organization: { name: looks.organization, logo: imagePath(looks.logo) },
    hosts: poll.hosts.map(fullName),
    duration: poll.duration,
    status: stageOf(ctx, visited),
    deadline: deadline === null ? null : { day: dayAt(zone, deadline), clock: clockAt(zone, deadline) },
    zone: zone.name,
    zones: zoneNames.filter(isInUse),
    offset: offsetAt(zone, poll.starts[0] ?? 0),
    zoneIsGuess: reader.zoneIsGuess,
    times: poll.starts.map((start) => timeOf(visited, zone, start, values)),
    hidesVotes: poll.hides_votes,
    hasVoted: own !== undefined,
    isThanked: own !== undefined && site.query['voted'] === '1',
    form: pollForm({ ...known, ...values }, token, confirmation),
    ...{ errors, notice },
  };
}

function stageOf({ now }: Ctx, { poll }: VisitedPoll): PollModel['status'] {
  if (poll.status !== 'open') return poll.status;
  if (poll.obstacle) return 'halted';
  return takesVotes(poll, now) ? 'open' : 'closed';
}

/** A form of names and addresses only. */
export function pollForm(values: Values, token: string, confirmation: string | null): FormModel {
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
    day: dayAt(zone, start),
    startClock: clockAt(zone, start),
    endClock: clockAt(zone, start + poll.duration),
    votes: poll.hides_votes ? null : { yes: saying('yes'), if_needed: saying('if_needed') },
    answer: sent ?? own?.answers[start],
    isPicked: poll.chosen_start === start,
  };
}
