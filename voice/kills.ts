import { createSocket } from 'node:dgram';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadHosts } from '../bench/parts/calendar.ts';
import { runOnWorld } from '../chaos/world.ts';
import { newAgent } from '../contract/src/agents.ts';
import { advanceDueCalls } from '../server/src/calls/advance-call.ts';
import { createAgent } from '../server/src/calls/agents.ts';
import { startStep } from '../server/src/calls/start-attempt.ts';
import { createProviders } from '../server/src/calls/providers.ts';
import { queueCall } from '../server/src/calls/queue-call.ts';
import { simulator } from '../server/src/calls/simulator.ts';
import { buildResponse } from '../server/src/calls/sip/dialog.ts';
import { findHeader, parseMessage, serializeMessage } from '../server/src/calls/sip/message.ts';
import { findDueCalls } from '../server/src/calls/store.ts';
import { createSystemActor } from '../server/src/platform/auth/actor.ts';
import { runInWorkspace, type Ctx, type Runtime } from '../server/src/platform/context.ts';
import type { Connection } from '../server/src/platform/db/connect.ts';
import { sipSettings } from '../server/src/calls/sip/settings.ts';
import { parseTrunk } from '../server/src/calls/sip/trunk.ts';
import { pairSettings, withSettings } from '../server/test/runtime.ts';
import {
  openRuntimeOn,
  seedSubscriptions,
  sleep,
  startChild,
  type World,
} from '../server/test/webhook-parts.ts';
import type { Plan, Proof } from './proof.ts';

/**
 * Workers place calls over SIP, and are killed with kill -9 at any moment. Another process is the telephone network: it writes
 * down every INVITE, and declines. Each number is called once, so a number with two calls was dialled twice.
 */

const perRound = 12;
const workersPerRound = 2;
const controlRounds = 5;

type Order =
  | { readonly role: 'network'; readonly log: string }
  | {
      readonly role: 'worker';
      readonly connection: Connection;
      readonly port: number;
      readonly isControl: boolean;
    };

export const kills: Proof = {
  claim: 'No number is dialled twice, whenever a worker is killed.',
  numbers: { rounds: 100 },
  smoke: { rounds: 1 },
  async run(plan) {
    const rounds = plan.number('rounds');
    const found = await runOnWorld((world) => killRounds(world, plan, rounds, false));
    plan.log('control: the attempt is committed after its INVITE');
    const control = await runOnWorld((world) => killRounds(world, plan, controlRounds, true));
    plan.log(`  ${control.twice.length} numbers were dialled twice`);
    return {
      counts: { kills: found.kills, 'during a call': found.fair, numbers: found.numbers },
      wrong: [
        ...found.twice.map((number) => `${number} was dialled twice`),
        ...(control.twice.length === 0 ? ['the control dialled no number twice'] : []),
      ],
    };
  },
};

