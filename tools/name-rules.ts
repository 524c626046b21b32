import type { Rule, Violation } from './sources.ts';

/**
 * Names as STYLE.md wants them, as far as a program can tell: exported functions begin with a verb, exported types are nouns, and
 * limits are `maxX`. `npm run lint` runs it with the boundaries, and name-rules.test.ts feeds it a violation of each kind.
 */

interface NameRule {
  /** Finds names of this kind; the group `name` holds each. */
  readonly pattern: RegExp;
  readonly isWrong: (name: string) => boolean;
  readonly instead: (name: string) => string;
}

const exportedValue = /^export (?:async )?(?:function\*?|const|let) (?<name>\w+)/gm;
const exportedType = /^export (?:abstract )?(?:interface|type|class|enum) (?<name>\w+)/gm;

/** The first words of former names, and what to write. */
const verbs: Readonly<Record<string, string>> = {
  demand: 'require',
  refuse: 'reject',
  may: 'can',
  whyNot: 'find...Problem',
  most: 'max',
  least: 'min',
  fewest: 'min',
};

const rules: readonly NameRule[] = [
  {
    pattern: exportedValue,
    isWrong: (name) => /^[a-z]\w*Of$/.test(name),
    instead: (name) =>
      `${name} is no verb. Say what it does: find, list, load, get, compute, build, format, parse or to. \`xOf\` is for private accessors of one line.`,
  },
  {
    pattern: exportedValue,
    isWrong: (name) => /^(?:demand|refuse|may|whyNot)[A-Z]/.test(name),
    instead: replaceVerb,
  },
  {
    pattern: /(?<![\w.])(?<name>(?:most|least|fewest)[A-Z]\w*)/g,
    isWrong: () => true,
    instead: replaceVerb,
  },
  {
    pattern: exportedType,
    isWrong: isParticiple,
    instead: (name) => `${name} is a participle. Name the thing: a Booking, a SlotConflict, a ClaimedCopy.`,
  },
];

function replaceVerb(name: string): string {
  const verb = /^(?:whyNot|[a-z]+)/.exec(name)?.[0] ?? '';
  return `${name} begins with "${verb}". Write ${verbs[verb] ?? 'a verb of the field'} instead.`;
}

/** Participles that do not end in -ed, and words on -ed that are none. */
const irregular =
  /(?:^|[a-z])(?:Begun|Bound|Broken|Built|Caught|Chosen|Done|Drawn|Found|Given|Gone|Heard|Held|Hidden|Kept|Known|Left|Lost|Made|Meant|Met|Paid|Said|Seen|Sent|Shown|Sold|Spent|Split|Spoken|Taken|Thought|Told|Understood|Unseen|Withdrawn|Won|Written)$/;
const nounOnEd = /(?:Bed|Deed|Embed|Feed|Need|Seed|Shed|Speed)$/;

function isParticiple(name: string): boolean {
  return irregular.test(name) || (/[a-z]ed$/.test(name) && !nounOnEd.test(name));
}

/** What keeps its name, and why. */
const exceptions: Readonly<Record<string, string>> = {};

/** Functions that don't begin with a verb, types that are participles, and limits that are not called so. */
export const nameRule: Rule = ({ path, text }) => {
  // Generated names are those of tables and operations; the rule itself and its test name what is wrong.
  if (/\.gen\.ts$|^tools\/name-rules/.test(path)) return [];
  return rules.flatMap(({ pattern, isWrong, instead }) =>
    [...text.matchAll(pattern)].flatMap(({ index, groups }): Violation[] => {
      const name = groups?.['name'] ?? '';
      if (!isWrong(name) || `${path} ${name}` in exceptions) return [];
      const line = text.slice(0, index).split('\n').length;
      return [{ rule: 'name', path, line, message: instead(name) }];
    }),
  );
};
