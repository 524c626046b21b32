import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { bare } from '@daybook/contract/envelopes';
import { declareRoute } from '@daybook/contract/route';
import { routes } from '@daybook/contract/routes';
import { anyToken } from '@daybook/contract/scopes';
import { webhookPayloads } from '@daybook/contract/webhook-payloads';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { useApp } from '../../test/harness.ts';
import { renderLlmsFull, renderLlmsIndex } from './llms.ts';
import { searchIn } from './search.ts';
import { createDocsSite } from './site.ts';

const app = useApp();
const open = (url: string, headers: Record<string, string> = { accept: 'text/html' }) =>
  app.inject({ url, headers });
const publicUrl = 'https://book.example.com';
const root = fileURLToPath(new URL('../../..', import.meta.url));
const site = createDocsSite({ root, publicUrl, routes });

const matchesOf = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map((match) => match[1] ?? '');

describe('pages', () => {
  test('200: every page, as HTML and as Markdown, with ids that are unique', async () => {
    expect(site.pages.size).toBeGreaterThan(60);
    for (const path of site.pages.keys()) {
      const { status, body, headers } = await open(path);
      expect([path, status]).toEqual([path, 200]);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      const ids = matchesOf(body, / id="([^"]+)"/g);
      expect([path, ids.filter((id, index) => ids.indexOf(id) !== index)]).toEqual([path, []]);
      expect(matchesOf(body, /(<h1>)/g), path).toHaveLength(1);
      const markdown = await open(path === '/docs' ? '/docs/index.md' : `${path}.md`, {});
      expect([path, markdown.status]).toEqual([path, 200]);
      expect(markdown.headers['content-type']).toBe('text/markdown; charset=utf-8');
      expect(markdown.body).toMatch(/^# /);
    }
  });

  test('every link to a page leads to one, and to a part that it has', async () => {
    const idsOf = new Map<string, Set<string>>();
    const links = new Map<string, string[]>();
    for (const path of site.pages.keys()) {
      const { body } = await open(path);
      idsOf.set(path, new Set(matchesOf(body, / id="([^"]+)"/g)));
      links.set(path, matchesOf(body, /<a [^>]*href="([^"]+)"/g));
    }
    const others = new Set([
      '/docs/embed',
      '/docs/index.md',
      '/openapi.json',
      '/app',
      '/llms.txt',
      '/llms-full.txt',
    ]);
    for (const [from, targets] of links) {
      for (const target of targets.filter((each) => !/^[a-z]+:/.test(each) && !others.has(each))) {
        const [path = '', part] = target.replace(/\.md$/, '').split('#');
        const ids = idsOf.get(path || from);
        expect([from, target, ids !== undefined]).toEqual([from, target, true]);
        if (part) expect([from, target, ids?.has(part)]).toEqual([from, target, true]);
      }
    }
  });

  test('the navigation lists every guide and every group of operations once', () => {
    const listed = site.sections.flatMap(({ pages }) => pages.map(({ path }) => path));
    expect(new Set(listed).size).toBe(listed.length);
    const wanted = [...site.pages.keys()].filter((path) => /^\/docs\/(?:guide|run|reference)\//.test(path));
    expect(wanted.filter((path) => !listed.includes(path))).toEqual([]);
  });

  test('the first page is within 60 kB with all that it loads, from this server only', async () => {
    const { body, headers } = await open('/docs');
    const loaded = matchesOf(body, /(?:src|<link rel="(?:stylesheet|icon)" href)="([^"]+)"/g);
    expect(loaded.every((url) => url.startsWith('/assets/'))).toBe(true);
    let bytes = gzipSync(body).length;
    for (const url of loaded) bytes += gzipSync((await open(url)).body).length;
    expect(bytes).toBeLessThan(60_000);
    const policy = String(headers['content-security-policy']);
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    expect(policy).toContain("script-src 'self';");
    expect(body).not.toMatch(/<script(?! type="module" src=)|<style| style="/);
  });

  test('404: a page that is not there, and files that are none of ours to show', async () => {
    for (const path of ['/docs/nope', '/docs/guide/nope.md', '/docs/images/nope.png']) {
      expect([path, (await open(path)).status]).toEqual([path, 404]);
    }
    for (const path of [
      '/docs/..%2fpackage.json',
      '/docs/images/..%2f..%2fpackage.json',
      '/docs/recordings/..%2fgaps.md',
      '/docs/api/openapi.json',
    ]) {
      expect([path, (await open(path)).status]).toEqual([path, 404]);
    }
    expect((await open('/docs/nope')).body).toContain('<!doctype html>');
    expect((await open('/docs/nope', {})).body.message).toBe('Route not found.');
    expect((await open('/docs/images/embed-popup.png')).headers['content-type']).toBe('image/png');
    expect((await open('/docs/recordings/call.wav')).headers['content-type']).toBe('audio/wav');
  });
});

describe('the reference', () => {
  test('has every operation with its lines to copy, and every event of webhooks', () => {
    const text = [...site.pages.values()]
      .filter(({ path }) => path.startsWith('/docs/reference/'))
      .map(({ markdown }) => markdown)
      .join('\n');
    for (const [name, { method, path, access }] of routes) {
      expect(text).toContain(`\`${method} /v2${path}\``);
      expect(text).toContain(`await api.${name}(`);
      if (access.kind === 'token') expect(text).toMatch(/^daybook /m);
    }
    for (const event of Object.keys(webhookPayloads)) expect(text).toContain(`## ${event}\n`);
  });

  test('shows a route that is added to the contract, and so do search and llms.txt, without another line', async () => {
    const weather = declareRoute({
      method: 'POST',
      path: '/weather/{city}',
      origin: 'ours',
      tag: 'Home',
      summary: 'Forecast the weather',
      description: 'Only for the next days.',
      access: anyToken,
      params: { city: z.string().meta({ example: 'Bergen' }) },
      body: z.object({ days: z.int().min(1).max(7).meta({ description: 'How far ahead' }) }),
      returns: bare(z.object({ sky: z.string() })),
    });
    const made = createDocsSite({
      root,
      publicUrl,
      routes: new Map([...routes, ['forecastWeather', weather]]),
    });
    const page = made.pages.get('/docs/reference/home');
    expect(page?.markdown).toContain('## Forecast the weather');
    expect(page?.markdown).toContain('| `days` | integer 1 to 7, required | How far ahead |');
    expect(page?.markdown).toContain(`curl -X POST "${publicUrl}/v2/weather/Bergen"`);
    expect(page?.markdown).toContain(
      `await api.forecastWeather({ params: { city: 'Bergen' }, body: { days: 1 } });`,
    );
    expect(page?.markdown).toContain('daybook home forecast-weather Bergen --days 1');
    expect(page?.headings()).toContainEqual({ id: 'forecastWeather', text: 'Forecast the weather' });
    expect(page?.blocks()).toContainEqual({
      console: expect.objectContaining({ operation: 'forecastWeather', path: '/weather/{city}' }) as unknown,
    });
    expect((await searchIn(made.pages.values()))('forecast weather')[0]?.path).toBe(
      '/docs/reference/home#forecastWeather',
    );
    expect(renderLlmsFull(made)).toContain('## Forecast the weather');
  });
});

describe('search', () => {
  const find = async (q: string) =>
    (await open(`/docs/search.json?${new URLSearchParams({ q })}`)).body.results;

  test('200: finds parts of pages by the beginnings of words, headings first', async () => {
    expect((await find('verify delivery'))[0]).toMatchObject({
      path: '/docs/guide/webhooks#verify-every-delivery',
    });
    expect((await find('book a time')).map(({ path }: { path: string }) => path)).toContain(
      '/docs/reference/scheduled-events#book',
    );
    expect(await find('')).toEqual([]);
    expect(await find('(((')).toEqual([]);
    expect(await find('xyzzy')).toEqual([]);
  });

  test('200: finds what people call otherwise, and what they mistype', async () => {
    expect((await find('sso'))[0].path).toBe('/docs/guide/single-sign-on');
    const paths = async (q: string) => (await find(q)).map(({ path }: { path: string }) => path);
    expect((await paths('webook'))[0]).toMatch(/^\/docs\/guide\/webhooks/);
    expect(await paths('avialability')).toEqual(await paths('availability'));
    expect(await find('xyzzyq')).toEqual([]);
  });

  test('200: decisions come after everything else', async () => {
    const kinds = (await find('calendar')).map(({ path }: { path: string }) =>
      path.startsWith('/docs/decisions/'),
    );
    expect(kinds).toEqual(kinds.toSorted());
    expect(kinds[0]).toBe(false);
  });

  test('200: works without script, and what is searched for is text', async () => {
    const { body } = await open('/docs/search?q=idempotency');
    expect(body).toContain('<a href="/docs/guide/api#repeated-requests">Repeated requests</a>');
    expect((await open('/docs/search?q=%22%3E%3Cscript%3Ealert(1)')).body).not.toContain('<script>alert');
  });
});

test('/SKILL.md has what the guides say about tools, with links that lead back here', async () => {
  const { status, body, headers } = await open('/SKILL.md', {});
  expect([status, headers['content-type']]).toEqual([200, 'text/markdown; charset=utf-8']);
  expect(body).toMatch(/^---\nname: daybook\ndescription: .{80,1024}\n---\n/);
  expect(body).toContain('| `book`, `move_booking`');
  expect(body).toContain('# Concepts');
  const links = [...body.matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => link);
  expect(links.length).toBeGreaterThan(5);
  expect(links.filter((link) => !/^(?:https?:|#)/.test(link))).toEqual([]);
});

test('/llms.txt lists every page of the navigation as Markdown, /llms-full.txt has them all', async () => {
  const { status, body, headers } = await open('/llms.txt', {});
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(body).toMatch(/^# Daybook\n\n> /);
  const base = app.runtime.config.publicUrl;
  const links = matchesOf(body, /\]\(([^)]+\.md)\)/g);
  expect(links.length).toBe(site.sections.flatMap(({ pages }) => pages).length);
  for (const link of links)
    expect([link, (await open(link.replace(base, ''), {})).status]).toEqual([link, 200]);
  expect(renderLlmsIndex(site, publicUrl)).toContain(`${publicUrl}/docs/guide/quick-start.md`);
  expect((await open('/llms-full.txt', {})).body).toContain('# Quick start');
});
