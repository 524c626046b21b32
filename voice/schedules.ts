import moment from 'moment-timezone';
import { usualRetryDelays } from '../contract/src/agents.ts';
import type { CallOutcome } from '../server/src/calls/provider.ts';
import { decideNext, toTelephony, type RetryRules } from '../server/src/calls/retries.rules.ts';
import {
  findNextDialTime,
  placeWithinSeconds,
  listCalleeZones,
  type CallingHours,
} from '../server/src/calls/rules.ts';
import { pickOne, type Plan, type Proof } from './proof.ts';

/**
 * Schedules of calls over weeks, without a telephone: random numbers, hours, outcomes, and clocks that change. What is dialled
 * is judged by a program of its own: moment-timezone for the clock, and zones that are written down by hand.
 */

/** Which zones each number may be in, by hand. Of a whole country those that are furthest apart. */
const numbers: Readonly<Record<string, readonly string[]>> = {
  '+493012345678': ['Europe/Berlin'],
  '+442071234567': ['Europe/London'],
  '+81312345678': ['Asia/Tokyo'],
  '+12125550147': ['America/New_York'],
  '+18505550147': ['America/New_York', 'America/Chicago'],
  '+16025550147': ['America/Phoenix'],
  '+61212345678': ['Australia/Sydney'],
  '+61891234567': ['Australia/Perth'],
  '+6421123456': ['Pacific/Auckland', 'Pacific/Chatham'],
  '+5511912345678': ['America/Sao_Paulo'],
  '+34922123456': ['Atlantic/Canary'],
  '+9779812345678': ['Asia/Kathmandu'],
  '+212612345678': ['Africa/Casablanca'],
  '+74951234567': ['Europe/Moscow'],
  '+18005550147': ['America/New_York', 'America/Los_Angeles', 'America/Adak', 'Pacific/Honolulu'],
};
/** It has 29 zones, which take long. */
const rare = '+18005550147';
const named = ['Europe/Lisbon', 'America/St_Johns', 'Australia/Lord_Howe', 'Africa/Cairo', 'Asia/Kolkata'];
const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const minuteMs = 60_000;
const dayMs = 86_400_000;
const weekMs = 7 * dayMs;
const simulatedDays = 21;

/** What is on trial; a control puts something wrong in its place. */
export interface Deciders {
  readonly nextDial: typeof findNextDialTime;
  readonly decideNext: typeof decideNext;
}

interface Call {
  readonly hours: CallingHours | null;
  readonly rules: RetryRules;
  dueMs: number | undefined;
  attempts: number;
  failures: number;
  /** When the last attempt forbids the next, and until when. */
  notBeforeMs: number;
}

interface AttemptEnd {
  readonly outcome: CallOutcome | null;
  readonly isFinal: boolean;
}

const endings: readonly AttemptEnd[] = [
  { outcome: 'answered', isFinal: false },
  { outcome: 'busy', isFinal: false },
  { outcome: 'busy', isFinal: false },
  { outcome: 'not_answered', isFinal: false },
  { outcome: 'not_answered', isFinal: false },
  { outcome: 'not_answered', isFinal: true },
  { outcome: 'voicemail', isFinal: false },
  { outcome: 'unknown', isFinal: false },
  { outcome: null, isFinal: false },
  { outcome: null, isFinal: true },
];

export interface Tally {
  dials: number;
  postponed: number;
  readonly wrong: string[];
}

