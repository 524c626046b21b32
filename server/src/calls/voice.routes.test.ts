import { Webhook } from 'standardwebhooks';
import { pairSettings } from '../../test/runtime.ts';
import { voiceSettings } from './http-provider.ts';
import { describe, expect, test } from 'vitest';
import { useApp } from '../../test/harness.ts';
import { generateUuid } from '../platform/ids.ts';
import { createOutbound } from '../platform/safe-fetch/safe-fetch.ts';
import { advanceCall } from './advance-call.ts';
import { signRequest } from '../webhooks/public.ts';
import { createCallsApi, ines, createTestClock } from './test-calls.ts';
import { usePlatform, type Message } from './test-platform.ts';

/** The provider `http` with a voice platform on loopback. */

const secret = `whsec_${Buffer.alloc(32, 'voice').toString('base64')}`;
const clock = createTestClock();
const platform = usePlatform();
const voice = {
  secret,
  get url() {
    return platform.url;
  },
};
const app = useApp({
  clock,
  config: { outboundAllow: ['127.0.0.1'] },
  settings: [pairSettings(voiceSettings, voice)],
});
const calls = createCallsApi(app);

const answer = (status: number, body?: (message: Message) => object) => {
  platform.answer = (message) => ({ status, ...(body && { body: body(message) }) });
};

let numbers = 0;

/** To another number each time: one is not called more than three times a day. */
async function begin(status = 202, agent: object = {}) {
  numbers += 1;
  clock.set(new Date());
  answer(status);
  const { uuid } = await calls.agent({
    provider: 'http',
    prompt: 'Be kind.',
    phoneNumber: '+493012345600',
    ...agent,
  });
  const phoneNumber = `+493012${String(345_000 + numbers)}`;
  const call = await calls.queue(uuid, { phoneNumber, additionalData: 'A quote.' });
  return calls.advance(call);
}

const placed = (call: { id: string }): Message =>
  platform.received.find(({ body }) => body.callId === call.id) as Message;

const report = (call: { id: string }, fields: object, headers: Record<string, string> = {}) => {
  const payload = JSON.stringify({ attemptId: placed(call)?.body.attemptId, ...fields });
  return app.inject({
    method: 'POST',
    url: `/v2/public/calls/${call.id}/status`,
    payload,
    headers: {
      'content-type': 'application/json',
      ...signRequest(secret, generateUuid(), clock.now(), payload),
      ...headers,
    },
  });
};

test('403: a page of another site reports a state, whatever it has signed', async () => {
  const call = await begin();
  for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://elsewhere.example' }]) {
    const { status, body } = await report(call, { status: 'in_progress' }, headers);
    expect([status, body.message]).toEqual([403, 'Requests from another site aren’t allowed.']);
  }
  expect((await report(call, { status: 'in_progress' })).status).toBe(200);
});

