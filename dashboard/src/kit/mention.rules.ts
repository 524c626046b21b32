import { foldForSearch } from '@daybook/contract/folding.data';

/** Mentions while they are typed. Pure, so that Node can test it. */

export interface Mentionable {
  readonly uuid: string;
  readonly name: string;
}

const maxOffered = 6;

/** What was typed after the `@` before the cursor; undefined if there is none, or none that begins a word. */
export function findMentionQuery(textBefore: string): string | undefined {
  return /(?:^|[\s(\uFFFC])@([\p{L}\p{M}\p{N}.'’-]{0,30}(?: [\p{L}\p{M}\p{N}.'’-]{0,30})?)$/u.exec(
    textBefore,
  )?.[1];
}

/** Whose name has a word that begins as typed, those whose first word does first. */
export function findMentionable(users: readonly Mentionable[], query: string): readonly Mentionable[] {
  const wanted = foldForSearch(query);
  const rank = ({ name }: Mentionable): number => {
    const folded = foldForSearch(name);
    if (folded.startsWith(wanted)) return 0;
    return ` ${folded}`.includes(` ${wanted}`) ? 1 : 2;
  };
  return users
    .filter((user) => rank(user) < 2)
    .toSorted((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name))
    .slice(0, maxOffered);
}
