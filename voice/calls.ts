import { toOfferedTime } from '../server/src/calls/dialogue/times.ts';
import { openSpeaker, type Speaker } from '../server/src/calls/speech/public.ts';
import { baresip, startCallee, type Callee } from '../server/src/calls/test-baresip.ts';
import { startTrunk, type Trunk } from '../server/src/calls/test-trunk.ts';
import { provideVoices } from '../server/src/calls/speech/test-voices.ts';
import { provideProgram } from '../server/test/debian.ts';
import { openDaybook, zone, type Daybook, type Person } from './daybook.ts';
import { createBehavior, kinds, buildScript, voices, type Behaviour } from './people.ts';
import { runInParallel, pickOne, type Findings, type Plan, type Proof } from './proof.ts';

/** Calls from the queue to the booking, over real packets between processes: Daybook on one side, baresip with voices of flite on the other. */

export const calls: Proof = {
  claim: 'Every call ends as the person on the phone wanted, with booking, webhooks, mail and log.',
  numbers: { count: 200, 'at-once': 8 },
  smoke: { count: 1, 'at-once': 1 },
  run,
};

interface PlacedCall {
  readonly person: Person;
  readonly behaviour: Behaviour;
  readonly callId: string;
  // oxlint-disable-next-line no-explicit-any -- as the API shows it
  readonly call: any;
}

const callLimitMs = 240_000;
/** How long webhooks and mail may take after the last call. */
const effectsLimitMs = 60_000;

async function run(plan: Plan): Promise<Findings> {
  const missing = (await provideVoices('calls')) ?? (await provideProgram(baresip));
  if (missing) throw new Error(`Not tested: ${missing}`);
  const lanes = plan.number('at-once');
  const numbers = Array.from({ length: plan.number('count') }, (_, index) => numberOf(index));
  const phones = new Map<string, Callee>();
  const trunk = await startTrunk((number) => phones.get(number)?.port);
  const daybook = await openDaybook(trunk.port);
  try {
    const placed: PlacedCall[] = [];
    const speaker = openSpeaker();
    const behaviours = numbers.map((number, index) => ({
      ...{ number, index },
      kind: kinds[index % kinds.length] ?? kinds[0],
    }));
    await runInParallel(behaviours, lanes, async ({ number, index, kind }) => {
      const phone = await startCallee(number);
      phones.set(number, phone);
      const behaviour = createBehavior(kind, await daybook.startsOf(index + 1), plan.random);
      const done = await place(daybook, phone, speaker, behaviour, index, plan);
      placed.push(done);
      await phone.stop();
      phones.delete(number);
      plan.log(
        `  ${placed.length} of ${numbers.length}: ${kind}, ${done.call?.callLog?.durationSeconds ?? '-'} s`,
      );
    });
    const wrong = await judgeAll(daybook, trunk, placed);
    return { counts: countKinds(placed), wrong };
  } finally {
    await Promise.all([...phones.values()].map((phone) => phone.stop()));
    await daybook.close();
    trunk.close();
  }
}

const numberOf = (index: number): string => `+4930${String(2_000_000 + index)}`;

async function place(
  daybook: Daybook,
  phone: Callee,
  speaker: Speaker,
  behaviour: Behaviour,
  index: number,
  plan: Plan,
): Promise<PlacedCall> {
  const voice = pickOne(plan.random, voices);
  phone.prepare(await buildScript(behaviour, speaker, voice));
  const agentId = await daybook.agent(index + 1, voice);
  const person = {
    phoneNumber: numberOf(index),
    email: `p${index}@voice.example`,
    fullName: `Ines Okafor ${index}`,
  };
  const callId = await daybook.dial(agentId, person);
  const call = await daybook.ended(agentId, callId, callLimitMs);
  return { person, behaviour, callId, call };
}