describe('placing', () => {
  test('the platform gets the call, signed as Standard Webhooks verify it', async () => {
    const call = await begin();
    const { headers, text, body } = placed(call);
    expect(new Webhook(secret).verify(text, headers as Record<string, string>)).toEqual(body);
    expect(headers['webhook-id']).toBe(body.attemptId);
    expect(body).toMatchObject({
      type: 'call.place',
      callId: call.id,
      attempt: 1,
      from: '+493012345600',
      to: call.phoneNumber,
      fullName: 'Ines Okafor',
      email: 'ines@harbour.example',
      prompt: 'Be kind.',
      additionalData: 'A quote.',
      callbackUrl: `http://localhost:4000/v2/public/calls/${call.id}/status`,
    });
    expect(Date.parse(body.placeBefore)).toBeGreaterThan(clock.now().getTime());
    expect(call).toMatchObject({ status: 'in_progress', callLog: null });
  });

  test('refused: nobody was dialled, so it is retried', async () => {
    const call = await begin(422);
    expect(call.retryLogs).toMatchObject([{ outcome: null, error: 'The voice platform answered 422.' }]);
    answer(202);
    clock.pass(10);
    expect((await calls.advance(call)).retryLogs).toMatchObject([{}, { attempt: 2, endedAt: null }]);
  });

  test.each([500, 409, 302])(
    '%i: the state is unknown, so it is looked up and not placed again',
    async (status) => {
      const call = await begin(status);
      expect(call.retryLogs).toMatchObject([{ endedAt: null }]);
      answer(200, ({ body }) => ({
        attemptId: body.attemptId,
        status: 'ended',
        outcome: 'voicemail',
        summary: 'Left one.',
      }));
      await calls.expireLease(call);
      expect(await calls.advance(call)).toMatchObject({
        status: 'completed',
        callLog: { outcome: 'voicemail', summary: 'Left one.' },
      });
      const types = platform.received
        .filter(({ body }) => body.callId === call.id)
        .map(({ body }) => body.type);
      expect(types).toEqual(['call.place', 'call.look_up']);
    },
  );

  test('404 on look-up: the platform never got it, so the call is retried', async () => {
    const call = await begin(500);
    answer(404);
    await calls.expireLease(call);
    expect(await calls.advance(call)).toMatchObject({
      status: 'in_progress',
      retryLogs: [{ outcome: null, error: 'The voice platform never received the call.' }],
    });
  });

  test('no connection to a private address that is not allowed', async () => {
    const outbound = createOutbound({ outboundAllow: [], outboundDns: [] });
    const { uuid } = await calls.agent({ provider: 'http', maxAttempts: 1 });
    const call = await calls.queue(uuid);
    await advanceCall({ ...app.runtime, outbound }, await calls.ref(call.id));
    await outbound.close();
    expect(await calls.read(call)).toMatchObject({ status: 'failed', callLog: null });
    expect(placed(call)).toBeUndefined();
  });
});

