import { runCall, cases, type Case } from '../server/src/calls/sip/test-scenarios.ts';
import { sipp, startPhone } from '../server/src/calls/sip/test-sipp.ts';
import { provideProgram } from '../server/test/debian.ts';
import { startCapture, tshark } from './capture.ts';
import { listFaults } from './packets.ts';
import { runInParallel, type Findings, type Plan, type Proof } from './proof.ts';

/** Phones of SIPp, one process for each call. What was sent is judged by the packets that tshark has seen, and by nothing of ours. */

export const scenarios: Proof = {
  claim:
    'Whatever becomes of a call, its packets are as RFC 3261 demands, it is dialled once and nothing is left open.',
  numbers: { 'at-once': 6, times: 1 },
  smoke: { 'at-once': 6, times: 1 },
  run,
};

/** What we still owe to a phone after the end of a call is sent within this time. */
const closingMs = 3500;

async function run(plan: Plan): Promise<Findings> {
  const missing = (await provideProgram(sipp)) ?? (await provideProgram(tshark));
  if (missing) throw new Error(`Not tested: ${missing}`);
  const capture = await startCapture();
  const ports = new Map<number, string>();
  const wrong: string[] = [];
  const work = Array.from({ length: plan.number('times') }, () => Object.entries(cases)).flat();
  try {
    await runInParallel(work, plan.number('at-once'), async ([name, each]) => {
      const phone = await startPhone(each.steps);
      ports.set(phone.port, name);
      wrong.push(...(await judgeEnd(name, each, phone)));
    });
    await new Promise((resolve) => setTimeout(resolve, closingMs));
    const packets = await capture.read([...ports.keys()]);
    // A phone may ask under a Call-ID of its own whether we are there.
    const dialled = new Set(
      packets.filter(({ method, fromUs }) => fromUs && method === 'INVITE').map(({ callId }) => callId),
    );
    for (const callId of dialled) {
      const faults = listFaults(packets.filter((packet) => packet.callId === callId));
      wrong.push(...faults.map((fault) => `${callId}: ${fault}`));
    }
    if (dialled.size !== work.length)
      wrong.push(`${work.length} calls were placed, and ${dialled.size} dialled.`);
    return { counts: { scenarios: work.length, calls: dialled.size, packets: packets.length }, wrong };
  } finally {
    await capture.close();
  }
}

async function judgeEnd(
  name: string,
  each: Case,
  { port, done }: { port: number; done: Promise<string> },
): Promise<string[]> {
  const { end, seen } = await runCall(each, port);
  const complaint = await done;
  const isRight = JSON.stringify(sorted(end)) === JSON.stringify(sorted(each.end));
  const sawAll = !each.seen || JSON.stringify([...new Set(seen)]) === JSON.stringify(each.seen);
  return [
    ...(isRight ? [] : [`${name}: ended as ${JSON.stringify(end)}.`]),
    ...(sawAll ? [] : [`${name}: saw ${seen.join(', ')}.`]),
    ...(complaint ? [`${name}: SIPp says ${complaint}`] : []),
  ];
}

const sorted = (record: object) => Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1));
