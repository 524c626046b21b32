import { expect, test } from 'vitest';
import { parseWav, serializeWav, toTelephone } from './wav.ts';

test('sound comes back as it was written, and what is none is refused', () => {
  const sound = { rate: 16_000, samples: Int16Array.from([0, 1, -1, 32_767, -32_768]) };
  expect(parseWav(serializeWav(sound))).toEqual(sound);
  for (const text of ['', 'RIFF', `RIFF${'x'.repeat(60)}`, `RIFF0000WAVE${'fmt \xff\xff\xff\xff'.repeat(6)}`])
    expect(parseWav(Buffer.from(text, 'latin1'))).toBeUndefined();
});

test('what telephones do not carry is not folded into what they do', () => {
  const tone = (hertz: number) =>
    Int16Array.from(
      { length: 16_000 },
      (_, index) => 10_000 * Math.sin((2 * Math.PI * hertz * index) / 16_000),
    );
  const loudness = (samples: Int16Array) => Math.max(...samples.slice(100, -100).map(Math.abs));
  expect(loudness(toTelephone({ rate: 16_000, samples: tone(1000) }))).toBeGreaterThan(9500);
  expect(loudness(toTelephone({ rate: 16_000, samples: tone(5000) }))).toBeLessThan(300);
});
