import { beforeEach, describe, expect, test } from 'vitest';
import { pairSettings } from '../../test/runtime.ts';
import { elevenLabsSettings } from './elevenlabs/settings.ts';
import { retellSettings } from './retell/settings.ts';
import { twilioSettings } from './twilio/settings.ts';
import { vapiSettings } from './vapi/settings.ts';
import { useApp } from '../../test/harness.ts';
import { useElevenLabs } from './elevenlabs/test-elevenlabs.ts';
import type { FakePlatform, SentReport } from './hosted/test-server.ts';
import { createProviders } from './providers.ts';
import { useRetell } from './retell/test-retell.ts';
import { createCallsApi, createTestClock } from './test-calls.ts';
import { useTwilio } from './twilio/test-twilio.ts';
import { useVapi } from './vapi/test-vapi.ts';

/** Calls through hosted platforms, each of them a server on loopback: `/connect/calls/{provider}`. */

const [vapi, retell, elevenlabs, twilio] = [useVapi(), useRetell(), useElevenLabs(), useTwilio()];
const platforms = { vapi, retell, elevenlabs, twilio };
const names = ['vapi', 'retell', 'elevenlabs', 'twilio'] as const;
type Name = (typeof names)[number];

const clock = createTestClock();
const app = useApp({
  clock,
  config: { outboundAllow: ['127.0.0.1'] },
  settings: [
    pairSettings(vapiSettings, vapi.account),
    pairSettings(retellSettings, retell.account),
    pairSettings(elevenLabsSettings, elevenlabs.account),
    pairSettings(twilioSettings, twilio.account),
  ],
});
const calls = createCallsApi(app);

let number = 0;

async function begin(name: Name, agent: object = {}) {
  clock.set(new Date());
  const firstMessage = 'Hello, this is Juniper Studio.';
  const { uuid } = await calls.agent({ provider: name, firstMessage, maxAttempts: 2, ...agent });
  number += 1;
  return calls.advance(await calls.queue(uuid, { phoneNumber: `+4930123456${10 + number}` }));
}

function report(name: string, { url, text, headers }: SentReport) {
  const address = url === undefined ? undefined : new URL(url);
  return app.inject({
    method: 'POST',
    url: address ? address.pathname + address.search : `/connect/calls/${name}`,
    payload: text,
    headers: { 'content-type': url ? 'application/x-www-form-urlencoded' : 'application/json', ...headers },
  });
}

const reset = ({ server }: FakePlatform) => {
  server.isMute = false;
  server.refusal = undefined;
};
beforeEach(() => Object.values(platforms).forEach(reset));

