import { expect, test } from 'vitest';
import { decodeG711 } from './g711.ts';
import { openRecorder } from './recorder.ts';

const frame = (value: number): Int16Array => new Int16Array(160).fill(value);
const levels = (audio: Uint8Array): number[] =>
  Array.from({ length: audio.length / 160 }, (_, index) => decodeG711(audio, 'PCMU')[index * 160] ?? 0);

test('both sides are in one track, on the clock of what is sent', () => {
  const recorder = openRecorder();
  recorder.pushSent(frame(100));
  recorder.pushReceived(frame(100));
  recorder.start();
  recorder.pushSent(frame(8031));
  recorder.pushReceived(frame(4000));
  recorder.pushSent(frame(4000));
  recorder.pushSent(undefined);
  recorder.pushReceived(frame(32_000));
  recorder.pushSent(frame(32_000));
  // What came before the start is not there; the law is exact to 3 %, and the sum of both sides is cut at the loudest.
  const [first = 0, second = 0, third, fourth = 0, ...others] = levels(recorder.audio());
  expect(Math.abs(first - 8031)).toBeLessThan(250);
  expect(Math.abs(second - 8000)).toBeLessThan(250);
  expect(third).toBe(0);
  expect(fourth).toBeGreaterThan(31_000);
  expect(others).toEqual([]);
});

test('it ends at what a row may hold', () => {
  const recorder = openRecorder();
  recorder.start();
  for (let index = 0; index < 26_000; index += 1) recorder.pushSent(undefined);
  expect(recorder.audio()).toHaveLength(4_000_000);
});
