import { describe, expect, test } from 'vitest';
import { getZone } from '../../platform/zones.ts';
import { formatGrammar, understand } from './phrases.ts';
import { buildGrammar } from './meanings.ts';
import { startDialogue, buildVoicemail, respondTo } from './rules.ts';
import type { CallerUtterance, Reaction } from './state.ts';
import { computeCallBackTime, chooseOffers, toOfferedTime } from './times.ts';

const berlin = getZone('Europe/Berlin');
const at = (iso: string): number => Date.parse(iso);
const offers = chooseOffers(
  [at('2027-03-02T09:00Z'), at('2027-03-02T09:30Z'), at('2027-03-03T13:30Z'), at('2027-03-04T08:15Z')],
  berlin,
);
const facts = { firstName: 'Ines', company: 'Juniper Studio', reason: null, title: 'a first talk' };
const opening = startDialogue(facts, offers);

function say(reaction: Reaction, ...texts: string[]): Reaction {
  return texts.reduce((last, text) => respondTo(last.state, { kind: 'speech', text }), reaction);
}
const press = ({ state }: Reaction, digit: string): Reaction => respondTo(state, { kind: 'digit', digit });
const hear = ({ state }: Reaction, heard: CallerUtterance): Reaction => respondTo(state, heard);

test('it says first that it is a machine, for whom it calls and why, then three times on three days', () => {
  expect(opening.say).toBe(
    'Hello Ines. This is an automated assistant calling for Juniper Studio. I would like to arrange a first talk with you. I have three times. First: Tuesday, March 2nd, at ten A M. Second: Wednesday, March 3rd, at two thirty P M. Third: Thursday, March 4th, at nine fifteen A M. Which one suits you?',
  );
});

test('it says that the call is recorded right after that it is a machine, before anything else', () => {
  expect(startDialogue({ ...facts, isRecorded: true }, offers).say).toMatch(
    /^Hello Ines\. This is an automated assistant calling for Juniper Studio\. This call is recorded\. I would/,
  );
  expect(opening.say).not.toContain('recorded');
  expect(buildVoicemail(facts)).toContain('automated assistant');
});

test('an answering machine gets the words of the agent, after who calls', () => {
  expect(buildVoicemail({ ...facts, voicemail: 'Please call us back on Monday.' })).toBe(
    'Hello Ines. This is an automated assistant calling for Juniper Studio. Please call us back on Monday. Goodbye.',
  );
});

test('it says on whose clock the times are, where the number may be on another', () => {
  expect(startDialogue({ ...facts, clock: 'New York' }, offers).say).toContain(
    'All times are in New York time. I have three times.',
  );
});

describe('a time is chosen', () => {
  test.each([
    ['the second one', 1],
    ["i'll take the first one please", 0],
    ['number three', 2],
    ['tuesday at ten', 0],
    ['on wednesday at two thirty p m', 1],
    ['thursday', 2],
    ['nine fifteen a m please', 2],
  ])('by "%s", repeated, and booked after a yes', (text, index) => {
    const chosen = say(opening, text);
    expect(chosen.say).toContain(`${offers[index]?.spoken}. Is that right?`);
    expect(chosen.action).toBeUndefined();
    const confirmed = say(chosen, 'yes please');
    expect(confirmed.action).toEqual({ kind: 'book', startMs: offers[index]?.startMs });
    expect(hear(confirmed, { kind: 'booked' }).say).toContain(`You are booked for ${offers[index]?.spoken}.`);
  });

  test('by digits, at any point', () => {
    expect(press(press(opening, '3'), '1').action).toEqual({ kind: 'book', startMs: offers[2]?.startMs });
  });

  test('and taken back by a no', () => {
    const back = say(opening, 'the first', 'no thanks');
    expect([back.state.step, back.action]).toEqual(['offer', undefined]);
    expect(say(back, 'the third', "that's right").action).toMatchObject({ startMs: offers[2]?.startMs });
  });

  test('and another is offered when somebody else has just taken it', () => {
    const gone = hear(say(opening, 'the first', 'correct'), { kind: 'gone', offers: offers.slice(1) });
    expect(gone.say).toContain('has just been taken. I have two times.');
    expect(gone.state.step).toBe('offer');
  });

  test('only if it is clear which: the same hour on two days is asked again', () => {
    const alike = startDialogue(
      facts,
      chooseOffers([at('2027-03-02T09:00Z'), at('2027-03-03T09:00Z')], berlin),
    );
    expect(say(alike, 'ten a m').say).toContain('I did not understand');
  });
});

test.each([
  'yet',
  'yes but not on thursday',
  'yes and no',
  'yes if it is in the morning',
  'yesterday',
  'incorrect',
  'that is not right',
  'maybe yes',
])('"%s" is no yes', (text) => {
  expect(say(opening, 'the first', text)).toMatchObject({ state: { step: 'confirm', misses: 1 } });
  expect(say(opening, 'the first', text).action).toBeUndefined();
});

