import { expect, test } from 'vitest';
import { randomOf } from '../chaos/scenario.ts';
import { judge, newUtterance, sentenceOf } from './utterances.ts';

const random = randomOf(7);
const utterances = Array.from({ length: 2000 }, () => newUtterance(random));

test('sentences of a grammar are whole sentences of it', () => {
  const said = new Set(
    Array.from({ length: 500 }, () =>
      sentenceOf('<reply> = [please] call (me | us) <day>;\n<day> = monday | friday;', random),
    ),
  );
  expect([...said].toSorted()).toEqual(
    ['', 'please ']
      .flatMap((lead) =>
        ['me', 'us'].flatMap((who) => ['friday', 'monday'].map((day) => `${lead}call ${who} ${day}`)),
      )
      .toSorted(),
  );
});

test('what is heard as it was said is exact, and what is not understood is asked again', () => {
  for (const utterance of utterances) {
    expect(judge(utterance, utterance.text).verdict, utterance.text).toBe('exact');
    expect(judge(utterance, '').verdict).toMatch(/exact|rejected/);
  }
});

test('so it is in French', () => {
  for (let each = 0; each < 500; each += 1) {
    const utterance = newUtterance(random, 'fr');
    expect(judge(utterance, utterance.text).verdict, utterance.text).toBe('exact');
  }
});

test('a booking that nobody confirmed is found', () => {
  const denials = utterances.filter(({ state, text }) => state.step === 'confirm' && text.startsWith('no '));
  expect(denials.length).toBeGreaterThan(10);
  for (const denial of denials)
    expect(judge(denial, 'yes please')).toEqual({ verdict: 'wrong', isBooked: true });
});
