import type { Plural } from '@daybook/booking/words/words';
import type { en } from './en.ts';

/** What every language has: the keys of English, and for each count as many forms as it needs. */
export type Words = Localized<typeof en>;

type Localized<Text> = Text extends string
  ? string
  : Text extends { readonly other: string }
    ? Plural
    : { readonly [Key in keyof Text]: Localized<Text[Key]> };

/** The words of the reader's language. The document names its script before the program, so they are there from the start. */
export const words = {} as Words;

/** Called by the script of a language, of which a document has one. */
export function speak(language: Words): void {
  Object.assign(words, language);
}