test('a yes in doubt is asked again, for good when it stays in doubt', () => {
  const chosen = say(opening, 'the first');
  for (const doubt of ['early', 'transcript', 'unproven'] as const) {
    let reaction = chosen;
    for (let tries = 0; tries < 3; tries += 1) {
      reaction = hear(reaction, { kind: 'speech', text: 'Yes, please.', doubt });
      expect(reaction.action?.kind).not.toBe('book');
    }
    expect(reaction.action).toEqual({ kind: 'send link' });
  }
});

test('keys that answer a question count once it has been heard; the one against calls always does', () => {
  const chosen = press(opening, '1');
  for (const digit of ['1', '2'])
    expect(hear(chosen, { kind: 'digit', digit, doubt: 'early' })).toMatchObject({
      state: { step: 'confirm' },
      say: chosen.say,
    });
  expect(hear(chosen, { kind: 'digit', digit: '9', doubt: 'early' }).action).toEqual({ kind: 'opt out' });
});

test('what was booked is taken back by a no, at most three times in a call', () => {
  let reaction = opening;
  for (let times = 0; times < 4; times += 1) {
    const booked = hear(say(reaction, 'the first', 'yes please'), { kind: 'booked' });
    expect(booked.say).toMatch(/^You are booked for .* If that is wrong, say no\. Goodbye\.$/);
    const undone = say(booked, 'no wait');
    expect(undone.action).toEqual({ kind: 'cancel booking' });
    reaction = hear(undone, { kind: 'canceled', isDone: true });
    expect(reaction.state).toMatchObject({ step: times < 3 ? 'offer' : 'ended' });
  }
  expect(reaction.say).toBe('All right, I have canceled it. Goodbye.');
  const kept = hear(say(opening, 'the first'), { kind: 'booked' });
  expect(hear(kept, { kind: 'canceled', isDone: false }).state.result).toBe('booked');
});

test('a yes books nothing before a time was repeated', () => {
  expect(say(opening, 'yes please').action).toBeUndefined();
  expect(say(opening, 'yes please').state.misses).toBe(1);
});

describe('what was not understood', () => {
  test('is asked again twice, the second time with digits, and then it ends with a link by mail', () => {
    const first = say(opening, '');
    const second = hear(first, { kind: 'silence' });
    const third = say(second, 'my dog ate the carpet');
    expect(first.say).toMatch(/^Sorry, I did not understand\. I have three times\./);
    expect(first.hint).toBeUndefined();
    expect(second.hint).toContain('Or press 1, 2, 3 for a time, and 9 if you want no more calls.');
    expect([third.say, third.action]).toEqual(['', { kind: 'send link' }]);
    // What was sent is known before it is said.
    const ended = hear(third, { kind: 'link', isSent: true });
    expect(ended.state).toMatchObject({ step: 'ended', result: 'not_understood' });
    expect(ended.say).toContain('I have sent you an email with a link');
    expect(hear(third, { kind: 'link', isSent: false }).say).toBe(
      'I am sorry, I do not understand. Juniper Studio will be in touch. Goodbye.',
    );
  });

  test('is forgiven once something was', () => {
    expect(say(opening, '', '', 'the second').state.misses).toBe(0);
  });
});