describe.each(names)('%s', (name) => {
  const platform: FakePlatform = platforms[name];

  test('204: an answered call is completed, and the same report again changes nothing', async () => {
    const call = await begin(name);
    expect(call).toMatchObject({ status: 'in_progress', retryLogs: [{ endedAt: null }] });
    const sent = platform.end('answered', clock.now());
    expect((await report(name, sent)).status).toBe(204);
    const completed = await calls.read(call);
    expect(completed).toMatchObject({ status: 'completed', callLog: { outcome: 'answered' } });
    expect((await report(name, sent)).status).toBe(204);
    expect(await calls.read(call)).toEqual(completed);
  });

  test('204: a busy line is tried again, once, as another attempt', async () => {
    const before = platform.countDials();
    const call = await begin(name);
    expect((await report(name, platform.end('busy', clock.now()))).status).toBe(204);
    expect((await calls.read(call)).retryLogs).toMatchObject([{ outcome: 'busy' }]);
    clock.pass(10);
    await calls.advance(call);
    await calls.advance(call);
    expect(platform.countDials() - before).toBe(2);
  });

  test('401: a forged report and a replay from earlier change nothing', async () => {
    const call = await begin(name);
    const sent = platform.end('answered', clock.now());
    const forged = await report(name, { ...sent, headers: {} });
    expect([forged.status, forged.body.message]).toEqual([401, 'Unauthenticated.']);
    const altered = await report(name, { ...sent, text: sent.text.replace(/answered|ended|completed/, 'x') });
    expect(altered.status).toBe(401);
    clock.pass(5 * 60);
    expect((await report(name, sent)).status).toBe(401);
    expect(await calls.read(call)).toMatchObject({ status: 'in_progress', retryLogs: [{ endedAt: null }] });
  });

  test('a request without an answer is looked up, and nobody is dialled twice', async () => {
    const before = platform.countDials();
    platform.server.isMute = true;
    const call = await begin(name);
    platform.server.isMute = false;
    expect(call).toMatchObject({ status: 'in_progress', retryLogs: [{ endedAt: null }] });
    await calls.expireLease(call);
    expect(await calls.advance(call)).toMatchObject({
      status: 'in_progress',
      retryLogs: [{ endedAt: null }],
    });
    platform.end('voicemail', clock.now());
    await calls.expireLease(call);
    expect(await calls.advance(call)).toMatchObject({
      status: 'completed',
      callLog: { outcome: 'voicemail' },
    });
    expect(platform.countDials() - before).toBe(1);
  });

  test('a call that the platform does not list is never dialled again', async () => {
    const before = platform.countDials();
    platform.server.refusal = { status: 503 };
    const call = await begin(name);
    platform.server.refusal = undefined;
    await calls.expireLease(call);
    expect((await calls.advance(call)).status).toBe('in_progress');
    clock.pass(11);
    await calls.expireLease(call);
    expect(await calls.advance(call)).toMatchObject({
      status: 'failed',
      retryLogs: [{ outcome: 'unknown', error: expect.stringContaining('doesn’t list the call.') }],
    });
    expect(platform.countDials() - before).toBe(1);
  });

  test('the platform itself would dial again, so it is not what prevents that', async () => {
    const before = platform.countDials();
    const provider = createProviders(app.runtime)(name);
    const dial = {
      attemptId: crypto.randomUUID(),
      callId: crypto.randomUUID(),
      attempt: 1,
      from: null,
      to: '+493012345699',
      fullName: 'Ines',
      email: 'ines@harbour.example',
      firstMessage: 'Hello.',
      prompt: null,
      additionalData: null,
      callbackUrl: '',
      placeBefore: new Date(),
    };
    expect(await provider?.place(dial)).toEqual({ state: 'active' });
    expect(await provider?.place(dial)).toEqual({ state: 'active' });
    expect(platform.countDials() - before).toBe(2);
  });

  test('a refusal is a promise, so the call is tried again', async () => {
    platform.server.refusal = { status: 422, body: {} };
    const call = await begin(name);
    expect(call.retryLogs).toMatchObject([
      { outcome: null, error: expect.stringContaining('answered 422.') },
    ]);
    platform.server.refusal = undefined;
    clock.pass(10);
    expect((await calls.advance(call)).retryLogs).toMatchObject([{}, { attempt: 2, endedAt: null }]);
  });
});

test('204: a report about a call of another provider, or of nobody here, is dropped', async () => {
  const call = await begin('vapi');
  const { metadata } = vapi.calls.at(-1).assistantOverrides;
  const event = (fields: object) => retell.sign({ event: 'call_ended', call: fields }, clock.now());
  expect((await report('retell', event({ metadata, disconnection_reason: 'dial_busy' }))).status).toBe(204);
  const unknown = { ...metadata, daybookCallId: crypto.randomUUID() };
  expect((await report('retell', event({ metadata: unknown }))).status).toBe(204);
  expect((await report('retell', event({}))).status).toBe(204);
  expect(await calls.read(call)).toMatchObject({ status: 'in_progress', retryLogs: [{ endedAt: null }] });
});

test('200: who presses 9 goes on the do-not-call list, and hears so', async () => {
  const call = await begin('twilio');
  const sent = twilio.post(twilio.calls.at(-1), { CallStatus: 'in-progress', Digits: '9' });
  const answer = await report('twilio', sent);
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/xml; charset=utf-8']);
  expect(answer.body).toContain('<Say>You will get no more calls.');
  const { body } = await app.get(`/do-not-call?phoneNumber=${encodeURIComponent(call.phoneNumber)}`);
  expect(body.collection).toHaveLength(1);
  await report('twilio', twilio.end('answered', clock.now()));
  expect((await calls.read(call)).callLog).toMatchObject({ result: { kind: 'opted_out' } });
});

test('204: what the assistant found out is recorded with the end', async () => {
  const call = await begin('retell', { maxAttempts: 3 });
  const again = new Date(clock.now().getTime() + 3 * 3_600_000).toISOString();
  const ended = retell.end('answered', clock.now());
  const found = JSON.parse(ended.text);
  found.call.call_analysis.custom_analysis_data = { callAgainAt: again, eventUuid: 'dbk-0000000000000000' };
  expect((await report('retell', retell.sign(found, clock.now()))).status).toBe(204);
  // An event that does not exist is left out, and another call is due when it was asked for.
  expect(await calls.read(call)).toMatchObject({
    nextAttemptAt: again.replace('Z', '000Z'),
    retryLogs: [{ outcome: 'answered' }],
  });
  clock.pass(60);
  expect((await calls.advance(call)).retryLogs).toHaveLength(1);
  clock.pass(125);
  expect((await calls.advance(call)).retryLogs).toHaveLength(2);
});

test('404: a platform that there is not', async () => {
  expect((await report('elsewhere', { text: '{}', headers: {} })).status).toBe(404);
});
