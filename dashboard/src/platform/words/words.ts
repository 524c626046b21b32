import type { Plural } from '@daybook/booking/words/words';
import type { enAreas } from './areas/en.ts';
import type { en } from './en.ts';
import type { enHelp } from './help/en.ts';

/** What every language has: the keys of English, and for each count as many forms as it needs. */
export type Words = FirstWords & AreaWords & HelpWords;

/** Those of home, of what stands around every page, and of what both lead to. */
export type FirstWords = Localized<typeof en>;

/** Those of the other areas. */
export type AreaWords = Localized<typeof enAreas>;

/** Those of help, tour and search. */
export type HelpWords = Localized<typeof enHelp>;

type Localized<Text> = Text extends string
  ? string
  : Text extends { readonly other: string }
    ? Plural
    : { readonly [Key in keyof Text]: Localized<Text[Key]> };

/** The words of the reader's language. The document names its script before the program, so they are there from the start. */
export const words = {} as Words;

/** Called by the scripts of a language, of which a document has one. */
export function registerWords(language: FirstWords | AreaWords | HelpWords): void {
  Object.assign(words, shownName === undefined ? language : rename(language, shownName));
}

let shownName: string | undefined;

/** In a frame of another product, texts of areas name the workspace instead of Daybook. */
export function setShownName(name: string): void {
  shownName = name;
}

function rename(texts: object, name: string): object {
  return JSON.parse(JSON.stringify(texts), (_, value: unknown) =>
    typeof value === 'string' ? value.replaceAll('Daybook', () => name) : value,
  ) as object;
}
