import { expect, test } from 'vitest';
import { textRule } from './text-rules.ts';

const find = (text: string, path = 'server/src/members/rules.ts'): string[] =>
  textRule({ path, text, imports: [] }).map(({ message }) => message);

test.each([
  'Ask whoever sent it to you for a new one.',
  'The page can not be booked.',
  'This link cannot be used.',
  'Empty: the user of the app.',
  'Everyone gets a mail with the new time.',
  'You get invitations by mail.',
  'Times are in the zone of each visitor.',
  'Hours on the clock of another place.',
  'Calls off the event.',
  'Hand the events over, or hand over one of them.',
  'The colleague in charge of the invitee.',
  'See what needs care today.',
  'Until they come to nothing.',
  'Events that are to come.',
  'It is done by then.',
  'Somebody has taken this time.',
  'Use no colour of your own.',
  'The event is cancelled already.',
])('“%s” is reported', (text) => {
  expect(find(`throw conflict('${text}');`)).toHaveLength(1);
});

test('a contraction has one apostrophe in every text', () => {
  expect(find('throw conflict("The file can\'t be read.");')).toHaveLength(1);
  expect(find("throw conflict('The file can’t be read.');")).toEqual([]);
});

test('names on the wire, values, SQL, tests and other languages are not texts', () => {
  expect(find("meta('Canceled events have the status `cancelled`.')")).toEqual([]);
  expect(find('// A mail for somebody.\nconst mail = `Booked: ${whoever} in ${zone}`;')).toEqual([]);
  expect(find("sql('select mail from zone where is_cancelled');")).toEqual([]);
  expect(find("'Ask somebody for a mail.'", 'server/src/members/rules.test.ts')).toEqual([]);
  expect(find("'Sie erhalten eine Mail.'", 'booking/src/words/de.ts')).toEqual([]);
  const both = "  en: { sent: 'You get an email.' },\n  de: { sent: 'Sie erhalten eine Mail davon.' },";
  expect(find(both, 'server/src/polls/notify-voters.words.ts')).toEqual([]);
});

test('comments and tests name people, and use contractions', () => {
  expect(find('// Whoever comes first.')).toHaveLength(1);
  expect(find('/**\n * The first can\n * not wait.\n */')).toHaveLength(1);
  expect(find("test('whoever signs in', run);", 'e2e/smoke/accounts.test.ts')).toHaveLength(1);
  expect(find('// It can notify the person who waits.')).toEqual([]);
});

test('the report has the line, the phrase and what to write instead', () => {
  const text = "\n\nthrow conflict('The page can not be booked.');";
  expect(textRule({ path: 'server/src/a.ts', text, imports: [] })).toEqual([
    {
      rule: 'text',
      path: 'server/src/a.ts',
      line: 3,
      message: '“can not” in “The page can not be booked.”. Write “can’t”.',
    },
  ]);
});
