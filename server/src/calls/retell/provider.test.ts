import Retell from 'retell-sdk';
import { describe, expect, test } from 'vitest';
import {
  extractEssence,
  realClock,
  reportUrl,
  toRequest,
  createDial,
  testOutbound,
} from '../hosted/test-server.ts';
import { createRetellPlatform } from './provider.ts';
import { buildEnding, useRetell } from './test-retell.ts';

/** The adapter and the SDK of Retell with the same server on loopback. */

const fake = useRetell();
const provider = createRetellPlatform({
  account: fake.account,
  reportUrl,
  outbound: testOutbound,
  clock: realClock,
});
const sdk = () => new Retell({ apiKey: fake.account.apiKey, baseURL: fake.server.url, maxRetries: 0 });

test('a call is placed with the request that the SDK sends', async () => {
  const dial = createDial();
  const ids = { daybookCallId: dial.callId, daybookAttemptId: dial.attemptId };
  const answer = await sdk().call.createPhoneCall({
    from_number: '+14155550100',
    to_number: dial.to,
    override_agent_id: fake.account.agentId,
    metadata: ids,
    retell_llm_dynamic_variables: {
      ...ids,
      fullName: 'Ines Okafor',
      email: 'ines@harbour.example',
      firstMessage: 'Hello, this is Juniper Studio.',
      prompt: 'Be kind.',
      additionalData: '',
    },
    agent_override: {
      agent: { webhook_url: reportUrl, webhook_events: ['call_started', 'call_ended', 'call_analyzed'] },
    },
  });
  expect(answer.call_status).toBe('registered');
  expect(await provider.place(dial)).toEqual({ state: 'active' });
  const [bySdk, byUs] = fake.server.received.slice(-2).map((each) => extractEssence(each, 'authorization'));
  expect(byUs).toEqual(bySdk);
});

test('the number of the agent comes before that of the account', async () => {
  await provider.place(createDial({ from: '+14155550199' }));
  expect(fake.calls.at(-1).from_number).toBe('+14155550199');
});

test('a call is found again by its attempt, with the requests and the state of the SDK', async () => {
  const dial = createDial({ attemptId: '0198c2f4-6a10-7c3e-9d51-3f0f4a1b2c50' });
  expect(await provider.lookUp(dial)).toEqual({ state: 'unknown', error: 'Retell doesn’t list the call.' });
  await provider.place(dial);
  expect(await provider.lookUp(dial)).toEqual({ state: 'active' });
  Object.assign(fake.calls.at(-1), buildEnding('agent_hangup'));
  const state = await provider.lookUp(dial);
  const key = 'daybookAttemptId';
  const { items } = await sdk().call.list({
    filter_criteria: { metadata: [{ type: 'string', op: 'eq', key, value: dial.attemptId }] },
    limit: 2,
  });
  const read = await sdk().call.retrieve(items[0]?.call_id ?? '');
  const [ourList, ourGet, theirList, theirGet] = fake.server.received
    .slice(-4)
    .map((each) => extractEssence(each, 'authorization'));
  expect([ourList, ourGet]).toEqual([theirList, { ...theirGet, type: undefined }]);
  expect(state).toEqual({
    state: 'ended',
    outcome: 'answered',
    durationSeconds: 95,
    transcript: read.transcript,
    summary: read.call_analysis?.call_summary,
    recordingUrl: read.recording_url,
    eventUuid: null,
    callAgainAt: undefined,
    error: null,
  });
});

test('a call is hung up with the request of the SDK', async () => {
  const dial = createDial({ attemptId: '0198c2f4-6a10-7c3e-9d51-3f0f4a1b2c51' });
  await provider.place(dial);
  await provider.hangUp(dial);
  const byUs = fake.server.received.at(-1);
  expect(fake.calls.at(-1).disconnection_reason).toBe('manual_stopped');
  await sdk().call.stop(fake.calls.at(-1).call_id);
  expect([byUs?.method, byUs?.path]).toEqual([
    fake.server.received.at(-1)?.method,
    fake.server.received.at(-1)?.path,
  ]);
});

describe('reports', () => {
  const ids = { callId: createDial().callId, attemptId: createDial().attemptId };
  const metadata = { daybookCallId: ids.callId, daybookAttemptId: ids.attemptId };
  const report = (event: string, fields: object) =>
    provider.readReport(toRequest(fake.sign({ event, call: { metadata, ...fields } }, new Date())));

  test('the SDK verifies what the server here signs, and we verify what the SDK signs', async () => {
    const { text, headers } = fake.sign({ event: 'call_started', call: { metadata } }, new Date());
    expect(await Retell.verify(text, fake.account.apiKey, headers['x-retell-signature'])).toBe(true);
    const bySdk = await Retell.sign(text, fake.account.apiKey);
    expect(
      await provider.readReport(toRequest({ text, headers: { 'x-retell-signature': bySdk } })),
    ).toMatchObject({ ...ids, state: { state: 'active' } });
  });

  test('a conversation has ended when its analysis is there, a call nobody took at once', async () => {
    expect(await report('call_ended', buildEnding('user_hangup'))).toMatchObject({
      state: { state: 'active' },
    });
    const analysis = { call_summary: 'Later.', custom_analysis_data: { doNotCall: 'true' } };
    expect(
      await report('call_analyzed', { ...buildEnding('user_hangup'), call_analysis: analysis }),
    ).toMatchObject({ ...ids, isOptOut: true, state: { outcome: 'answered', summary: 'Later.' } });
    expect(await report('call_ended', buildEnding('dial_busy'))).toMatchObject({
      state: { outcome: 'busy' },
    });
    expect(await report('transcript_updated', {})).toBe('irrelevant');
    expect(await report('call_ended', { ...buildEnding('dial_busy'), metadata: {} })).toBe('irrelevant');
  });

  test('a wrong signature, another text and an old time are refused', async () => {
    const sent = fake.sign({ event: 'call_started', call: { metadata } }, new Date());
    const read = (fields: object) => provider.readReport(toRequest({ ...sent, ...fields }));
    expect(await read({})).toMatchObject(ids);
    expect(await read({ text: sent.text.replace('call_started', 'call_ended') })).toBe('forged');
    expect(await read({ headers: {} })).toBe('forged');
    const signature = sent.headers['x-retell-signature'].replace(/d=..../, 'd=0000');
    expect(await read({ headers: { 'x-retell-signature': signature } })).toBe('forged');
    const old = fake.sign({ event: 'call_started', call: { metadata } }, new Date(Date.now() - 301_000));
    expect(await provider.readReport(toRequest(old))).toBe('forged');
  });
});

type Reason = NonNullable<Retell.PhoneCallResponse['disconnection_reason']>;

test.each([
  ['dial_busy', { outcome: 'busy' }],
  ['dial_no_answer', { outcome: 'not_answered' }],
  ['voicemail_reached', { outcome: 'voicemail' }],
  ['max_duration_reached', { outcome: 'answered' }],
  ['user_declined', { outcome: 'not_answered', isFinal: true }],
  ['concurrency_limit_reached', { state: 'not_placed' }],
  ['invalid_destination', { state: 'not_placed', isFinal: true }],
  ['dial_failed', { outcome: 'unknown' }],
] satisfies [Reason, object][])('%s', async (reason, state) => {
  const dial = createDial({ attemptId: crypto.randomUUID() });
  await provider.place(dial);
  Object.assign(fake.calls.at(-1), buildEnding(reason));
  expect(await provider.lookUp(dial)).toMatchObject(state);
});
