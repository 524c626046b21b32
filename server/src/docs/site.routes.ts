import { join } from 'node:path';
import { renderDocs } from '@daybook/booking/docs/render';
import { routes } from '@daybook/contract/routes';
import type { FastifyInstance } from 'fastify';
import { showError } from '../pages/public.ts';
import type { Runtime } from '../platform/context.ts';
import { getAssetPath } from '../platform/http/assets.ts';
import { servePages, type PageResponse, type PageRoute, type Visit } from '../platform/http/pages.ts';
import { serverDir } from '../platform/paths.ts';
import { notFound } from '../platform/problems.ts';
import { renderLlmsFull, renderLlmsIndex } from './llms.ts';
import { searchIn, type DocsSearch } from './search.ts';
import { renderSkill } from './skill.ts';
import { createDocsSite, type DocsSite, type Page } from './site.ts';

/** The documentation at `/docs`, each page also as Markdown. Made at the first visit, and again by the next version only. */
export function serveDocs(app: FastifyInstance, runtime: Runtime): void {
  let made: Docs | undefined;
  const docs = () => (made ??= makeDocs(runtime.config.publicUrl));
  const get = (path: string, handle: (visit: Visit) => PageResponse | Promise<PageResponse>): PageRoute => ({
    method: 'GET',
    path,
    handle: async (_, visit) => handle(visit),
  });
  const pages: readonly PageRoute[] = [
    get('/docs', (visit) => showPage(runtime, docs().site, '/docs', visit)),
    get('/docs/search', (visit) => showSearch(runtime, docs(), visit)),
    get('/docs/search.json', async ({ query }) => {
      const search = await docs().search();
      const content = JSON.stringify({ results: search(query['q'] ?? '') });
      return { content, type: 'application/json; charset=utf-8' };
    }),
    get('/docs/*', (visit) => showPage(runtime, docs().site, `/docs/${visit.params['*'] ?? ''}`, visit)),
    get('/llms.txt', () => plainText(renderLlmsIndex(docs().site, runtime.config.publicUrl))),
    get('/SKILL.md', () => ({
      content: renderSkill(docs().site, runtime.config.publicUrl),
      type: 'text/markdown; charset=utf-8',
    })),
    get('/llms-full.txt', () => plainText(renderLlmsFull(docs().site))),
  ];
  servePages(app, runtime, pages, showError);
}

interface Docs {
  readonly site: DocsSite;
  readonly search: () => Promise<DocsSearch>;
}

function makeDocs(publicUrl: string): Docs {
  const site = createDocsSite({ root: join(serverDir, '..'), publicUrl, routes });
  let search: Promise<DocsSearch> | undefined;
  return { site, search: () => (search ??= searchIn(site.pages.values())) };
}

function plainText(content: string): PageResponse {
  return { content, type: 'text/plain; charset=utf-8' };
}

function showPage(runtime: Runtime, site: DocsSite, path: string, visit: Visit): PageResponse {
  const asset = site.asset(path.slice('/docs/'.length));
  if (asset) return asset;
  const wanted = path === '/docs/index.md' ? '/docs' : path.replace(/\.md$/, '');
  const page = site.pages.get(wanted);
  if (!page) throw notFound('Route');
  if (path.endsWith('.md')) return { content: page.markdown, type: 'text/markdown; charset=utf-8' };
  return documentOf(runtime, site, page, visit);
}

function documentOf(
  { config }: Runtime,
  { sections }: DocsSite,
  page: Omit<Page, 'markdown'>,
  { nonce, query }: Visit,
): PageResponse {
  const html = renderDocs({
    assets: { css: getAssetPath('docs.css'), js: getAssetPath('docs.js'), icon: getAssetPath('icon.svg') },
    title: page.title,
    description: page.description,
    path: page.path,
    canonical: `${config.publicUrl}${page.path}`,
    searched: query['q'] ?? '',
    sections,
    headings: page.headings(),
    blocks: page.blocks(),
  });
  return { html, nonce, isProgram: true };
}

/** For readers without scripts, or with more to find than the list under the field shows. */
async function showSearch(runtime: Runtime, { site, search }: Docs, visit: Visit): Promise<PageResponse> {
  const found = (await search())(visit.query['q'] ?? '');
  const lines = found.map(
    ({ title, heading, path, excerpt }) =>
      `<h2><a href="${path}">${escaped(heading || title)}</a></h2><p>${heading ? `${escaped(title)}. ` : ''}${escaped(excerpt)}</p>`,
  );
  const html = `<h1>Search</h1>${lines.join('') || '<p>No results. Try fewer words, or the beginnings of words.</p>'}`;
  const page = {
    path: '/docs/search',
    title: 'Search',
    description: 'Search the documentation.',
    headings: () => [],
    blocks: () => [{ html }],
  };
  return documentOf(runtime, site, page, visit);
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
