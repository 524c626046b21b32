import sdkOf from 'twilio';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  extractEssence,
  realClock,
  reportUrl,
  toRequest,
  createDial,
  testOutbound,
} from '../hosted/test-server.ts';
import { createTwilioPlatform } from './provider.ts';
import { buildTwiml } from './rules.ts';
import { useTwilio } from './test-twilio.ts';

/** The adapter and the SDK of Twilio with the same server on loopback. */

const fake = useTwilio();
const provider = createTwilioPlatform({
  account: fake.account,
  reportUrl,
  outbound: testOutbound,
  clock: realClock,
});
const { accountSid, authToken } = fake.account;

/** The SDK knows no other address than Twilio's. */
function sdk() {
  const client = new sdkOf.RequestClient();
  const request: typeof client.request = (options) =>
    client.request({ ...options, uri: options.uri.replace('https://api.twilio.com', fake.server.url) });
  return sdkOf(accountSid, authToken, { httpClient: Object.assign(Object.create(client), { request }) });
}

let number = 0;
/** To a number of its own: a call is found by its numbers. */
const someCall = (fields: object = {}) => createDial({ to: `+4930123456${10 + (number += 1)}`, ...fields });

beforeEach(() => {
  fake.account.twimlUrl = undefined;
});

describe('placing', () => {
  test('a call is placed with the request that the SDK sends', async () => {
    const dial = someCall();
    expect(await provider.place(dial)).toEqual({ state: 'active' });
    const { body } = fake.server.received.at(-1) ?? {};
    const answer = await sdk().calls.create({
      to: dial.to,
      from: '+14155550100',
      twiml: body.Twiml,
      statusCallback: body.StatusCallback,
      statusCallbackMethod: 'POST',
      statusCallbackEvent: ['completed'],
      machineDetection: 'DetectMessageEnd',
    });
    expect([answer.status, answer.to]).toEqual(['queued', dial.to]);
    const [byUs, bySdk] = fake.server.received.slice(-2).map((each) => extractEssence(each, 'authorization'));
    expect(byUs).toEqual(bySdk);
  });

  test('the message is said as TwiML of the SDK says it, with a way to opt out', async () => {
    const url = 'https://book.example.org/connect/calls/twilio?a=1&b=2';
    const twiml = new sdkOf.twiml.VoiceResponse();
    twiml
      .gather({ numDigits: 1, timeout: 5, action: url })
      .say('This is an automated call. Tom & "Jerry" <3 To get no more calls, press 9.');
    const plain = (xml: string | undefined) =>
      xml
        ?.replace(/^<\?xml.*?\?>/, '')
        .replaceAll(/&#38;|&amp;/g, '&')
        .replaceAll(/&#60;|&lt;/g, '<')
        .replaceAll('&#34;', '"');
    expect(plain(buildTwiml('Tom & "Jerry" <3', url))).toBe(plain(twiml.toString()));
  });

  test('the conversation of the operator takes the place of the message', async () => {
    fake.account.twimlUrl = 'https://voice.example.org/twiml?lang=de';
    const dial = someCall({ firstMessage: null });
    await provider.place(dial);
    const { body } = fake.server.received.at(-1) ?? {};
    const ids = `daybookCallId=${dial.callId}&daybookAttemptId=${dial.attemptId}`;
    expect([body.Url, body.Twiml]).toEqual([`https://voice.example.org/twiml?lang=de&${ids}`, undefined]);
  });

  test('nobody is called to hear nothing', async () => {
    const count = fake.countDials();
    for (const firstMessage of [null, '&'.repeat(1000)])
      expect(await provider.place(someCall({ firstMessage }))).toMatchObject({
        state: 'not_placed',
        isFinal: true,
      });
    expect(fake.countDials()).toBe(count);
  });
});

describe('looking up', () => {
  test('a call is found by its numbers and its time, as the SDK lists it', async () => {
    const dial = someCall();
    expect(await provider.lookUp(dial)).toMatchObject({ state: 'unknown' });
    await provider.place(dial);
    expect(await provider.lookUp(dial)).toEqual({ state: 'active' });
    fake.end('voicemail', new Date());
    const [read] = await sdk().calls.list({ to: dial.to, from: '+14155550100', limit: 2 });
    expect(read).toMatchObject({ status: 'completed', answeredBy: 'machine_end_beep', duration: '40' });
    expect(await provider.lookUp(dial)).toMatchObject({ outcome: 'voicemail', durationSeconds: 40 });
  });

  test('a call of another time is not taken for it, and of two nobody knows which', async () => {
    const dial = someCall();
    await provider.place(dial);
    const later = { ...dial, placeBefore: new Date(dial.placeBefore.getTime() + 3_600_000) };
    expect(await provider.lookUp(later)).toEqual({
      state: 'unknown',
      error: 'Twilio doesn’t list the call.',
    });
    await provider.place(dial);
    expect(await provider.lookUp(dial)).toEqual({
      state: 'unknown',
      error: 'Twilio lists several calls to this number at this time.',
    });
  });

  test('a call is hung up with the request of the SDK', async () => {
    const dial = someCall();
    await provider.place(dial);
    await provider.hangUp(dial);
    const call = fake.calls.at(-1);
    expect(call.status).toBe('completed');
    await sdk().calls(call.sid).update({ status: 'completed' });
    const [byUs, bySdk] = [fake.server.received.at(-2), fake.server.received.at(-1)];
    expect(byUs && extractEssence(byUs, 'authorization')).toEqual(
      bySdk && extractEssence(bySdk, 'authorization'),
    );
  });
});

describe('reports', () => {
  const begin = async () => {
    const dial = someCall();
    await provider.place(dial);
    return { callId: dial.callId, attemptId: dial.attemptId };
  };
  const valid = ({ url, text, headers }: ReturnType<typeof fake.sign>) =>
    sdkOf.validateRequest(
      authToken,
      headers['x-twilio-signature'],
      url,
      Object.fromEntries(new URLSearchParams(text)),
    );

  test('the SDK verifies what the server here signs, and so do we', async () => {
    const ids = await begin();
    const sent = fake.sign(fake.end('answered', new Date()).url ?? '', {
      CallStatus: 'completed',
      To: '+49 ä',
    });
    expect(valid(sent)).toBe(true);
    expect(await provider.readReport(toRequest(sent))).toMatchObject({
      ...ids,
      state: { outcome: 'answered' },
    });
    const other = { ...sent, text: sent.text.replace('completed', 'busy') };
    expect([valid(other), await provider.readReport(toRequest(other))]).toEqual([false, 'forged']);
  });

  test('another call in the address, no signature and an address that has expired are refused', async () => {
    const ids = await begin();
    const { url = '', text, headers } = fake.end('busy', new Date());
    expect(await provider.readReport(toRequest({ url, text, headers }))).toMatchObject(ids);
    const ofOther = url.replace(ids.callId, createDial().attemptId);
    expect(await provider.readReport(toRequest({ url: ofOther, text, headers }))).toBe('forged');
    expect(await provider.readReport(toRequest({ url, text, headers: {} }))).toBe('forged');
    const late = { now: () => new Date(Date.now() + 5 * 3_600_000) };
    const then = createTwilioPlatform({
      account: fake.account,
      reportUrl,
      outbound: testOutbound,
      clock: late,
    });
    expect(await then.readReport(toRequest({ url, text, headers }))).toBe('forged');
  });

  test('9 opts out, and is answered with TwiML', async () => {
    const ids = await begin();
    const digits = (Digits: string) =>
      provider.readReport(toRequest(fake.post(fake.calls.at(-1), { CallStatus: 'in-progress', Digits })));
    expect(await digits('9')).toMatchObject({
      ...ids,
      isOptOut: true,
      reply: expect.stringContaining('no more calls'),
    });
    expect(await digits('1')).toMatchObject({ isOptOut: false, state: { state: 'active' } });
  });
});

test.each([
  ['ringing', undefined, { state: 'active' }],
  ['completed', 'human', { outcome: 'answered' }],
  ['completed', 'unknown', { outcome: 'answered' }],
  ['completed', 'machine_end_silence', { outcome: 'voicemail' }],
  ['completed', 'fax', { outcome: 'unknown' }],
  ['busy', undefined, { outcome: 'busy' }],
  ['no-answer', undefined, { outcome: 'not_answered' }],
  ['canceled', undefined, { outcome: 'not_answered', isFinal: true }],
  ['failed', undefined, { state: 'not_placed', isFinal: true }],
])('%s, answered by %s', async (status, answered_by, state) => {
  const dial = someCall();
  await provider.place(dial);
  Object.assign(fake.calls.at(-1), { status, answered_by, duration: '3' });
  expect(await provider.lookUp(dial)).toMatchObject(state);
});
