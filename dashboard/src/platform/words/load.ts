import { loadScript } from '../load-script.ts';
import { start } from '../start.ts';

const scripts: Readonly<Record<string, () => Promise<unknown>>> = {
  en: () => import('./areas/en.ts'),
  de: () => import('./areas/de.ts'),
  fr: () => import('./areas/fr.ts'),
  es: () => import('./areas/es.ts'),
  pt: () => import('./areas/pt.ts'),
  ar: () => import('./areas/ar.ts'),
};

/** Loads a page of an area whose words do not come with the document. They are there before it runs. */
export function loadWithWords<Page>(load: () => Promise<Page>): () => Promise<Page> {
  return loadScript(async () => {
    await (scripts[start.locale.tag] ?? scripts['en'])?.();
    return load();
  });
}
