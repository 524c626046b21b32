import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createJitterBuffer } from './jitter.ts';
import { createDigitReader, parsePacket, serializeDigit, serializePacket, type RtpPacket } from './rtp.ts';
import { openPlayout } from './playout.ts';
import { openMedia } from './session.ts';
import { createSourceFilter } from './source.ts';
import { createVoiceActivity } from './voice-activity.ts';

const packet = (index: number, more: Partial<RtpPacket> = {}): RtpPacket => ({
  payloadType: 0,
  marker: false,
  sequence: (65_530 + index) & 0xffff,
  timestamp: (0xffff_ff00 + index * 4) >>> 0,
  ssrc: 7,
  payload: new Uint8Array(4).fill(index),
  ...more,
});

describe('packets', () => {
  test('come back as they were sent', () => {
    const sent = packet(3, { marker: true });
    expect(parsePacket(serializePacket(sent))).toMatchObject({ ...sent, payload: Buffer.from(sent.payload) });
  });

  test('of strangers are refused or parsed, and never throw', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (data) => {
        const parsed = parsePacket(Buffer.from(data));
        expect(parsed === undefined || parsed.payload.length <= data.length).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  test('of one digit are one digit, whichever of its ends is lost', () => {
    const read = createDigitReader();
    const ofDigit = (timestamp: number, isEnd: boolean) =>
      read(packet(0, { timestamp, payload: serializeDigit(11, 800, isEnd) }));
    expect([
      ofDigit(1, false),
      ofDigit(1, true),
      ofDigit(1, true),
      ofDigit(9, false),
      ofDigit(9, true),
    ]).toEqual([undefined, '#', undefined, undefined, '#']);
  });
});

describe('the jitter buffer', () => {
  const play = (order: readonly number[]): number[] => {
    const { push } = createJitterBuffer(255);
    return order.flatMap((index) => push(packet(index))).flatMap((payload) => [...payload]);
  };
  const audio = (indexes: readonly number[]): number[] =>
    indexes.flatMap((index) => [index, index, index, index]);

  test('puts in order what came in another, over the end of both counters', () => {
    expect(play([0, 2, 1, 3, 5, 4, 6, 9, 7, 8])).toEqual(audio([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]));
  });

  test('plays what came twice once, and what came too late not at all', () => {
    expect(play([0, 1, 1, 0, 2])).toEqual(audio([0, 1, 2]));
  });

  test('fills what is lost with silence of its length', () => {
    expect(play([0, 2, 3, 4, 5])).toEqual(audio([0, 255, 2, 3, 4, 5]));
  });

  test('never loses the place, whatever is lost and reordered', () => {
    const order = fc.uniqueArray(fc.nat(200), { minLength: 20, maxLength: 150 }).map((list) =>
      list
        .sort((a, b) => a - b)
        .map((index, at) => ({ index, at: at + (index % 3) }))
        .sort((a, b) => a.at - b.at)
        .map(({ index }) => index),
    );
    fc.assert(
      fc.property(order, (indexes) => {
        const played = play(indexes).filter((_, at) => at % 4 === 0);
        const heard = played.filter((each) => each !== 255);
        expect(heard).toEqual(heard.toSorted((a, b) => a - b));
        for (const [at, index] of played.entries()) {
          if (index !== 255) expect(index - (indexes[0] ?? 0)).toBe(at);
        }
      }),
      { numRuns: 100 },
    );
  });
});

describe('voice activity', () => {
  const tone = (level: number) =>
    Int16Array.from({ length: 160 }, (_, index) => Math.round(level * Math.sin(index / 3)));
  const run = (frames: readonly [level: number, count: number][]) => {
    const activity = createVoiceActivity();
    const found: [string, number][] = [];
    let at = 0;
    for (const [level, count] of frames) {
      for (let index = 0; index < count; index += 1) {
        const change = activity.push(tone(level));
        at += 1;
        if (change) found.push([change, at]);
      }
    }
    return found;
  };

  test('begins after 80 ms of speech, pauses after 160 ms without, and ends after 500 ms', () => {
    expect(
      run([
        [10, 50],
        [4000, 40],
        [10, 50],
      ]),
    ).toEqual([
      ['start', 54],
      ['pause', 98],
      ['end', 115],
    ]);
  });

  test('is not begun by a click, nor ended by a pause between words', () => {
    expect(
      run([
        [10, 50],
        [9000, 2],
        [10, 50],
      ]),
    ).toEqual([]);
    expect(
      run([
        [10, 50],
        [4000, 20],
        [10, 15],
        [4000, 20],
      ]),
    ).toEqual([
      ['start', 54],
      ['pause', 78],
    ]);
  });

  test('takes noise for speech in the first seconds of a call at most, and hears speech that is 10 dB louder', () => {
    const noisy = run([[300, 3000]]);
    expect(noisy.map(([change]) => change)).toEqual(['start', 'pause', 'end']);
    expect(noisy.at(-1)?.[1]).toBeLessThan(120);
    expect(
      run([
        [300, 200],
        [950, 20],
        [300, 40],
      ])
        .slice(3)
        .map(([change]) => change),
    ).toEqual(['start', 'pause', 'end']);
  });
});

describe('the playout of a peer', () => {
  const open = () => {
    const frames: number[] = [];
    let nowMs = 0;
    const playout = openPlayout(
      'PCMU',
      (samples) => frames.push(samples.some((sample) => Math.abs(sample) > 1000) ? 1 : 0),
      () => nowMs,
    );
    let timestamp = 0;
    let sequence = 0;
    /** Time goes on in steps of 20 ms; `isSending` decides what the peer does meanwhile. */
    const pass = (ms: number, isSending = false, samples = 160): void => {
      for (const untilMs = nowMs + ms; nowMs < untilMs;) {
        nowMs += 20;
        if (isSending && timestamp + samples <= nowMs * 8) {
          timestamp = nowMs * 8 - samples;
          playout.push({ ...packet(0), sequence, timestamp, payload: new Uint8Array(samples).fill(0x80) });
          sequence += 1;
          timestamp += samples;
        }
        playout.fill();
      }
    };
    return { frames, pass, playout, skip: () => (sequence += 1) };
  };

  test('is a frame every 20 ms, also while the peer sends nothing because nobody speaks', () => {
    const { frames, pass } = open();
    pass(1000);
    pass(400, true);
    pass(2000);
    pass(200, true);
    pass(1000);
    expect(frames.length * 20).toBeGreaterThanOrEqual(4600 - 160);
    expect(frames.length * 20).toBeLessThanOrEqual(4600);
    expect(frames.filter(Boolean)).toHaveLength(30);
  });

  test('keeps what waits for a packet that never comes, and goes on at once after comfort noise', () => {
    const { frames, pass, playout, skip } = open();
    pass(200, true);
    skip();
    pass(40, true);
    pass(400);
    expect(frames.filter(Boolean)).toHaveLength(12);
    playout.push({ ...packet(0), sequence: 13, timestamp: 5000, payload: new Uint8Array(0) });
    skip();
    pass(20, true);
    expect(frames.filter(Boolean)).toHaveLength(13);
  });

  test('has frames of 20 ms, whatever a packet holds', () => {
    const { frames, pass } = open();
    pass(1200, true, 480);
    expect(frames).toHaveLength(60);
  });
});

describe('packets are heard', () => {
  const media = { address: '192.0.2.7', port: 4000 };
  const next = (index: number) => packet(index);
  const send = (isFromPeer: ReturnType<typeof createSourceFilter>, port: number, ...indexes: number[]) =>
    indexes.map((index) => isFromPeer({ address: media.address, port }, next(index)));

  test('from where the peer said that it is, and from there alone once something came', () => {
    const isFromPeer = createSourceFilter(media);
    expect(send(isFromPeer, 4000, 0, 1)).toEqual([true, true]);
    expect(send(isFromPeer, 4002, 2, 3, 4, 5, 6)).not.toContain(true);
    expect(isFromPeer({ address: '192.0.2.8', port: 4000 }, next(7))).toBe(false);
  });

  test('from another port of its address where that is a stream, until the peer is heard', () => {
    const isFromPeer = createSourceFilter(media);
    expect(send(isFromPeer, 4002, 0, 5, 9)).not.toContain(true);
    expect(send(isFromPeer, 4004, 0, 1, 2, 3)).toEqual([false, false, true, true]);
    expect(send(isFromPeer, 4002, 10, 11, 12, 13)).not.toContain(true);
    expect(send(isFromPeer, 4000, 20)).toEqual([true]);
    expect(send(isFromPeer, 4004, 4, 5)).not.toContain(true);
  });
});

test('two sessions hear each other: every frame in order, and digits both ways', async () => {
  const heard: number[] = [];
  const digits: string[] = [];
  const local = '127.0.0.1';
  const one = await openMedia(local, {
    onFrame: () => undefined,
    onDigit: (digit) => digits.push(`one ${digit}`),
  });
  const two = await openMedia(local, {
    onFrame: (frame) => heard.push(...frame),
    onDigit: (digit) => digits.push(`two ${digit}`),
  });
  const media = {
    address: local,
    codec: { name: 'PCMA', payloadType: 8 },
    digitsType: 101,
    mayReceive: true,
  } as const;
  one.connect({ ...media, port: two.port });
  two.connect({ ...media, port: one.port });
  const samples = Int16Array.from({ length: 3200 }, (_, index) => 4096 + (index >> 5) * 256);
  expect(await one.play(samples)).toBe('played');
  one.sendDigit('5');
  two.sendDigit('#');
  const stopped = one.play(new Int16Array(80_000));
  await sleep(300);
  one.stopPlaying();
  expect(await stopped).toBe('stopped');
  const { sent } = one.statistics();
  one.close();
  two.close();
  const from = heard.findIndex((sample) => sample > 2000);
  const played = heard.slice(from, from + samples.length);
  expect(played.map((sample, index) => Math.abs(sample - (samples[index] ?? 0)) <= 512)).not.toContain(false);
  expect(digits.toSorted()).toEqual(['one #', 'two 5']);
  expect(sent).toBeGreaterThan(25);
});
