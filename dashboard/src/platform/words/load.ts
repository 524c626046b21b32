import { loadScript } from '../load-script.ts';
import { start } from '../start.ts';

type Scripts = Readonly<Record<string, () => Promise<unknown>>>;

const scripts: Scripts = {
  en: () => import('./areas/en.ts'),
  de: () => import('./areas/de.ts'),
  fr: () => import('./areas/fr.ts'),
  es: () => import('./areas/es.ts'),
  pt: () => import('./areas/pt.ts'),
  ar: () => import('./areas/ar.ts'),
};

const helpScripts: Scripts = {
  en: () => import('./help/en.ts'),
  de: () => import('./help/de.ts'),
  fr: () => import('./help/fr.ts'),
  es: () => import('./help/es.ts'),
  pt: () => import('./help/pt.ts'),
  ar: () => import('./help/ar.ts'),
};

/** Loads a page of an area whose words do not come with the document. They are there before it runs. */
export function loadWithWords<Page>(load: () => Promise<Page>): () => Promise<Page> {
  return loadAfter(scripts, load);
}

/** The same for what needs the words of help, tour and search. */
export function loadWithHelp<Page>(load: () => Promise<Page>): () => Promise<Page> {
  return loadAfter(helpScripts, load);
}

function loadAfter<Page>(words: Scripts, load: () => Promise<Page>): () => Promise<Page> {
  return loadScript(async () => {
    await (words[start.locale.tag] ?? words['en'])?.();
    return load();
  });
}
