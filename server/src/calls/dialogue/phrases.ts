/**
 * What a person may say, as patterns: `[not now] call [me] (tomorrow | on <day>)`. The same pattern is the grammar by which
 * speech is recognized and the rule by which its text is understood, so the two can't disagree.
 */
export interface Phrase<Meaning> {
  readonly pattern: string;
  readonly means: (slots: Readonly<Record<string, string>>) => Meaning | undefined;
}

export type Slots = Readonly<Record<string, readonly string[]>>;

/** The rule `<reply>` of a JSGF grammar. */
export function formatGrammar(phrases: readonly Phrase<unknown>[], slots: Slots): string {
  const used = Object.entries(slots).filter(([name]) =>
    phrases.some(({ pattern }) => pattern.includes(`<${name}>`)),
  );
  return [
    `<reply> = ${phrases.map(({ pattern }) => pattern).join(' | ')};`,
    ...used.map(([name, words]) => `<${name}> = ${words.join(' | ')};`),
  ].join('\n');
}

/** Undefined when no phrase fits, or two that mean different things do. */
export function understand<Meaning>(
  phrases: readonly Phrase<Meaning>[],
  slots: Slots,
  text: string,
): Meaning | undefined {
  const meanings = phrases.flatMap(({ pattern, means }) => {
    const found = expressionOf(pattern, slots).exec(`${text.trim()} `);
    const meaning = found && means({ ...found.groups });
    return meaning === undefined || meaning === null ? [] : [meaning];
  });
  const different = new Set(meanings.map((meaning) => JSON.stringify(meaning)));
  return different.size === 1 ? meanings[0] : undefined;
}

/** `[a] (b | c) <day>` to `^(?:a )?(?:b |c )(?<day>monday|tuesday) $`. */
function expressionOf(pattern: string, slots: Slots): RegExp {
  const parts = pattern.match(/[[\]()|]|<\w+>|[^\s[\]()|<>]+/g) ?? [];
  const source = parts.map((part) => {
    if (part === '[' || part === '(') return '(?:';
    if (part === ']') return ')?';
    if (part === ')' || part === '|') return part;
    const name = /^<(\w+)>$/.exec(part)?.[1];
    return name === undefined ? `${part} ` : `(?<${name}>${(slots[name] ?? []).join('|')}) `;
  });
  return new RegExp(`^(?:${source.join('')})$`);
}
