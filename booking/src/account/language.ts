import { reversed } from '../words/pseudo.ts';
import { de } from './words/de.ts';
import { en } from './words/en.ts';
import { es } from './words/es.ts';
import { fr } from './words/fr.ts';
import { pt } from './words/pt.ts';
import type { AccountWords } from './words/words.ts';

const pseudo = reversed(en) as AccountWords;
const languages: Readonly<Record<string, AccountWords>> = { en, de, fr, es, pt, ar: pseudo };

/** The same languages as the public pages have, by the tag of a page. */
export function accountWords(tag: string): AccountWords {
  return languages[tag] ?? en;
}
