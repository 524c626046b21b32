import { VapiClient, type Vapi } from '@vapi-ai/server-sdk';
import { describe, expect, test } from 'vitest';
import {
  extractEssence,
  realClock,
  reportUrl,
  toRequest,
  createDial,
  testOutbound,
} from '../hosted/test-server.ts';
import { createVapiPlatform } from './provider.ts';
import { buildEnding, useVapi } from './test-vapi.ts';

/** The adapter and the SDK of Vapi with the same server on loopback. */

const fake = useVapi();
const provider = createVapiPlatform({
  account: fake.account,
  reportUrl,
  outbound: testOutbound,
  clock: realClock,
});
const sdk = () => new VapiClient({ token: fake.account.apiKey, baseUrl: fake.server.url, maxRetries: 0 });

/** What the adapter should send, in the words of the SDK's types. */
const wanted = ({ attemptId, callId, to }: ReturnType<typeof createDial>) =>
  ({
    name: attemptId,
    assistantId: fake.account.assistantId,
    phoneNumberId: fake.account.phoneNumberId,
    customer: { number: to, name: 'Ines Okafor' },
    assistantOverrides: {
      variableValues: {
        daybookCallId: callId,
        daybookAttemptId: attemptId,
        fullName: 'Ines Okafor',
        email: 'ines@harbour.example',
        firstMessage: 'Hello, this is Juniper Studio.',
        prompt: 'Be kind.',
        additionalData: '',
      },
      metadata: { daybookCallId: callId, daybookAttemptId: attemptId },
      server: { url: reportUrl, credentialId: fake.account.credentialId },
      serverMessages: ['status-update', 'end-of-call-report'],
    },
  }) satisfies Vapi.CreateCallDto;

test('a call is placed with the request that the SDK sends', async () => {
  const dial = createDial();
  const answer = (await sdk().calls.create(wanted(dial))) as Vapi.Call;
  expect([answer.status, answer.name]).toEqual(['queued', dial.attemptId]);
  expect(await provider.place(dial)).toEqual({ state: 'active' });
  const [bySdk, byUs] = fake.server.received.slice(-2).map((each) => extractEssence(each, 'authorization'));
  expect(byUs).toEqual(bySdk);
});

test('a call is found again by its attempt, with the state that the SDK reads', async () => {
  const dial = createDial({ attemptId: '0198c2f4-6a10-7c3e-9d51-3f0f4a1b2c50' });
  expect(await provider.lookUp(dial)).toEqual({ state: 'unknown', error: 'Vapi doesn’t list the call.' });
  await provider.place(dial);
  await provider.place(createDial());
  expect(await provider.lookUp(dial)).toEqual({ state: 'active' });
  const call = fake.calls.find(({ name }) => name === dial.attemptId);
  Object.assign(call, buildEnding('assistant-ended-call', true));
  call.analysis.structuredData = { eventUuid: 'dbk-8fK2mZ0qWv3Xy7Ab' };
  const listed = (await sdk().calls.list({ assistantId: fake.account.assistantId })) as Vapi.Call[];
  const read = listed.find(({ name }) => name === dial.attemptId);
  expect(await provider.lookUp(dial)).toEqual({
    state: 'ended',
    outcome: 'answered',
    durationSeconds: 95,
    transcript: read?.artifact?.transcript,
    summary: read?.analysis?.summary,
    recordingUrl: read?.artifact?.recordingUrl,
    eventUuid: 'dbk-8fK2mZ0qWv3Xy7Ab',
    callAgainAt: undefined,
    error: null,
  });
});

test('a call is hung up at the address that came with it, which does not get the key', async () => {
  const dial = createDial({ attemptId: '0198c2f4-6a10-7c3e-9d51-3f0f4a1b2c51' });
  await provider.place(dial);
  await provider.hangUp(dial);
  const { path, body, headers } = fake.server.received.at(-1) ?? {};
  expect([path, body, headers?.authorization]).toEqual([
    `/control/${fake.calls.at(-1).id}`,
    { type: 'end-call' },
    undefined,
  ]);
});

describe('reports', () => {
  const report = (message: object, at = new Date()) => provider.readReport(toRequest(fake.sign(message, at)));
  const call = { assistantOverrides: { metadata: wanted(createDial()).assistantOverrides.metadata } };
  const ids = { callId: createDial().callId, attemptId: createDial().attemptId };

  test('an end is reported with all that is known', async () => {
    const structuredData = { doNotCall: true, callAgainAt: 'tomorrow' };
    const message = {
      type: 'end-of-call-report',
      ...buildEnding('silence-timed-out', true),
      analysis: { summary: 'No more calls.', structuredData },
      call,
    };
    expect(await report(message)).toMatchObject({
      ...ids,
      isOptOut: true,
      state: { state: 'ended', outcome: 'answered', summary: 'No more calls.', callAgainAt: undefined },
    });
  });

  test('of an end only the full report counts', async () => {
    expect(await report({ type: 'status-update', status: 'ringing', call })).toMatchObject({
      ...ids,
      state: { state: 'active' },
    });
    expect(await report({ type: 'status-update', status: 'ended', call })).toBe('irrelevant');
    expect(await report({ type: 'end-of-call-report', endedReason: 'voicemail', call: {} })).toBe(
      'irrelevant',
    );
  });

  test('a wrong signature, another text and an old time are refused', async () => {
    const message = { type: 'status-update', status: 'ringing', call };
    const { text, headers } = fake.sign(message, new Date());
    const read = (fields: object) => provider.readReport(toRequest({ text, headers, ...fields }));
    expect(await read({})).toMatchObject(ids);
    expect(await read({ text: text.replace('ringing', 'in-progress') })).toBe('forged');
    expect(await read({ headers: {} })).toBe('forged');
    expect(await read({ headers: { ...headers, 'x-signature': '0'.repeat(64) } })).toBe('forged');
    const later = String(Number(headers['x-timestamp']) + 1);
    expect(await read({ headers: { ...headers, 'x-timestamp': later } })).toBe('forged');
    expect(await report(message, new Date(Date.now() - 301_000))).toBe('forged');
  });
});

test.each([
  ['customer-busy', { outcome: 'busy' }],
  ['customer-did-not-answer', { outcome: 'not_answered' }],
  ['voicemail', { outcome: 'voicemail' }],
  ['call.in-progress.twilio-completed-call', { outcome: 'answered' }],
  ['call.start.error-subscription-concurrency-limit-reached', { state: 'not_placed' }],
  ['call-start-error-neither-assistant-nor-server-set', { state: 'not_placed' }],
  ['twilio-reported-customer-misdialed', { state: 'not_placed', isFinal: true }],
  ['twilio-failed-to-connect-call', { outcome: 'unknown' }],
  ['pipeline-error-openai-voice-failed', { outcome: 'unknown' }],
] satisfies [Vapi.CallEndedReason, object][])('%s', async (reason, state) => {
  const dial = createDial({ attemptId: crypto.randomUUID() });
  await provider.place(dial);
  Object.assign(fake.calls.at(-1), buildEnding(reason, false));
  expect(await provider.lookUp(dial)).toMatchObject(state);
});
