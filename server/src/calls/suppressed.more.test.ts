import { setTimeout as sleep } from 'node:timers/promises';
import { pairSettings } from '../../test/runtime.ts';
import { modelSettings } from './model/public.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { useApp } from '../../test/harness.ts';
import { listMailsTo } from '../../test/mail.ts';
import { sipSettings, type SipTrunk } from './sip/public.ts';
import { createCallsApi, createTestClock } from './test-calls.ts';
import { startPhone, type Phone, type Script } from './test-phone.ts';
import { telephoneService } from './sip-provider.ts';
import { openSpeaker } from './speech/speaker.ts';
import { provideVoices } from './speech/test-voices.ts';

/** Real calls to a telephone that sends nothing while it is silent, as many PBXs do. */

const missing = await provideVoices('calls');
let phone: Phone;
const settings: SipTrunk = {
  peer: {
    protocol: 'UDP',
    host: '127.0.0.1',
    get port() {
      return phone.port;
    },
  },
  get host() {
    return `127.0.0.1:${phone.port}`;
  },
  username: 'daybook',
  credentials: undefined,
};
/** Understands what no phrase fits, and writes nothing down. Nobody answers there. */
const callModel = { url: 'http://127.0.0.1:9/v1', model: 'none', key: undefined, speechModel: undefined };
const app = useApp({
  clock: createTestClock(),
  settings: [
    pairSettings(sipSettings, { trunk: settings, maxCalls: 50 }),
    pairSettings(modelSettings, callModel),
  ],
});
const calls = createCallsApi(app);
const speaker = openSpeaker();
const speech = (text: string) => speaker.render(text, 'rms');

// oxlint-disable-next-line no-explicit-any -- bodies are whatever the wire says; tests assert what matters
type Body = any;

let numbers = 10;

async function call(script: Script, fields: object = {}, email = 'ines@harbour.example'): Promise<Body> {
  numbers += 1;
  const phoneNumber = `+4930123457${numbers}`;
  phone.answer(phoneNumber, script);
  const { rows } = await app.runtime.database.pool.query(
    `select id from event_type where slug = 'kick-off' limit 1`,
  );
  const agent = await calls.agent({ provider: 'sip', eventTypeUuid: rows[0].id, maxAttempts: 1, ...fields });
  const queued = await calls.queue(agent.uuid, { phoneNumber, email });
  await calls.advance(queued);
  const hasEnded = async () => (await calls.read(queued)).retryLogs[0]?.endedAt;
  while (!(await hasEnded())) await sleep(200);
  await app.runEffects();
  return calls.read(queued);
}

/** Interrupts the list of times with a choice, and hears the time repeated. */
const choose = async (line: Parameters<Script>[0]): Promise<void> => {
  await line.say(await speech('hello'));
  await line.untilSpoken(3000);
  await line.say(await speech('the second one'));
  await line.untilQuiet();
};

