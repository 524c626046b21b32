import { expect, test } from 'vitest';
import { createRandom } from '../chaos/scenario.ts';
import { judgeUtterance, createUtterance, pickSentence } from './utterances.ts';

const random = createRandom(7);
const utterances = Array.from({ length: 2000 }, () => createUtterance(random));

test('sentences of a grammar are whole sentences of it', () => {
  const said = new Set(
    Array.from({ length: 500 }, () =>
      pickSentence('<reply> = [please] call (me | us) <day>;\n<day> = monday | friday;', random),
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
    expect(judgeUtterance(utterance, utterance.text).verdict, utterance.text).toBe('exact');
    expect(judgeUtterance(utterance, '').verdict).toMatch(/exact|rejected/);
  }
});

test('so it is in French', () => {
  for (let each = 0; each < 500; each += 1) {
    const utterance = createUtterance(random, 'fr');
    expect(judgeUtterance(utterance, utterance.text).verdict, utterance.text).toBe('exact');
  }
});

test('a booking that nobody confirmed is found', () => {
  const denials = utterances.filter(({ state, text }) => state.step === 'confirm' && text.startsWith('no '));
  expect(denials.length).toBeGreaterThan(10);
  for (const denial of denials)
    expect(judgeUtterance(denial, 'yes please')).toEqual({ verdict: 'wrong', isBooked: true });
});