describe('a callee who does not want it now', () => {
  test.each([
    ['not now call tomorrow after four', 'tomorrow', 4],
    ['please call me back on friday at ten', 'friday', 10],
    ['call tomorrow', 'tomorrow', undefined],
  ])('is called again: "%s"', (text, day, hour) => {
    expect(say(opening, text)).toMatchObject({
      state: { step: 'ended' },
      action: { kind: 'call back', day, hour },
    });
  });

  test('is asked when', () => {
    const asked = say(opening, 'not now');
    expect(asked.say).toContain('When may I call again?');
    expect(say(asked, 'tomorrow after four').action).toEqual({
      kind: 'call back',
      day: 'tomorrow',
      hour: 4,
    });
  });

  test.each([
    'stop calling me',
    "don't call me again",
    'please do not call again',
    'take me off your list',
    'Could you take me off your calling list, please?',
    'wrong number',
    'Sorry, I think you have the wrong number.',
    "I'm not interested.",
    'Not for me, thank you.',
    "No, I don't want this.",
    'You got the wrong one.',
    'no thank you i am not interested',
    'We’re really not interested in that',
    'Please remove my number from your database.',
    'put me on the do not call list',
    "I don't want any more calls",
    'I do not wish to be contacted ever again',
    'Never call here again!',
    'leave me alone',
    'Unsubscribe.',
    'lose my number',
    'no more calls please',
    'There is nobody by that name here.',
    'Um, I would like to be removed, please.',
    "Well, I'd like to be taken off the list",
    'please take my number off',
    'get rid of my number',
    'how did you get my number? Delete it.',
    'Sorry, you dialed wrong.',
    'you have got the wrong guy',
    "There's no Ines here.",
    'nobody called Ines lives here',
    "She doesn't work here any more.",
    "This isn't Ines, I'm her mother.",
    'I am not Inès',
    "I couldn't be less interested",
    "that doesn't interest me",
    'stop these calls',
    'No, please stop this.',
    "don't you dare call again",
    "Don't call me at work again!",
    "don't contact us any more on this number",
    'no cold calls please',
    "I'd prefer not to be called",
    "I'd rather you didn't call me",
    'I revoke my consent',
    'I never agreed to this',
    'I never gave you permission to call',
    'This is harassment!',
    'please cease all contact',
    "I'll report you if you call again",
    'you keep calling me stop it',
    "please make sure I don't get any more calls",
    'Uh, opt me out.',
  ])('never again: "%s"', (text) => {
    for (const reaction of [opening, say(opening, 'the first'), say(opening, 'not now')])
      expect(say(reaction, text)).toMatchObject({ state: { step: 'ended' }, action: { kind: 'opt out' } });
  });

  test.each([
    "don't call me before ten tomorrow call me after four",
    'is this a scam',
    'how did you get my number',
    'my husband takes care of that',
    'i am interested',
    'the first one is wrong for me',
    "i don't want the first one",
    "don't call in the morning",
    "don't call this week",
    "please don't call me now, I'm driving",
    'put me on the list for tuesday',
    'take the first one from the list',
    'remove the first option from the list',
    'where did you get my number from',
    "don't lose my number",
    "I don't want to call you, can you call me",
    'put that on file',
    "I'm not sure Ines can do that",
    'are you not calling from Juniper',
    "that's the wrong day",
    "I don't take calls at work",
    "I'd like to get off the phone by ten",
  ])('is not taken off by "%s"', (text) => {
    expect(say(opening, text).action).toBeUndefined();
  });

  test('is not called at all after a no to the question when', () => {
    expect(say(opening, 'not now', 'no thanks').action).toEqual({ kind: 'opt out' });
  });

  test('hears other times after a no to the first, and a goodbye after the second', () => {
    for (const no of ['no', 'no thanks', 'nope', 'no no']) {
      const other = say(opening, no);
      expect(other.action).toMatchObject({ kind: 'find later times' });
      const again = hear(other, { kind: 'times', offers });
      expect(say(again, no)).toMatchObject({
        say: 'All right. Goodbye.',
        state: { step: 'ended', result: 'nothing_booked' },
      });
      expect(say(again, 'something later', 'the first').state.refusals).toBe(0);
    }
  });

  test('presses 9', () => {
    expect(press(say(opening, 'the first'), '9').action).toEqual({ kind: 'opt out' });
  });

  test('hears later times, three times', () => {
    let reaction = opening;
    for (let round = 1; round <= 3; round += 1) {
      reaction = say(reaction, 'something later');
      expect(reaction.action).toMatchObject({ kind: 'find later times' });
      reaction = hear(reaction, { kind: 'times', offers });
    }
    expect(say(reaction, 'none of them')).toMatchObject({ state: { step: 'ended' } });
  });
});

test('a call back is on the clock of who is called, and never in the past', () => {
  const now = at('2027-03-01T11:00Z');
  expect(new Date(computeCallBackTime(now, berlin, 'tomorrow', 4)).toISOString()).toBe(
    '2027-03-02T15:00:00.000Z',
  );
  expect(new Date(computeCallBackTime(now, berlin, 'monday', 10)).toISOString()).toBe(
    '2027-03-08T09:00:00.000Z',
  );
  expect(new Date(computeCallBackTime(now, berlin, 'tomorrow', undefined)).toISOString()).toBe(
    '2027-03-02T08:00:00.000Z',
  );
  expect(computeCallBackTime(now, berlin, 'today', 10)).toBeGreaterThan(now);
});

test('every minute of a day can be said', () => {
  const words = Array.from({ length: 1440 }, (_, minute) => {
    const { clock, half } = toOfferedTime(at('2027-03-02T23:00Z') + minute * 60_000, berlin);
    return `${clock} ${half}`;
  });
  expect(new Set(words).size).toBe(1440);
  expect([words[0], words[545], words[720], words[1439]]).toEqual([
    'twelve a m',
    'nine oh five a m',
    'twelve p m',
    'eleven fifty nine p m',
  ]);
});

test('a pattern is grammar and rule at once', () => {
  const phrases = [
    { pattern: '[please] call (me | us) <day>', means: ({ day }: Readonly<Record<string, string>>) => day },
  ];
  const slots = { day: ['monday', 'friday'], hour: ['one'] };
  expect(formatGrammar(phrases, slots)).toBe(
    '<reply> = [please] call (me | us) <day>;\n<day> = monday | friday;',
  );
  expect(understand(phrases, slots, 'please call us friday')).toBe('friday');
  expect(understand(phrases, slots, 'call friday')).toBeUndefined();
  expect(buildGrammar(opening.state)).toContain('the second [one]');
});