/** Until what follows from calls has had time to. */
async function judgeAll(daybook: Daybook, trunk: Trunk, placed: readonly PlacedCall[]): Promise<string[]> {
  for (const untilMs = performance.now() + effectsLimitMs; ;) {
    const wrong: string[] = [];
    for (const each of placed) {
      const faults = await judge(daybook, trunk, each);
      const transcript = each.call?.callLog?.transcript ?? 'no transcript';
      if (faults.length > 0)
        wrong.push(`${each.person.phoneNumber} ${each.behaviour.kind}: ${faults.join(' ')}\n${transcript}`);
    }
    if (wrong.length === 0 || performance.now() > untilMs) return wrong;
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}

async function judge(daybook: Daybook, trunk: Trunk, placed: PlacedCall): Promise<string[]> {
  const { call, person, behaviour } = placed;
  if (!call) return ['It did not end.'];
  const checks: [boolean, string][] = [
    [trunk.dialled.get(person.phoneNumber)?.size === 1, 'It was not dialled once.'],
    [call.retryLogs[0]?.outcome === 'answered', `It ended as ${call.retryLogs[0]?.outcome}: ${call.error}.`],
    [!call.callLog || call.callLog.transcript?.includes('automated assistant'), 'It did not say what it is.'],
    ...(await (behaviour.bookedMs === undefined
      ? nothingBooked(daybook, placed)
      : booked(daybook, placed, behaviour.bookedMs))),
  ];
  return checks.flatMap(([holds, sentence]) => (holds ? [] : [sentence]));
}

async function booked(
  daybook: Daybook,
  { call, callId, person }: PlacedCall,
  startMs: number,
): Promise<[boolean, string][]> {
  const rows = await daybook.cluster.database.query<{ id: string; starts_at: string }>(
    `select e.id, e.starts_at from scheduled_event e
     join invitee i on i.workspace_id = e.workspace_id and i.event_id = e.id where i.email = $1`,
    [person.email],
  );
  const [event] = rows;
  const spoken = toOfferedTime(startMs, zone).spoken;
  return [
    [call.status === 'completed', `The call is ${call.status}.`],
    [rows.length === 1 && event?.id === call.callLog?.eventUuid, `${rows.length} events were booked.`],
    [event !== undefined && new Date(event.starts_at).getTime() === startMs, `Not ${spoken} was booked.`],
    [(call.callLog?.transcript ?? '').includes(`booked for ${spoken}`), `It did not say ${spoken}.`],
    [scheduledHooks(daybook, person.email) === 1, 'There is not one webhook of the booking.'],
    [new Set(daybook.completed.get(callId)).size === 1, 'There is not one webhook of the call.'],
    [mailsTo(daybook, person.email) === 1, `${mailsTo(daybook, person.email)} mails came.`],
  ];
}

async function nothingBooked(daybook: Daybook, placed: PlacedCall): Promise<[boolean, string][]> {
  const { call, callId, person, behaviour } = placed;
  const isWanted = behaviour.kind === 'wants a call tomorrow';
  const [row] = await daybook.cluster.database.query<{ due: boolean; listed: boolean }>(
    `select due_at at time zone $2 = date_trunc('day', triggered_at at time zone $2) + interval '40 hours' as due,
       exists (select from do_not_call d where d.phone_number = c.phone_number) as listed
     from outbound_call c where c.phone_number = $1`,
    [person.phoneNumber, zone.name],
  );
  return [
    [call.status === (isWanted ? 'in_progress' : 'completed'), `The call is ${call.status}.`],
    [!call.callLog?.eventUuid, 'An event was booked.'],
    [scheduledHooks(daybook, person.email) === 0, 'A webhook says that an event was booked.'],
    [new Set(daybook.completed.get(callId)).size === (isWanted ? 0 : 1), 'The webhook of the call is wrong.'],
    [Boolean(row?.due) === isWanted, 'The next call is not due at the time that was said.'],
    [row?.listed === (behaviour.kind === 'wants no calls'), 'The do-not-call list is wrong.'],
  ];
}

function scheduledHooks({ cluster }: Daybook, email: string): number {
  const messages = Object.values(cluster.receiver.received).flat();
  const own = messages.filter((message) => message.email === email && message.event === 'invitee.scheduled');
  return new Set(own.map(({ webhookId }) => webhookId)).size;
}

const mailsTo = ({ mail }: Daybook, email: string): number =>
  mail.deliveries.filter(({ to }) => to.includes(email)).length;

function countKinds(placed: readonly PlacedCall[]): Record<string, number> {
  return Object.fromEntries(
    kinds.map((kind) => [kind, placed.filter(({ behaviour }) => behaviour.kind === kind).length]),
  );
}
