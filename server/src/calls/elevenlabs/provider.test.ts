import { ElevenLabsClient } from '@elevenlabs/elevenlabs-js';
import { describe, expect, test } from 'vitest';
import {
  extractEssence,
  realClock,
  reportUrl,
  toRequest,
  createDial,
  testOutbound,
} from '../hosted/test-server.ts';
import { createElevenLabsPlatform } from './provider.ts';
import { finishConversation, useElevenLabs } from './test-elevenlabs.ts';

/** The adapter and the SDK of ElevenLabs with the same server on loopback. */

const fake = useElevenLabs();
const provider = createElevenLabsPlatform({
  account: fake.account,
  reportUrl,
  outbound: testOutbound,
  clock: realClock,
});
const sdk = () =>
  new ElevenLabsClient({ apiKey: fake.account.apiKey, baseUrl: fake.server.url, maxRetries: 0 });

const begin = async () => {
  const dial = createDial({ attemptId: crypto.randomUUID() });
  expect(await provider.place(dial)).toEqual({ state: 'active' });
  return { dial, conversation: fake.conversations.at(-1) };
};

describe('placing', () => {
  test('a call is placed with the request that the SDK sends', async () => {
    const dial = createDial();
    const answer = await sdk().conversationalAi.twilio.outboundCall({
      agentId: fake.account.agentId,
      agentPhoneNumberId: fake.account.phoneNumberId,
      toNumber: dial.to,
      conversationInitiationClientData: {
        dynamicVariables: {
          daybookCallId: dial.callId,
          daybookAttemptId: dial.attemptId,
          fullName: 'Ines Okafor',
          email: 'ines@harbour.example',
          firstMessage: 'Hello, this is Juniper Studio.',
          prompt: 'Be kind.',
          additionalData: '',
        },
      },
    });
    expect(answer.success).toBe(true);
    expect(await provider.place(dial)).toEqual({ state: 'active' });
    const [bySdk, byUs] = fake.server.received.slice(-2).map((each) => extractEssence(each, 'xi-api-key'));
    expect(byUs).toEqual(bySdk);
  });

  test('a call that failed with 200 may have rung', async () => {
    fake.server.refusal = { status: 200, body: { success: false, message: 'Twilio timed out.' } };
    expect(await provider.place(createDial())).toEqual({
      state: 'unknown',
      error: 'ElevenLabs couldn’t place the call: Twilio timed out.',
    });
    fake.server.refusal = undefined;
  });
});

test('a call is found again by its attempt, with the requests and the state of the SDK', async () => {
  expect(await provider.lookUp(createDial({ attemptId: crypto.randomUUID() }))).toEqual({
    state: 'unknown',
    error: 'ElevenLabs doesn’t list the call.',
  });
  const { dial, conversation } = await begin();
  expect(await provider.lookUp(dial)).toEqual({ state: 'active' });
  finishConversation(conversation, 'done', 'answered');
  conversation.analysis.data_collection_results = {
    eventUuid: { data_collection_id: 'eventUuid', value: 'dbk-8fK2mZ0qWv3Xy7Ab', rationale: 'Booked.' },
  };
  const state = await provider.lookUp(dial);
  const { conversations } = await sdk().conversationalAi.conversations.list({
    agentId: fake.account.agentId,
    dynamicVariableParams: `daybookAttemptId:eq:${dial.attemptId}`,
    pageSize: 2,
  });
  const read = await sdk().conversationalAi.conversations.get(conversations[0]?.conversationId ?? '');
  const shapes = fake.server.received.slice(-4).map(({ method, path, query }) => [
    method,
    path,
    // The SDK adds what it has defaults for.
    Object.entries({ ...Object.fromEntries(query), summary_mode: undefined }),
  ]);
  expect(shapes.slice(0, 2)).toEqual(shapes.slice(2));
  expect(state).toEqual({
    state: 'ended',
    outcome: 'answered',
    durationSeconds: read.metadata.callDurationSecs,
    transcript: 'Agent: Hello.\nPerson: Yes, Tuesday is fine.',
    summary: read.analysis?.transcriptSummary,
    recordingUrl: null,
    eventUuid: 'dbk-8fK2mZ0qWv3Xy7Ab',
    callAgainAt: undefined,
    error: null,
  });
});

