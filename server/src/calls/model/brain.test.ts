import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOutbound } from '../../platform/safe-fetch/safe-fetch.ts';
import { getZone } from '../../platform/zones.ts';
import { startDialogue, chooseOffers, respondTo, type Reaction } from '../dialogue/public.ts';
import { createModelBrain } from './brain.ts';
import { transcribeSpeech } from './chat.ts';

/** A server that speaks the protocol of OpenAI, and misbehaves as a test says. */

interface ModelRequest {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: Buffer;
}

const asked: ModelRequest[] = [];
let answer: (response: ServerResponse) => void = () => undefined;
const server = createServer((request: IncomingMessage, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    asked.push({
      path: request.url ?? '',
      authorization: request.headers.authorization,
      body: Buffer.concat(chunks),
    });
    answer(response);
  });
});
const outbound = createOutbound({ outboundAllow: ['127.0.0.1'], outboundDns: [] });
const model = { url: '', model: 'small', key: 'secret', speechModel: 'ears' };

beforeAll(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  model.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await outbound.close();
});

const says =
  (body: unknown, status = 200) =>
  (response: ServerResponse) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
const calls = (name: string, input: unknown = {}) =>
  says({
    choices: [
      {
        message: {
          role: 'assistant',
          tool_calls: [{ function: { name, arguments: JSON.stringify(input) } }],
        },
      },
    ],
  });

const at = (iso: string): number => Date.parse(iso);
const offers = chooseOffers(
  [at('2027-03-02T09:00Z'), at('2027-03-03T13:30Z'), at('2027-03-04T08:15Z')],
  getZone('Europe/Berlin'),
);
const facts = { firstName: 'Ines', company: 'Juniper Studio', reason: null, title: 'a first talk' };
const opening = startDialogue(facts, offers);
const chosen = respondTo(opening.state, { kind: 'digit', digit: '2' });

/** What follows when somebody says this, with how often the model was asked. */
async function hear({ state }: Reaction, text: string, behaves = calls('unclear'), timeoutMs = 2000) {
  answer = behaves;
  const before = asked.length;
  const brain = createModelBrain({ outbound, model, prompt: 'It is about a roof.', timeoutMs });
  const turns = [{ atMs: 0, speaker: 'person', text, confidence: null }] as const;
  const reaction = await brain.respond(state, { kind: 'speech', text }, turns);
  return { ...reaction, questions: asked.length - before };
}

describe('what no phrase fits', () => {
  test('is understood by the model, repeated, and booked only after a yes', async () => {
    const heard = await hear(opening, 'The middle one would be lovely.', calls('choose_time', { number: 2 }));
    expect(heard.say).toContain(`${offers[1]?.spoken}. Is that right?`);
    expect([heard.action, heard.questions]).toEqual([undefined, 1]);
    expect((await hear(heard, 'Yes, please!')).action).toEqual({ kind: 'book', startMs: offers[1]?.startMs });
  });

  test('goes to the model with the list of times, the tools and the key', async () => {
    await hear(opening, 'Hm, what about the roof?');
    const { path, authorization, body } = asked.at(-1) as ModelRequest;
    const sent = JSON.parse(body.toString());
    expect([path, authorization, sent.model, sent.tool_choice]).toEqual([
      '/v1/chat/completions',
      'Bearer secret',
      'small',
      'required',
    ]);
    expect(sent.messages[0].content).toContain(`2. ${offers[1]?.spoken}`);
    expect(sent.messages[0].content).toContain('It is about a roof.');
    expect(sent.messages.at(-1)).toEqual({ role: 'user', content: 'Hm, what about the roof?' });
    const names = sent.tools.map((tool: { function: { name: string } }) => tool.function.name);
    expect(names).toContain('choose_time');
    // Nobody but the person says yes.
    expect(names.join(' ')).not.toMatch(/book|confirm|accept|yes/);
  });

  test.each([
    ['other times', 'other_times', {}, { kind: 'find later times', afterMs: offers[2]?.startMs }],
    ['call back', 'call_back', { day: 'friday', hour: 10 }, { kind: 'call back', day: 'friday', hour: 10 }],
    ['stop', 'stop_calling', {}, { kind: 'opt out' }],
  ])('may mean %s', async (_, name, input, action) => {
    expect((await hear(opening, 'in other words', calls(name, input))).action).toEqual(action);
  });
});

