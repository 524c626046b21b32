import { loadPageScript, loadScript } from '../load-script.ts';
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

/** Loads a page of an area whose words and style do not come with the first screen. Both are there before it runs. */
export function loadPage<Page>(load: () => Promise<Page>): () => Promise<Page> {
  return loadPageScript(addWords(load));
}

/** The same, for a part of a page. */
export function loadWithWords<Part>(load: () => Promise<Part>): () => Promise<Part> {
  return loadScript(addWords(load));
}

function addWords<Part>(load: () => Promise<Part>): () => Promise<Part> {
  return async () => {
    await Promise.all([loadLanguage(scripts), applyAreaStyle()]);
    return load();
  };
}

/** Loads what needs the words of help, tour and search. */
export function loadWithHelp<Page>(load: () => Promise<Page>): () => Promise<Page> {
  return loadScript(async () => {
    await loadHelpWords();
    return load();
  });
}

export function loadHelpWords(): Promise<unknown> | undefined {
  return loadLanguage(helpScripts);
}

function loadLanguage(all: Scripts): Promise<unknown> | undefined {
  return (all[start.locale.tag] ?? all['en'])?.();
}

/** The document loads the style without applying it, so that it doesn't delay the first picture. */
function applyAreaStyle(): Promise<unknown> | undefined {
  const link = document.querySelector<HTMLLinkElement>('#area-style');
  if (!link?.media) return undefined;
  if (link.sheet) {
    link.media = '';
    return undefined;
  }
  // It is still on its way, or failed before anyone could listen: another element with its address tells both.
  const copy = link.cloneNode() as HTMLLinkElement;
  copy.media = '';
  return new Promise((resolve, reject) => {
    copy.addEventListener('load', resolve);
    copy.addEventListener('error', () => {
      copy.replaceWith(link);
      reject(new Error(`The style ${link.href} couldn’t be loaded.`));
    });
    link.replaceWith(copy);
  });
}