/** One number, and the calls of several agents to it, over three weeks. */
export function simulateCalls(random: Plan['random'], deciders: Deciders, tally: Tally): void {
  const number = random(200) === 0 ? rare : pickOne(random, commonNumbers);
  const timeZone = random(5) === 0 ? pickOne(random, named) : null;
  const zones = listCalleeZones(number, timeZone, 'Europe/Berlin');
  const clocks = timeZone === null ? (numbers[number] ?? []) : [timeZone];
  const startMs = startOf(random, clocks[0] ?? 'UTC');
  const calls = Array.from({ length: 1 + random(3) }, () => newCall(random, startMs));
  const dialledMs: number[] = [];
  const placedMs: number[] = [];
  for (;;) {
    const [call] = calls
      .filter(({ dueMs }) => dueMs !== undefined)
      .sort((a, b) => (a.dueMs ?? 0) - (b.dueMs ?? 0));
    if (call?.dueMs === undefined || call.dueMs > startMs + simulatedDays * dayMs) break;
    // A worker comes when it is due, or up to a minute and a half later.
    const nowMs = call.dueMs + (random(3) === 0 ? random(90_000) : 0);
    const openingMs = deciders.nextDial(call.hours, zones, nowMs, dialledMs);
    if (openingMs === undefined) call.dueMs = undefined;
    else if (openingMs > nowMs) {
      tally.postponed += 1;
      call.dueMs = openingMs;
    } else dial(call, nowMs);
  }
  for (const [index, ms] of placedMs.entries())
    if (index >= 3 && ms - placedMs[index - 3]! < dayMs)
      wrong(`${number} was dialled a fourth time within a day, at ${new Date(ms).toISOString()}`);

  function dial(call: Call, nowMs: number): void {
    const ended = pickOne(random, endings);
    const atMs = nowMs + random(placeWithinSeconds * 1000);
    tally.dials += 1;
    call.attempts += 1;
    judge(call, nowMs, atMs);
    // A number that was not dialed after all does not count.
    if (ended.outcome !== null) {
      dialledMs.push(nowMs);
      placedMs.push(atMs);
      placedMs.sort((a, b) => a - b);
    }
    const telephony = toTelephony(ended.outcome, ended.isFinal);
    call.failures = telephony === 'failed' ? call.failures + 1 : 0;
    const endedMs = atMs + random(120_000);
    const decision = deciders.decideNext(
      { ...ended, telephony, attempt: call.attempts, error: null, failures: call.failures },
      call.rules,
    );
    call.dueMs = decision.next === 'retry' ? endedMs + decision.afterMinutes * minuteMs : undefined;
    call.notBeforeMs = endedMs + waitOf(call, ended) * minuteMs;
  }

  function judge({ hours, rules, attempts, notBeforeMs }: Call, nowMs: number, atMs: number): void {
    if (attempts > rules.maxAttempts) wrong(`attempt ${attempts} of ${rules.maxAttempts} to ${number}`);
    if (nowMs < notBeforeMs) wrong(`${number} was tried again too soon, or at all`);
    for (const clock of clocks)
      if (hours !== null && !isOpen(hours, clock, atMs))
        wrong(
          `${number} was dialled at ${moment.tz(atMs, clock).format('ddd YYYY-MM-DD HH:mm:ss')} in ${clock}`,
        );
  }

  function wrong(sentence: string): void {
    tally.wrong.push(sentence);
  }
}

const commonNumbers = Object.keys(numbers).filter((number) => number !== rare);

/** Half of them begin within two weeks of a day on which the clock changes. */
function startOf(random: Plan['random'], clock: string): number {
  const year = 2026 + random(3);
  const anyMs = Date.UTC(year, 0, 1) + random(365 * 24 * 60) * minuteMs;
  if (random(2) === 0) return anyMs;
  const next = moment.tz.zone(clock)?.untils.find((ms) => ms !== null && ms > anyMs);
  return next === undefined || next > anyMs + 366 * dayMs ? anyMs : next - random(14 * 24 * 60) * minuteMs;
}

function newCall(random: Plan['random'], startMs: number): Call {
  const isAlike = random(3) === 0;
  return {
    hours: random(10) === 0 ? null : hoursOf(random),
    rules: {
      maxAttempts: 1 + random(10),
      delayMinutes: 1 + random(600),
      delays: isAlike ? null : { ...usualRetryDelays, voicemail: random(2) === 0 ? null : 1440 },
    },
    dueMs: startMs + random(2 * 24 * 60) * minuteMs + random(minuteMs),
    attempts: 0,
    failures: 0,
    notBeforeMs: 0,
  };
}

