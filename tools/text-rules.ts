import { stripComments, type Source, type Violation } from './sources.ts';

/**
 * Phrases that no English text of the product uses: the interface, emails, errors, API descriptions and command output. Two of them
 * are reported in comments and tests as well.
 * `npm run lint` runs it with the boundaries; text-rules.test.ts feeds each phrase a violation.
 */

interface Phrase {
  readonly pattern: RegExp;
  readonly instead: string;
}

/** In comments and tests, too: whatever developers read. */
const phrasesInCode: readonly Phrase[] = [
  { pattern: /\bwho(?:m)?ever\b/i, instead: 'Name them: “anyone with the link”, “the person who sent it”.' },
  { pattern: /\bcan\s+not\b/i, instead: 'Write “can’t”.' },
];

const phrases: readonly Phrase[] = [
  ...phrasesInCode,
  { pattern: /\bcannot\b/i, instead: 'Write “can’t”.' },
  { pattern: /\b(?:some|every|any)body\b/i, instead: 'Write “someone”, “everyone”, “anyone”.' },
  { pattern: /\bEmpty: /, instead: 'Write “Leave empty to ...”.' },
  {
    pattern: /(?<![\w/.-])mails?(?=[ .,;:?)]|$)(?! (?:server|accept|refusals)\b)/i,
    instead: 'Write “email”.',
  },
  { pattern: /(?<!\b[Tt]ime )\bzones?\b(?!-)/, instead: 'Write “time zone”.' },
  { pattern: /\bon (?:the|your|their|its) clock\b|\bclock of\b/i, instead: 'Write “time zone”.' },
  {
    pattern: /\bcall(?:s|ed|ing)? (?:it |them )?off\b/i,
    instead: 'Write “cancel”.',
  },
  {
    pattern: /\bhand(?:s|ed|ing)? (?:it |them |this event )?over\b/i,
    instead: 'Write “reassign”.',
  },
  { pattern: /\bin charge of\b/i, instead: 'Write “owner” or “record owner”.' },
  { pattern: /\bneeds? care\b/i, instead: 'Write “needs attention”.' },
  {
    pattern: /\bcom(?:es?|ing) to nothing\b|\bof their own accord\b/i,
    instead: 'Use the word of the field.',
  },
  {
    pattern: /\b(?:is|are|was|were) (?:still )?to (?:be|come|do|meet|vote|happen)\b/i,
    instead: 'Write “must”, “will” or “upcoming”.',
  },
  { pattern: /\b(?:by then|by now|anew)\b/i, instead: 'Write “before that”, “now” or “again”.' },
  { pattern: /[a-z]'(?:t|s|re|ve|ll|d|m)\b/, instead: 'Type the apostrophe as ’ in every text.' },
  {
    pattern:
      /\b(?:colours?|greys?|favourites?|behaviours?|centres?|catalogues?|(?:cancel|travel|label|model|dial)l(?:ed|ing)|(?:organ|recogn|final|custom|author|summar)is(?:e[ds]?|ing|ation))\b/i,
    instead: 'Use American spelling.',
  },
];

/** Texts that stay as they are, each with its reason. */
const exceptions: ReadonlyMap<string, string> = new Map([
  ['Event cancelled successfully.', 'the interface fixes this message'],
  ['Invitee cancelled successfully.', 'it answers like the message that the interface fixes'],
  ['handed over', 'the wire has this kind of email'],
  [
    'Must be one of: booked, moved, cancelled, no_show, form_submitted, before, after, record_changed.',
    'names on the wire',
  ],
  ['Must be one of: mail, http, webhook, record, task, call.', 'names on the wire'],
  ['daybook listen --events invitee.scheduled --events invitee.cancelled --json', 'names on the wire'],
]);

/** Files whose texts no user of English reads, each with its reason. */
const otherFiles: readonly (readonly [RegExp, string])[] = [
  [/\.test\.tsx?$|\/test-[^/]*$|(?:^|\/)tests?\//, 'tests'],
  [/\/words\/(?:areas\/)?(?:ar|de|es|fr|pt)(?:\/|\.ts$)/, 'other languages'],
  [/\/dialogue\//, 'what agents understand and say by phone, as people speak'],
  [/\/(?:common-passwords|texts\.data|domains\.rules|pages\/rules)\.ts$/, 'data, and lists of names'],
  [/\/(?:mail-limits|mail\/unsubscribes)\.ts$/, 'names of limits and of hashes, which nobody reads'],
];

/** Files whose comments and tests may use any phrase, each with its reason. */
const otherCode: readonly (readonly [RegExp, string])[] = [
  [/^tools\/text-rules(?:\.test)?\.ts$/, 'names the phrases'],
];

export function textRule(file: Source): Violation[] {
  return [...findInTexts(file), ...findInCode(file)];
}

function findInTexts(file: Source): Violation[] {
  if (!/^(?:server|booking|dashboard|contract|cli)\/src\//.test(file.path)) return [];
  if (otherFiles.some(([pattern]) => pattern.test(file.path))) return [];
  return findTexts(englishOf(file)).flatMap(({ line, text }) =>
    exceptions.has(text)
      ? []
      : findPhrases(text, phrases).map((message) => ({ rule: 'text', path: file.path, line, message })),
  );
}

function findInCode(file: Source): Violation[] {
  if (otherCode.some(([pattern]) => pattern.test(file.path))) return [];
  const isTest = /\.test\.tsx?$|\/test-[^/]*$/.test(file.path);
  return [...findComments(file.text), ...(isTest ? findTexts(file.text) : [])].flatMap(({ line, text }) =>
    findPhrases(text, phrasesInCode).map((message) => ({ rule: 'text', path: file.path, line, message })),
  );
}

/** What stands before the German texts, in a file with all languages. */
function englishOf({ path, text }: Source): string {
  const isOfAllLanguages = /\.words\.ts$|\/words\/\w+\.ts$/.test(path);
  const end = isOfAllLanguages ? text.search(/^ {2}de: \{/m) : -1;
  return end === -1 ? text : text.slice(0, end);
}

const literal = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|\$\{(?:[^{}]|\{[^{}]*\})*\}|[^`\\])*`/g;

function findComments(source: string): { line: number; text: string }[] {
  return [...source.matchAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm)].map(({ 0: text, index }) => ({
    line: source.slice(0, index).split('\n').length,
    text: text.replaceAll(/\s*\n\s*\*\s/g, ' '),
  }));
}

/** Literals that are sentences or labels: two words or more, and no statement of SQL. */
function findTexts(source: string): { line: number; text: string }[] {
  const code = stripComments(source);
  return [...code.matchAll(literal)].flatMap(({ 0: raw, index }) => {
    const text = raw.slice(1, -1);
    const isText = /[a-z’']{2,},? [a-z]/i.test(text) && !isCode(text);
    return isText ? [{ line: code.slice(0, index).split('\n').length, text }] : [];
  });
}

function isCode(text: string): boolean {
  return /^\s*(?:select|insert|update|delete|with|alter|create|drop|set|from|where|for|order|left|and|or|case)\b(?=.*[=$(*]|\s)/.test(
    text,
  );
}

/** Names on the wire stand in backquotes, and values are replaced. */
function findPhrases(text: string, wanted: readonly Phrase[]): string[] {
  const prose = text.replaceAll(/\\?`[^`]*`/g, '`').replaceAll(/\$\{[^}]*\}|\{\w+\}/g, '…');
  return wanted.flatMap(({ pattern, instead }) => {
    const found = pattern.exec(prose)?.[0];
    return found === undefined ? [] : [`“${found.trim()}” in “${prose.slice(0, 80)}”. ${instead}`];
  });
}
