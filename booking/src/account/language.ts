import type { Language } from '../language.ts';
import { ar } from './words/ar.ts';
import { de } from './words/de.ts';
import { en } from './words/en.ts';
import { es } from './words/es.ts';
import { fr } from './words/fr.ts';
import { pt } from './words/pt.ts';
import type { AccountWords } from './words/words.ts';

/** A language of the public pages that is missing here does not compile. */
const languages: Readonly<Record<Language, AccountWords>> = { en, de, fr, es, pt, ar };

/** By the tag of a page. */
export function getAccountWords(tag: string): AccountWords {
  return languages[tag as Language] ?? en;
}