describe('POST /public/calls/{callId}/status', () => {
  test('200: the report becomes the log; a repetition changes nothing', async () => {
    const call = await begin();
    const { uuid: eventUuid } = (await app.get('/scheduled-events?count=1')).body.collection[0];
    expect((await report(call, { status: 'in_progress' })).body).toEqual({
      success: true,
      message: 'Status noted.',
      status: 200,
    });
    expect((await calls.read(call)).status).toBe('in_progress');
    const ended = {
      status: 'ended',
      outcome: 'answered',
      durationSeconds: 95,
      transcript: 'Hello. — Hello.',
      summary: 'Booked.',
      recordingUrl: 'https://voice.example/r/1',
      eventUuid,
    };
    await report(call, ended);
    const after = await calls.read(call);
    const { status: _, ...log } = ended;
    expect(after).toMatchObject({ status: 'completed', callLog: log });
    expect((await report(call, { ...ended, outcome: 'busy' })).status).toBe(200);
    expect(await calls.read(call)).toEqual(after);
  });

  test('200: busy leads to another attempt; a late report on the first changes nothing', async () => {
    const call = await begin();
    await report(call, { status: 'ended', outcome: 'busy' });
    clock.pass(10);
    await calls.advance(call);
    await report(call, { status: 'ended', outcome: 'answered' });
    expect((await calls.read(call)).retryLogs).toMatchObject([
      { outcome: 'busy' },
      { outcome: null, endedAt: null },
    ]);
  });

  test('200: who wants no more calls gets none, also when that is reported late and another call was asked for', async () => {
    const call = await begin();
    const again = new Date(clock.now().getTime() + 3_600_000).toISOString();
    const optedOut = { status: 'ended', outcome: 'answered', result: 'opted_out', callbackAt: again };
    await report(call, optedOut);
    expect(await calls.read(call)).toMatchObject({
      status: 'completed',
      nextAttemptAt: null,
      callLog: { result: { kind: 'opted_out', callbackAt: null } },
    });
    const body = { ...ines, phoneNumber: call.phoneNumber };
    expect((await app.post(`/agents/${call.agentId}/outbound-calls`, body)).status).toBe(422);

    const late = await begin();
    await report(late, { status: 'ended', outcome: 'answered' });
    await report(late, optedOut);
    const other = { ...ines, phoneNumber: late.phoneNumber };
    expect((await app.post(`/agents/${late.agentId}/outbound-calls`, other)).status).toBe(422);
  });

  test('200: telephony and the outcome agree once an attempt has ended, and declined is not tried again', async () => {
    const talked = await begin();
    await report(talked, { status: 'ended', outcome: 'answered', telephonyState: 'answered' });
    expect(await calls.read(talked)).toMatchObject({
      telephonyState: 'ended',
      callLog: { telephonyState: 'ended' },
    });
    const declined = await begin();
    await report(declined, { status: 'ended', outcome: 'not_answered', telephonyState: 'declined' });
    expect(await calls.read(declined)).toMatchObject({
      status: 'failed',
      telephonyState: 'declined',
      nextAttemptAt: null,
    });
  });

  test('an answer to a look-up with characters that can’t be stored ends the attempt all the same', async () => {
    const call = await begin(500);
    answer(200, ({ body: { attemptId } }) => ({
      attemptId,
      status: 'ended',
      outcome: 'answered',
      transcript: 'Hello\0.',
      turns: [{ atMs: 0, speaker: 'person', text: 'Half \ud83d.', confidence: null }],
    }));
    await calls.expireLease(call);
    expect(await calls.advance(call)).toMatchObject({
      status: 'completed',
      callLog: { transcript: 'Hello.', turns: [{ text: 'Half .' }] },
    });
  });

  test('401: no signature, one of another secret, an old one, or one of another message', async () => {
    const call = await begin();
    const ended = { status: 'ended', outcome: 'answered' };
    const old = signRequest(secret, 'old', new Date(clock.now().getTime() - 301_000), '{}');
    const other = signRequest(`whsec_${Buffer.alloc(32, 'x').toString('base64')}`, 'id', clock.now(), '{}');
    for (const headers of [{ 'webhook-signature': '' }, other, old, { 'webhook-id': 'another' }]) {
      const { status, body } = await report(call, ended, headers);
      expect([status, body]).toEqual([401, { message: 'Unauthenticated.' }]);
    }
    expect((await calls.read(call)).status).toBe('in_progress');
  });

  test('422: an event that is not there; a look-up that names one leaves it out', async () => {
    const call = await begin();
    const ended = { status: 'ended', outcome: 'answered', eventUuid: 'dbk-8fK2mZ0qWv3Xy7Ab' };
    const { status, body } = await report(call, ended);
    expect(status).toBe(422);
    expect(body.errors).toEqual({ eventUuid: ['No event in this workspace has this id.'] });
    expect((await calls.read(call)).status).toBe('in_progress');
    await calls.expireLease(call);
    answer(200, ({ body: { attemptId } }) => ({ attemptId, ...ended }));
    expect(await calls.advance(call)).toMatchObject({
      status: 'completed',
      callLog: { outcome: 'answered', eventUuid: null },
    });
  });

  test('404: a call that is not there; 422: every wrong field at once', async () => {
    const call = await begin();
    const unknown = { id: generateUuid() };
    const attemptId = generateUuid();
    expect((await report(unknown, { attemptId, status: 'ended' })).body.message).toBe('Call not found.');
    expect((await report({ id: 'nonsense' }, { attemptId, status: 'ended' })).status).toBe(404);
    const wrong = await report(call, { attemptId: 'x', status: 'gone', outcome: 'won', durationSeconds: -1 });
    expect(Object.keys(wrong.body.errors)).toEqual(['attemptId', 'status', 'outcome', 'durationSeconds']);
  });
});

test('401: a platform at which this server has no account answers like one that did not sign', async () => {
  const { status, body } = await app.inject({ method: 'POST', url: '/connect/calls/vapi', payload: '{}' });
  expect([status, body.message]).toEqual([401, 'Unauthenticated.']);
});