describe('reports', () => {
  const idsOf = ({ callId, attemptId }: ReturnType<typeof createDial>) => ({ callId, attemptId });

  test('the SDK verifies what the server here signs, and so do we', async () => {
    const { dial } = await begin();
    const sent = fake.end('voicemail', new Date());
    const event = await sdk().webhooks.constructEvent(
      sent.text,
      sent.headers['elevenlabs-signature'] ?? '',
      fake.account.webhookSecret,
    );
    expect(event.type).toBe('post_call_transcription');
    expect(await provider.readReport(toRequest(sent))).toMatchObject({
      ...idsOf(dial),
      state: { outcome: 'voicemail', summary: 'Ines wants Tuesday.' },
    });
  });

  test('of a call that did not come about the conversation tells whose it was', async () => {
    const { dial } = await begin();
    for (const [reason, outcome] of [
      ['busy', 'busy'],
      ['no-answer', 'not_answered'],
      ['unknown', 'unknown'],
    ] as const)
      expect(await provider.readReport(toRequest(fake.failure(reason, new Date())))).toMatchObject({
        ...idsOf(dial),
        state: { state: 'ended', outcome },
      });
    fake.server.refusal = { status: 500 };
    expect(await provider.readReport(toRequest(fake.failure('busy', new Date())))).toBe('irrelevant');
    fake.server.refusal = undefined;
  });

  test('what is about no call of ours is dropped', async () => {
    const { conversation } = await begin();
    const other = { ...conversation, conversation_initiation_client_data: {} };
    for (const report of [{ type: 'post_call_transcription', data: other }, { type: 'post_call_audio' }, 7])
      expect(await provider.readReport(toRequest(fake.sign(report as object, new Date())))).toBe(
        'irrelevant',
      );
  });

  test('a wrong signature, another text and an old time are refused', async () => {
    const { dial } = await begin();
    const sent = fake.end('answered', new Date());
    const read = (fields: object) => provider.readReport(toRequest({ ...sent, ...fields }));
    expect(await read({})).toMatchObject(idsOf(dial));
    expect(await read({ text: sent.text.replace('Tuesday', 'Wednesday') })).toBe('forged');
    expect(await read({ headers: {} })).toBe('forged');
    const signature = sent.headers['elevenlabs-signature']?.replace(/v0=..../, 'v0=0000');
    expect(await read({ headers: { 'elevenlabs-signature': signature } })).toBe('forged');
    const old = fake.end('answered', new Date(Date.now() - 31 * 60_000));
    expect(await provider.readReport(toRequest(old))).toBe('forged');
  });
});

test.each([
  ['done', 'answered', { outcome: 'answered' }],
  ['done', 'voicemail', { outcome: 'voicemail' }],
  ['done', null, { outcome: 'answered' }],
  ['failed', 'busy', { outcome: 'busy' }],
  ['failed', 'no_answer', { outcome: 'not_answered' }],
  ['failed', 'failed', { outcome: 'unknown', error: /The line broke/ }],
  ['failed', 'answered', { outcome: 'answered', error: /The line broke/ }],
] as const)(
  '%s, with the result %s',
  async (status, result, { outcome, ...rest }: { outcome: string; error?: RegExp }) => {
    const { dial, conversation } = await begin();
    finishConversation(conversation, status, result);
    const state = await provider.lookUp(dial);
    expect(state).toMatchObject({ state: 'ended', outcome });
    if (rest.error) expect(state).toHaveProperty('error', expect.stringMatching(rest.error));
  },
);