async function killRounds(world: World, { log, random }: Plan, rounds: number, isControl: boolean) {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-kills-'));
  const invites = join(folder, 'invites');
  writeFileSync(invites, '');
  const network = await startChild(import.meta.filename, [JSON.stringify({ role: 'network', log: invites })]);
  try {
    const port = await network.ask<number>({});
    const order = JSON.stringify({ role: 'worker', connection: world.connection, port, isControl });
    const queue = await prepare(world);
    let killed = 0;
    let fair = 0;
    for (let round = 0; round < rounds; round += 1) {
      await queue(round * perRound, perRound);
      const before = invitesIn(invites).length;
      const workers = await Promise.all(
        Array.from({ length: workersPerRound }, () => startChild(import.meta.filename, [order])),
      );
      // Not before calls are placed: a kill among none shows nothing.
      const wanted = before + 1 + random(perRound / 2);
      for (const untilMs = performance.now() + 60_000; invitesIn(invites).length < wanted;) {
        if (performance.now() > untilMs || (await openCalls(world)) === 0) break;
        await sleep(20);
      }
      await sleep(random(150));
      await Promise.all(workers.map((worker) => worker.kill('SIGKILL')));
      killed += workersPerRound;
      fair += await openAttempts(world);
      // Eleven minutes later: nobody knows what became of attempts without a result, and none is dialled again.
      await world.query(
        `update call_attempt set check_at = now() - interval '1 second', started_at = started_at - interval '11 minutes'
         where state <> 'ended'`,
      );
      log(`  round ${round + 1} of ${rounds}: ${invitesIn(invites).length} calls`);
    }
    if (!isControl) await finish(world, order);
    const twice = repeated(invitesIn(invites));
    return { kills: killed, fair, numbers: new Set(invitesIn(invites).map(numberIn)).size, twice };
  } finally {
    await network.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What is left is called by a worker that nobody kills. */
async function finish(world: World, order: string): Promise<void> {
  const last = await startChild(import.meta.filename, [order]);
  for (const untilMs = performance.now() + 120_000; (await openCalls(world)) > 0;) {
    if (performance.now() > untilMs) throw new Error('Calls are still open.');
    await sleep(100);
  }
  await last.kill('SIGKILL');
}

/** A company with an agent that calls over SIP. */
async function prepare(world: World): Promise<(first: number, count: number) => Promise<void>> {
  const [planted] = await seedSubscriptions(world, 1, ['http://127.0.0.1:9/']);
  if (!planted) throw new Error('No workspace.');
  await world.query('delete from webhook');
  await loadHosts(world.connection, planted.workspaceId, 1);
  const [page] = await world.query<{ id: string }>(`select id from event_type where slug = 'call'`);
  const work = <T>(use: (ctx: Ctx) => Promise<T>): Promise<T> =>
    runInWorkspace(world.runtime, createSystemActor(planted.workspaceId), use);
  const fields = newAgent.parse({
    ...{ name: 'Caller', provider: 'sip', eventTypeUuid: page?.id, maxAttempts: 5, retryDelayMinutes: 1 },
    ...{ isPublished: true, isEnabled: true },
  });
  const agent = await work((ctx) => createAgent(ctx, fields, () => simulator));
  return async (first, count) => {
    for (let index = first; index < first + count; index += 1) {
      const phoneNumber = `+4930${10_000_000 + index}`;
      const called = { phoneNumber, email: `p${index}@quay.example`, fullName: `Remy ${index}` };
      await work((ctx) => queueCall(ctx, agent.id, called));
    }
  };
}

const openCalls = async ({ query }: World): Promise<number> =>
  (await query(`select 1 from outbound_call where status in ('pending', 'in_progress')`)).length;

const openAttempts = async ({ query }: World): Promise<number> =>
  (await query(`select 1 from call_attempt where state <> 'ended'`)).length;

const invitesIn = (file: string): string[] => readFileSync(file, 'utf8').split('\n').filter(Boolean);
const numberIn = (line: string): string => line.split(' ')[0] ?? '';

/** Numbers with more than one call. An INVITE that is repeated belongs to the same one. */
function repeated(lines: readonly string[]): string[] {
  const calls = new Map<string, number>();
  for (const line of new Set(lines)) calls.set(numberIn(line), (calls.get(numberIn(line)) ?? 0) + 1);
  return [...calls].filter(([, count]) => count > 1).map(([number]) => number);
}

async function beNetwork(log: string): Promise<void> {
  const socket = createSocket('udp4');
  socket.on('message', (data, from) => {
    const message = parseMessage(data.toString());
    if (message?.kind !== 'request' || message.method !== 'INVITE') return;
    const number = /^sip:([^@]+)@/.exec(message.uri)?.[1] ?? '';
    appendFileSync(log, `${number} ${findHeader(message, 'Call-ID')}\n`);
    const answer = serializeMessage(buildResponse(message, 603, 'Decline', { tag: 'network' }));
    setTimeout(() => socket.send(answer, from.port, from.address), Math.random() * 300);
  });
  await new Promise<void>((resolve) => {
    socket.bind(0, '127.0.0.1', resolve);
  });
  process.on('message', () => process.send?.(socket.address().port));
  process.send?.('ready');
}

async function beWorker({ connection, port, isControl }: Extract<Order, { role: 'worker' }>): Promise<void> {
  const runtime = await openRuntimeOn(connection);
  const trunk = parseTrunk(`sip:daybook@127.0.0.1:${port}`);
  const calling = withSettings(runtime, pairSettings(sipSettings, trunk && { trunk, maxCalls: 50 }));
  process.send?.('ready');
  for (;;) {
    await (isControl ? advanceUnguarded(calling) : advanceDueCalls(calling));
    await sleep(20);
  }
}

/** The guard removed: the attempt is committed when its INVITE was sent, and a kill takes it back. */
async function advanceUnguarded(runtime: Runtime): Promise<void> {
  const provider = createProviders(runtime)('sip');
  const due = await findDueCalls(runtime.database, runtime.clock.now(), 3);
  await Promise.all(
    due.map(({ workspaceId, callId }) =>
      runInWorkspace(runtime, createSystemActor(workspaceId), async (ctx) => {
        const step = await startStep(ctx, callId);
        if (step?.kind === 'place') await provider?.place(step.dial);
        if (step?.kind === 'look up') await provider?.lookUp(step.dial);
        await sleep(500);
        // A transaction that takes too long is the same fault: what it dialled is forgotten.
      }).catch(() => undefined),
    ),
  );
}

if (import.meta.filename === process.argv[1]) {
  const order = JSON.parse(process.argv[2] ?? '') as Order;
  await (order.role === 'network' ? beNetwork(order.log) : beWorker(order));
}