describe.skipIf(missing)('a telephone without a sound in silence', { meta: { notTested: missing } }, () => {
  beforeAll(async () => {
    phone = await startPhone();
    await Promise.all(
      ['hello', 'the second one', 'yes please', 'but not on thursday', 'no thanks', 'stop calling me'].map(
        speech,
      ),
    );
  }, 60_000);
  afterAll(async () => {
    await telephoneService.start(app.runtime).stop();
    phone.close();
  });

  test.concurrent('is understood as soon as it is silent, and books', async () => {
    const turnsMs: number[] = [];
    const done = await call(async (line) => {
      await choose(line);
      const saidAtMs = performance.now();
      await line.say(await speech('yes please'));
      await line.untilSpoken(200);
      turnsMs.push(performance.now() - saidAtMs);
      await line.untilEnded();
    });
    expect(done.callLog.transcript).toContain('Person: the second one');
    expect(done.callLog.result, done.callLog.transcript).toMatchObject({ kind: 'booked' });
    // It was a minute.
    expect(turnsMs[0]).toBeLessThan(15_000);
  }, 120_000);

  test.concurrent('books nothing when a yes goes on after a pause', async () => {
    const done = await call(async (line) => {
      await choose(line);
      await line.say(await speech('yes please'));
      await sleep(600);
      await line.say(await speech('but not on thursday'));
      await line.untilQuiet();
    });
    expect(done.callLog.transcript).toContain('Person: yes please');
    expect(done.callLog.result, done.callLog.transcript).toMatchObject({ kind: 'hung_up', eventUuid: null });
  }, 120_000);

  test.concurrent('books nothing when a key is pressed twice, and by the same key once the time was repeated', async () => {
    const done = await call(async (line) => {
      await line.say(await speech('hello'));
      await line.untilSpoken(3000);
      await line.press('1');
      await sleep(150);
      await line.press('1');
      await line.untilQuiet();
    });
    expect(done.callLog.result, done.callLog.transcript).toMatchObject({ kind: 'hung_up', eventUuid: null });
    expect(done.callLog.transcript.match(/\(pressed 1\)/g)).toHaveLength(2);
    const confirmed = await call(async (line) => {
      await line.say(await speech('hello'));
      await line.untilSpoken(3000);
      await line.press('1');
      await line.untilQuiet();
      await line.press('1');
      await line.untilEnded();
    });
    expect(confirmed.callLog.result, confirmed.callLog.transcript).toMatchObject({ kind: 'booked' });
  }, 160_000);

  test.concurrent('sends digits by signalling', async () => {
    const done = await call(async (line) => {
      await line.say(await speech('hello'));
      await line.untilSpoken(3000);
      await line.press('3', 'INFO');
      await line.untilQuiet();
      await line.press('1', 'INFO');
      await line.untilEnded();
    });
    expect(done.callLog.transcript).toContain('(pressed 3)');
    expect(done.callLog.result, done.callLog.transcript).toMatchObject({ kind: 'booked' });
  }, 120_000);

  test.concurrent('takes a booking back by a no during the goodbye, with all that follows', async () => {
    const email = 'undone@harbour.example';
    const done = await call(
      async (line) => {
        await line.say(await speech('hello'));
        await line.untilSpoken(3000);
        await line.press('2');
        await line.untilQuiet();
        await line.press('1');
        await line.untilSpoken(1000);
        await line.say(await speech('no thanks'));
        await line.untilQuiet();
      },
      {},
      email,
    );
    expect(done.callLog.transcript).toContain('You are booked for');
    expect(done.callLog.transcript).toContain('I have canceled it.');
    expect(done.callLog, done.callLog.transcript).toMatchObject({
      eventUuid: null,
      result: { kind: 'hung_up' },
    });
    const { rows } = await app.runtime.database.pool.query(
      `select e.status, i.canceller_type from invitee i
       join scheduled_event e on e.workspace_id = i.workspace_id and e.id = i.event_id where i.email = $1`,
      [email],
    );
    expect(rows).toEqual([{ status: 'cancelled', canceller_type: 'invitee' }]);
    expect(await listMailsTo(app, email)).toHaveLength(2);
  }, 120_000);

  test.concurrent('is not called again after a wish with which it hangs up', async () => {
    const done = await call(async (line) => {
      await line.say(await speech('hello'));
      await line.untilSpoken(3000);
      await line.say(await speech('stop calling me'));
    });
    expect(done.callLog.result, done.callLog.transcript).toMatchObject({ kind: 'opted_out' });
    const { rows } = await app.runtime.database.pool.query(
      'select 1 from do_not_call where phone_number = $1',
      [done.phoneNumber],
    );
    expect(rows).toHaveLength(1);
  }, 120_000);

  test.concurrent('takes a booking back by a no with which it hangs up', async () => {
    const done = await call(async (line) => {
      await line.say(await speech('hello'));
      await line.untilSpoken(3000);
      await line.press('2');
      await line.untilQuiet();
      await line.press('1');
      await line.untilSpoken(1000);
      await line.say(await speech('no thanks'));
    });
    expect(done.callLog.transcript).toContain('You are booked for');
    expect(done.callLog, done.callLog.transcript).toMatchObject({
      eventUuid: null,
      result: { kind: 'hung_up' },
    });
  }, 120_000);

  test.concurrent('that is an answering machine with a short greeting is neither recorded nor written down', async () => {
    const tone = Int16Array.from({ length: 4000 }, (_, index) => 8000 * Math.sin((Math.PI * index) / 4));
    const done = await call(
      async (line) => {
        await line.say(await speech('hello'));
        await line.untilSpoken(1500);
        await line.say(await speech('the second one'));
        await sleep(100);
        await line.say(tone);
        await line.untilEnded();
      },
      { recordCalls: true },
    );
    expect(done.callLog, done.callLog.transcript).toMatchObject({ outcome: 'voicemail', recordingUrl: null });
    expect(done.callLog.transcript).not.toContain('Person:');
    const { rows } = await app.runtime.database.pool.query(
      'select 1 from call_recording where call_id = $1',
      [done.id],
    );
    expect(rows).toEqual([]);
  }, 120_000);
});