const openings = [
  ['09:00', '17:00'],
  ['08:30', '12:00'],
  ['13:00', '18:15'],
  // When clocks change.
  ['01:30', '03:30'],
  ['00:00', '24:00'],
  ['10:00', '10:01'],
  ['22:00', '24:00'],
] as const;

function hoursOf(random: Plan['random']): CallingHours {
  const chosen = days.filter(() => random(3) > 0);
  return (chosen.length > 0 ? chosen : ['Mon']).map((day) => ({
    day,
    timesets: [[...pickOne(random, openings)] as [string, string]],
  })) as CallingHours;
}

/** On the clock of moment-timezone, minute by minute. */
function isOpen(hours: CallingHours, clock: string, atMs: number): boolean {
  const local = moment.tz(atMs, clock);
  const time = local.format('HH:mm');
  return hours.some(
    ({ day, timesets }) =>
      day === days[local.day()] && timesets.some(([from = '', to = '']) => from <= time && time < to),
  );
}

/** How many minutes must pass before the next attempt; no number is enough where there must be none. */
function waitOf(
  { rules: { delays, delayMinutes }, failures }: Call,
  { outcome, isFinal }: AttemptEnd,
): number {
  if (outcome === 'answered' || outcome === 'unknown' || isFinal) return Infinity;
  if (outcome === 'voicemail') return delays?.voicemail ?? Infinity;
  if (delays === null) return delayMinutes;
  if (outcome === null) return failures >= 3 ? Infinity : 1;
  return outcome === 'busy' ? 15 : 120;
}

export const trial: Deciders = { nextDial: findNextDialTime, decideNext };

/** Each forgets one thing. */
export const faults: Readonly<Record<string, Deciders>> = {
  'the caps are forgotten': {
    ...trial,
    nextDial: (hours, zones, nowMs) => findNextDialTime(hours, zones, nowMs, []),
  },
  'only one zone of a number counts': {
    ...trial,
    nextDial: (hours, zones, nowMs, dialledMs) =>
      findNextDialTime(hours, zones.slice(0, 1), nowMs, dialledMs),
  },
  'the clock of last week counts': {
    ...trial,
    nextDial: (hours, zones, nowMs, dialledMs) => {
      const found = findNextDialTime(
        hours,
        zones,
        nowMs - weekMs,
        dialledMs.map((ms) => ms - weekMs),
      );
      return found === undefined ? undefined : found + weekMs;
    },
  },
  'what was declined is tried again': {
    ...trial,
    decideNext: (ended, rules) => decideNext({ ...ended, isFinal: false }, rules),
  },
};

export const schedules: Proof = {
  claim: 'No number is dialled outside of its hours or too often, whatever the clocks and outcomes.',
  numbers: { count: 1_000_000 },
  smoke: { count: 2_000 },
  async run({ random, number, log }) {
    const count = number('count');
    const tally: Tally = { dials: 0, postponed: 0, wrong: [] };
    for (let index = 1; index <= count; index += 1) {
      simulateCalls(random, trial, tally);
      if (index % 100_000 === 0)
        log(`  ${index} schedules, ${tally.dials} dials, ${tally.wrong.length} wrong`);
    }
    for (const [fault, deciders] of Object.entries(faults)) {
      const control: Tally = { dials: 0, postponed: 0, wrong: [] };
      for (let index = 0; index < Math.min(count, 20_000); index += 1)
        simulateCalls(random, deciders, control);
      log(`  control: ${fault}: ${control.wrong.length} wrong, such as ${control.wrong[0] ?? 'none'}`);
      if (control.wrong.length === 0) tally.wrong.push(`the control "${fault}" found nothing`);
    }
    return {
      counts: { schedules: count, dials: tally.dials, postponed: tally.postponed },
      wrong: tally.wrong,
    };
  },
};
