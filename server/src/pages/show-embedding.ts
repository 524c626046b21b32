import { renderEmbedding } from '@daybook/booking/render';
import type { Runtime } from '../platform/context.ts';
import { assetPath } from '../platform/http/assets.ts';
import type { Shown, Visit } from '../platform/http/pages.ts';
import { readerOf } from './reader.ts';
import { findOwner } from './store.ts';

/** A page of the demo company, until another one is named. */
const demoPath = '/mara-lindqvist/intro-call';

/** How to embed a page, with examples that work. */
export async function showEmbedding(runtime: Runtime, visit: Visit): Promise<Shown> {
  const path = pathIn(visit.query['page'], runtime.config.publicUrl) ?? demoPath;
  const owner = /^\/(?:team\/)?([a-z0-9-]+)(?:\/[a-z0-9-]+)?$/.exec(path)?.[1];
  const isThere = owner !== undefined && (await findOwner(runtime, owner)) !== undefined;
  const { site } = readerOf(runtime, { ...visit, query: { lang: 'en' } });
  const html = renderEmbedding({
    site,
    script: assetPath('docs.js'),
    path,
    address: `${runtime.config.publicUrl}${path}`,
    isThere,
  });
  return { nonce: visit.nonce, html, hasFrames: true };
}

/** Somebody may paste a whole address. What is no page of ours is shown as what it is: a path that leads nowhere. */
function pathIn(given: string | undefined, publicUrl: string): string | undefined {
  if (!given || !URL.canParse(given, publicUrl)) return undefined;
  return new URL(given, publicUrl).pathname;
}
