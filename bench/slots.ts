// npx tsx bench/slots.ts
// CPU per answer of the engine on six inputs, compared with the leading peer on the same inputs. An answer is `HH:mm` by date
// in the viewer's zone, ready to send. Fails when an answer is wrong, or not 100 times cheaper than the peer's.

import { groupTimesByDate } from '@daybook/engine/present';
import { computeSlots } from '@daybook/engine/slots';
import { toDay } from '@daybook/engine/zones';
import { Temporal } from 'temporal-polyfill';
import { BENCH_CASES, readCases, type WholeInput } from '../engine/fixtures/cases.ts';
import { toPlainQuery } from '../engine/fixtures/whole.ts';
import { catalog, getZone } from '../engine/fixtures/zones.ts';
import { judge, chooseForSmoke } from './parts/smoke.ts';

/** Milliseconds of CPU per answer on a Neoverse-N1 core, Node 20. */
const PEER_CPU_MS: Readonly<Record<string, number>> = { a: 13.3, b: 53.4, c: 53.0, d: 299, e: 86, f: 501 };
const REQUIRED_RATIO = 100;
const ROUNDS = chooseForSmoke(7, 1);
const ROUND_CPU_MS = chooseForSmoke(150, 5);

let isGood = true;
console.log(`Node ${process.version}, ${process.arch}, zone data ${catalog.version}`);
console.log(`Calibration: ${calibrate().toFixed(1)} ms of CPU for 20 million steps of a fixed integer loop`);
console.log('');
console.log(
  'input                             engine ms   with parsing ms   peer ms   ratio   (with parsing)',
);
for (const benchCase of readCases(BENCH_CASES)) {
  if (benchCase.kind !== 'bench') throw new Error(`${benchCase.id} is no bench input.`);
  measureCase(
    benchCase.id,
    benchCase.input,
    benchCase.expected['slotsByViewerDate'] as Record<string, string[]>,
  );
}
console.log('');
console.log(isGood ? `Every answer right, every ratio at least ${REQUIRED_RATIO}.` : 'NOT GOOD ENOUGH.');
judge(isGood);

function measureCase(name: string, input: WholeInput, expected: Record<string, string[]>): void {
  const { query, window } = toPlainQuery(input);
  const viewer = getZone(input.viewerTimeZone);
  const firstDay = toDay(viewer, window.start);
  const lastDay = toDay(viewer, window.end - 1);
  const answerOnce = () => groupTimesByDate(computeSlots(query, window), viewer, firstDay, lastDay);
  // The same from text: ISO instants and HH:mm hours, as an outside caller would pass them.
  const parseAndAnswer = () => {
    const parsed = toPlainQuery(input);
    return groupTimesByDate(computeSlots(parsed.query, parsed.window), viewer, firstDay, lastDay);
  };

  const isRight = JSON.stringify(answerOnce()) === JSON.stringify(expectedDays(expected, input));
  const engineMs = cpuPerCallMs(answerOnce);
  const withParsingMs = cpuPerCallMs(parseAndAnswer);
  const peerMs = PEER_CPU_MS[name[0] ?? ''] ?? Number.NaN;
  const ratio = peerMs / engineMs;
  if (!isRight) throw new Error(`The answer of ${name} is wrong.`);
  isGood &&= ratio >= REQUIRED_RATIO;
  console.log(
    name.padEnd(34) +
      engineMs.toFixed(4).padStart(9) +
      withParsingMs.toFixed(4).padStart(18) +
      peerMs.toFixed(1).padStart(10) +
      ratio.toFixed(0).padStart(8) +
      (peerMs / withParsingMs).toFixed(0).padStart(11) +
      (isRight ? '' : '   WRONG ANSWER'),
  );
}

/** The expected instants as a viewer reads them: every date of the window, also those without a slot. */
function expectedDays(expected: Record<string, string[]>, input: WholeInput) {
  const viewer = getZone(input.viewerTimeZone);
  const firstDay = toDay(viewer, Date.parse(input.window.start) / 60_000);
  const lastDay = toDay(viewer, Date.parse(input.window.end) / 60_000 - 1);
  return Array.from({ length: lastDay - firstDay + 1 }, (_, i) => {
    const date = new Date((firstDay + i) * 86_400_000).toISOString().slice(0, 10);
    return { date, slots: (expected[date] ?? []).map((instant) => clockText(instant, input.viewerTimeZone)) };
  });
}

/** By Temporal, since the engine must not check its own answers. */
function clockText(instant: string, timeZone: string): string {
  const there = Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone);
  return there.toPlainTime().toString({ smallestUnit: 'minute' });
}

/** The median of several rounds, each long enough for the clock, after a warm-up. */
function cpuPerCallMs(call: () => unknown): number {
  let calls = 1;
  while (cpuOf(call, calls) < ROUND_CPU_MS) calls *= 2;
  const rounds = Array.from({ length: ROUNDS }, () => cpuOf(call, calls) / calls);
  return rounds.sort((a, b) => a - b)[ROUNDS >> 1] ?? Number.NaN;
}

function cpuOf(call: () => unknown, calls: number): number {
  const before = process.cpuUsage();
  for (let i = 0; i < calls; i++) call();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** A loop that never changes, so that figures of different machines can be compared. */
function calibrate(): number {
  let state = 1;
  const spin = () => {
    for (let i = 0; i < 20_000_000; i++) {
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
    }
    return state;
  };
  spin();
  return cpuOf(spin, 1);
}
