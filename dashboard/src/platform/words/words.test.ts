import { expect, test } from 'vitest';
import { arAreas } from './areas/ar.ts';
import { arHelp } from './help/ar.ts';
import { ar as arFirst } from './ar.ts';
import { deAreas } from './areas/de.ts';
import { deHelp } from './help/de.ts';
import { de as deFirst } from './de.ts';
import { enAreas } from './areas/en.ts';
import { enHelp } from './help/en.ts';
import { en as enFirst } from './en.ts';
import { esAreas } from './areas/es.ts';
import { esHelp } from './help/es.ts';
import { es as esFirst } from './es.ts';
import { frAreas } from './areas/fr.ts';
import { frHelp } from './help/fr.ts';
import { fr as frFirst } from './fr.ts';
import { ptAreas } from './areas/pt.ts';
import { ptHelp } from './help/pt.ts';
import { pt as ptFirst } from './pt.ts';

type Tree = string | object;

const isPlural = (tree: Tree): tree is { readonly other: string } =>
  typeof tree === 'object' && 'other' in tree && typeof tree.other === 'string';

/** Every text by its path. A count is one text, whatever forms a language has for it. */
function textsOf(tree: Tree, path = ''): [path: string, text: string][] {
  if (typeof tree === 'string') return [[path, tree]];
  if (isPlural(tree)) return [[path, tree.other]];
  return Object.entries(tree).flatMap(([key, value]: [string, Tree]) => textsOf(value, `${path}.${key}`));
}

function pluralsOf(tree: Tree, path = ''): [path: string, forms: Readonly<Record<string, string>>][] {
  if (typeof tree === 'string') return [];
  if (isPlural(tree)) return [[path, tree as Readonly<Record<string, string>>]];
  return Object.entries(tree).flatMap(([key, value]: [string, Tree]) => pluralsOf(value, `${path}.${key}`));
}

const placeholdersIn = (text: string): string[] =>
  [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

const en = { ...enFirst, ...enAreas, ...enHelp };
const languages = {
  de: { ...deFirst, ...deAreas, ...deHelp },
  fr: { ...frFirst, ...frAreas, ...frHelp },
  es: { ...esFirst, ...esAreas, ...esHelp },
  pt: { ...ptFirst, ...ptAreas, ...ptHelp },
  ar: { ...arFirst, ...arAreas, ...arHelp },
};

test.each(Object.entries(languages))('%s has every text of English with its placeholders', (_, words) => {
  const shape = (tree: Tree): [string, string[]][] =>
    textsOf(tree)
      .map(([path, text]): [string, string[]] => [path, placeholdersIn(text).toSorted()])
      .toSorted(([a], [b]) => (a < b ? -1 : 1));
  expect(shape(words)).toEqual(shape(en));
});

test.each(Object.entries({ en, ...languages }))(
  '%s has a form for each of its counts, and names what the form depends on',
  (language, words) => {
    const forms = language === 'ar' ? ['few', 'many', 'one', 'other', 'two'] : ['one', 'other'];
    for (const [path, plural] of pluralsOf(words)) {
      expect(Object.keys(plural).toSorted(), path).toEqual(forms);
      const all = placeholdersIn(plural['other'] ?? '').toSorted();
      for (const text of Object.values(plural)) {
        // The number itself may be part of the word, as in the dual.
        const named = new Set([...placeholdersIn(text), 'n']);
        expect(
          all.filter((name) => !named.has(name)),
          `${path}: ${text}`,
        ).toEqual([]);
      }
    }
  },
);

test('no text is empty, and none ends with an exclamation mark', () => {
  for (const words of [en, ...Object.values(languages)]) {
    for (const [path, text] of textsOf(words)) expect(text, path).toMatch(/[^!]$/);
  }
});
