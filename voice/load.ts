import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { provideVoices } from '../server/src/calls/speech/test-voices.ts';
import { provideProgram } from '../server/test/debian.ts';
import { startCapture, tshark, type AudioPacket } from './capture.ts';
import { openDaybook, type Daybook } from './daybook.ts';
import type { Measurement, Order } from './peer.ts';
import { runInParallel, type Findings, type Plan, type Proof } from './proof.ts';

/**
 * Many calls at once by one worker process. The other end is a process that measures when it is answered; the packets are recorded on the
 * wire, with the times of the kernel.
 */

export const load: Proof = {
  claim: 'With fifty calls at once on two cores, audio is steady and answers come in time.',
  numbers: { calls: 50, rounds: 3 },
  smoke: { calls: 2, rounds: 1 },
  run,
};

const limits = { jitterP99Ms: 10, turnP95Ms: 900, bargeInMs: 250 };
const interruptEvery = 4;
/** More callers than calls that count, since some are always between two. What is measured with fewer calls open is left out. */
const spare = 1.16;
/** Calls begin spread over this time, so that they are not all at the same sentence. */
const spreadMs = 25_000;
const callLimitMs = 240_000;

async function run(plan: Plan): Promise<Findings> {
  const missing = (await provideVoices('calls')) ?? (await provideProgram(tshark));
  if (missing) throw new Error(`Not tested: ${missing}`);
  const atOnce = plan.number('calls');
  const order: Order = { busyFrom: atOnce, interruptEvery };
  const peer = fork(fileURLToPath(new URL('./peer.ts', import.meta.url)), [JSON.stringify(order)], {
    execArgv: ['--import', 'tsx'],
    serialization: 'advanced',
  });
  const [{ port }] = (await once(peer, 'message')) as [{ port: number }];
  const daybook = await openDaybook(port);
  const capture = await startCapture();
  try {
    const counts = await callAll(daybook, Math.ceil(atOnce * spare), plan);
    peer.send('measure');
    const [measured] = (await once(peer, 'message')) as [Measurement];
    const audio = audioOf(await capture.audioTo(new Set(measured.ports)), atOnce);
    const exceeded = judge({ ...measured, ...audio }, atOnce, plan.log);
    return {
      counts,
      wrong: [...(plan.isSmoke ? [] : exceeded), ...(counts['booked'] ? [] : ['Nothing was booked.'])],
    };
  } finally {
    peer.kill('SIGKILL');
    await capture.close();
    await daybook.close();
  }
}

async function callAll(daybook: Daybook, callers: number, plan: Plan): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  const count = (what: string): void => void (counts[what] = (counts[what] ?? 0) + 1);
  const lanes = Array.from({ length: callers }, (_, lane) => lane);
  const agents: string[] = [];
  for (const lane of lanes) agents.push(await daybook.agent(lane + 1, 'slt'));
  const offsets = lanes.map(() => plan.random(spreadMs));
  await runInParallel(lanes, callers, async (lane) => {
    await new Promise((resolve) => setTimeout(resolve, offsets[lane]));
    for (let round = 0; round < plan.number('rounds'); round += 1) {
      const name = `${round}x${lane}`;
      const person = {
        phoneNumber: `+4930${String(3_000_000 + round * 1000 + lane)}`,
        email: `p${name}@voice.example`,
        fullName: `Ines ${name}`,
      };
      const agentId = agents[lane] ?? '';
      const call = await daybook.ended(agentId, await daybook.dial(agentId, person), callLimitMs);
      count(!call ? 'not ended' : call.callLog?.eventUuid ? 'booked' : (call.error ?? 'nothing booked'));
    }
  });
  return counts;
}

interface Audio {
  /** How far packets were from 20 ms after the one before them, while so many calls were open. */
  readonly jitterMs: readonly number[];
  readonly lost: number;
}

function audioOf(packets: readonly AudioPacket[], atOnce: number): Audio {
  const lastOf = new Map(packets.map((packet) => [packet.stream, packet.atMs]));
  const before = new Map<string, AudioPacket>();
  const jitterMs: number[] = [];
  let lost = 0;
  for (const packet of packets) {
    const previous = before.get(packet.stream);
    before.set(packet.stream, packet);
    if (lastOf.get(packet.stream) === packet.atMs) before.delete(packet.stream);
    if (!previous) continue;
    const skipped = (packet.sequence - previous.sequence - 1) & 0xffff;
    lost += skipped;
    const dueMs = ((packet.timestamp - previous.timestamp) >>> 0) / 8;
    if (skipped === 0 && before.size >= atOnce) jitterMs.push(Math.abs(packet.atMs - previous.atMs - dueMs));
  }
  return { jitterMs, lost };
}

function judge(measured: Measurement & Audio, atOnce: number, log: Plan['log']): string[] {
  const { jitterMs, turnsMs, bargeInsMs, maxAtOnce, lost } = measured;
  const figures: [string, number, number][] = [
    ['jitter p99', quantile(jitterMs, 0.99), limits.jitterP99Ms],
    ['turn p95', quantile(turnsMs, 0.95), limits.turnP95Ms],
    ['barge-in, slowest', quantile(bargeInsMs, 1), limits.bargeInMs],
  ];
  log(`\n${maxAtOnce} calls at once at most; ${jitterMs.length} packets, ${lost} lost`);
  for (const [name, list] of Object.entries({ jitterMs, turnsMs, bargeInsMs })) {
    const values = [0.5, 0.95, 0.99, 1].map((share) => quantile(list, share).toFixed(1));
    log(`  ${name}: ${list.length} measured; p50, p95, p99, most: ${values.join(', ')}`);
  }
  for (const [name, value, limit] of figures) log(`  ${name}: ${value.toFixed(1)} ms, at most ${limit} ms`);
  return [
    ...figures.flatMap(([name, value, limit]) =>
      value <= limit ? [] : [`${name} is ${value.toFixed(1)} ms instead of at most ${limit} ms.`],
    ),
    ...(maxAtOnce >= atOnce ? [] : [`There were ${maxAtOnce} calls at once instead of ${atOnce}.`]),
    ...(Math.min(jitterMs.length, turnsMs.length, bargeInsMs.length) > 0 ? [] : ['Nothing was measured.']),
  ];
}

function quantile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
