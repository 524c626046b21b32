import { de } from './words/de.ts';
import { en } from './words/en.ts';
import { es } from './words/es.ts';
import { fr } from './words/fr.ts';
import { pt } from './words/pt.ts';
import type { AccountWords } from './words/words.ts';

const languages: Readonly<Record<string, AccountWords>> = { en, de, fr, es, pt };

/** By the tag of a page; in English where there is no translation yet. */
export function accountWords(tag: string): AccountWords {
  return languages[tag] ?? en;
}
