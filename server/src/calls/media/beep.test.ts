import { describe, expect, test } from 'vitest';
import { beepsIn } from './test-beeps.ts';

const sound = (ms: number, sampleAt: (index: number) => number): Int16Array =>
  Int16Array.from({ length: ms * 8 }, (_, index) => sampleAt(index));
const tone = (hertz: number, ms: number, volume = 6000): Int16Array =>
  sound(ms, (index) => volume * Math.sin((2 * Math.PI * hertz * index) / 8000));

describe('the tone of an answering machine', () => {
  test.each([400, 425, 440, 620, 850, 975, 1000, 1033, 1400, 1775, 2000])(
    '%i Hz is found after 120 ms',
    (hertz) => {
      expect(beepsIn(tone(hertz, 500))).toEqual([5]);
      expect(beepsIn(tone(hertz, 100))).toEqual([]);
    },
  );

  test('is found over the noise of a line, and once for each', () => {
    const noise = sound(1000, (index) => 500 * Math.sin(index * index));
    const both = Int16Array.from(tone(1000, 1000), (sample, index) => sample + (noise[index] ?? 0));
    expect(beepsIn(both)).toHaveLength(1);
    const pause = new Int16Array(1600);
    expect(beepsIn(Int16Array.from([...tone(1000, 300), ...pause, ...tone(1000, 300)]))).toHaveLength(2);
  });

  test('is not a dial tone of two frequencies, nor noise, nor silence, nor too high or low', () => {
    const pair = Int16Array.from(tone(770, 500), (sample, index) => sample + (tone(1336, 500)[index] ?? 0));
    const noise = sound(1000, () => 20_000 * (Math.random() - 0.5));
    for (const other of [
      pair,
      noise,
      new Int16Array(8000),
      tone(200, 500),
      tone(3000, 500),
      tone(1000, 500, 50),
    ])
      expect(beepsIn(other)).toEqual([]);
  });
});