describe('what a phrase fits', () => {
  test.each([
    ['Stop calling me!', { kind: 'opt out' }],
    ['Call me tomorrow after four.', { kind: 'call back', day: 'tomorrow', hour: 4 }],
  ])('"%s" needs no model', async (text, action) => {
    // It would hang, and would say something else.
    const heard = await hear(opening, text, () => undefined);
    expect([heard.action, heard.questions]).toEqual([action, 0]);
  });
});

describe('a model that misbehaves', () => {
  const missed = 'Sorry, I did not understand.';

  test.each([
    ['invents a time', calls('choose_time', { number: 4 })],
    ['names a time in words', calls('choose_time', { number: 'Friday at nine' })],
    ['books by itself', calls('book', { start: '2027-03-05T09:00:00Z' })],
    ['calls back on a day that is none', calls('call_back', { day: 'soon' })],
    ['takes back what was not repeated', calls('reject')],
    ['talks instead', says({ choices: [{ message: { content: 'You are booked for Friday at nine.' } }] })],
    ['answers with no choice', says({ choices: [] })],
    [
      'answers with broken arguments',
      says('{"choices":[{"message":{"tool_calls":[{"function":{"name":"choose_time","arguments":"{"}}]}}]}'),
    ],
    ['answers with no JSON', says('<html>')],
    ['answers with 500', says({ error: 'out of memory' }, 500)],
    ['answers with a body without end', says(`"${'x'.repeat(100_000)}"`)],
    ['hangs up', (response: ServerResponse) => void response.destroy()],
  ])('and %s is not understood', async (_, behaves) => {
    const heard = await hear(opening, 'whatever', behaves);
    expect(heard.say).toContain(missed);
    expect([heard.action, heard.state.misses, heard.questions]).toEqual([undefined, 1, 1]);
  });

  test('and hangs is given up in time', async () => {
    const heard = await hear(opening, 'whatever', () => undefined, 100);
    expect([heard.say.startsWith(missed), heard.action]).toEqual([true, undefined]);
  });

  test.each(['confirm', 'yes', 'accept', 'book', 'choose_time'])(
    'and says that the person agreed (%s) books nothing: the question is asked again',
    async (name) => {
      const heard = await hear(chosen, 'I do not know, well', calls(name, { number: 2 }));
      expect(heard.action).toBeUndefined();
      expect(heard.say).toContain(`${offers[1]?.spoken}. Is that right?`);
    },
  );

  test('three times in a row ends with the link, as without a model', async () => {
    let reaction: Reaction = opening;
    for (let tries = 0; tries < 3; tries += 1) reaction = await hear(reaction, 'whatever', says('', 503));
    expect(reaction.action).toEqual({ kind: 'send link' });
  });
});

describe('speech in any words', () => {
  test('is written down by the model for it', async () => {
    answer = says({ text: ' The middle one. ' });
    expect(await transcribeSpeech(outbound, model, new Int16Array(800))).toBe('The middle one.');
    const { path, body } = asked.at(-1) as ModelRequest;
    expect(path).toBe('/v1/audio/transcriptions');
    expect(body.includes('RIFF')).toBe(true);
    expect(body.includes('ears')).toBe(true);
  });

  test('is nothing when the model fails, or there is none', async () => {
    answer = says('no', 500);
    expect(await transcribeSpeech(outbound, model, new Int16Array(800))).toBe('');
    answer = () => undefined;
    expect(await transcribeSpeech(outbound, model, new Int16Array(800), 100)).toBe('');
    expect(await transcribeSpeech(outbound, { ...model, speechModel: undefined }, new Int16Array(800))).toBe(
      '',
    );
  });
});
