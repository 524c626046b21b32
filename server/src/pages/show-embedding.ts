import { renderEmbedding } from '@daybook/booking/render';
import type { Runtime } from '../platform/context.ts';
import { getAssetPath } from '../platform/http/assets.ts';
import type { PageResponse, Visit } from '../platform/http/pages.ts';
import { resolveReader } from './reader.ts';
import { findOwner } from './store.ts';

/** A page of the demo company. */
const defaultPath = '/mara-lindqvist/intro-call';

/** How to embed a booking page, with live examples of the page in the query. */
export async function showEmbedding(runtime: Runtime, visit: Visit): Promise<PageResponse> {
  const path = pathOf(visit.query['page'], runtime.config.publicUrl) ?? defaultPath;
  const owner = /^\/(?:team\/)?([a-z0-9-]+)(?:\/[a-z0-9-]+)?$/.exec(path)?.[1];
  const pageExists = owner !== undefined && (await findOwner(runtime, owner)) !== undefined;
  const { site } = resolveReader(runtime, { ...visit, query: { lang: 'en' } });
  const html = renderEmbedding({
    site,
    script: getAssetPath('embedding.js'),
    path,
    address: `${runtime.config.publicUrl}${path}`,
    pageExists,
  });
  return { nonce: visit.nonce, html, hasFrames: true };
}

/** Accepts a whole URL or a path. */
function pathOf(page: string | undefined, publicUrl: string): string | undefined {
  if (!page || !URL.canParse(page, publicUrl)) return undefined;
  return new URL(page, publicUrl).pathname;
}
