import type { Rule } from './sources.ts';

/** An exception from a lint rule says why, so that the next reader can judge whether the reason still holds. */
export const reasonRule: Rule = ({ path, text }) =>
  [...text.matchAll(/(?<!['"`])\/[/*] *(?:ox|es)lint-disable.*/g)]
    .filter(([comment]) => !/ -- \w+/.test(comment))
    .map(({ index }) => ({
      rule: 'reason',
      path,
      line: text.slice(0, index).split('\n').length,
      message: 'This comment switches a lint rule off. Add the reason to it: `-- why`.',
    }));

/** Lines of the lint configuration that switch a rule off, and have no comment above their group. */
export function listOffWithoutReason(configuration: string): string[] {
  let explained = false;
  return configuration.split('\n').filter((line) => {
    if (/^\s*\/\//.test(line)) explained = true;
    const bare = line.includes('"off"') && !explained;
    if (/^\s*$|^\s*\}|"error"/.test(line)) explained = false;
    return bare;
  });
}
