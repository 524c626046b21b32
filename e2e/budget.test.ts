import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { getAssetPath, readManifest } from '../server/src/platform/http/assets.ts';
import { bookPage, buildBooking, createPage } from '../server/test/booking.ts';
import { settleRequests, useDashboard } from './dashboard/dashboard.ts';
import { fillInForm, phone, waitUntilHydrated, watchShifts } from './site.ts';

const site = useDashboard({ areFresh: true });
const { app } = site;
const owner = '/mara-lindqvist';

const gzippedBytes = async (url: string): Promise<number> => {
  const { body } = await app.inject({ url, headers: { accept: 'text/html' } });
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return gzipSync(text, { level: 9 }).length;
};

test('1: HTML and style together, and the script, each within 20 kB', async () => {
  const { body } = await app.inject({ url: `${owner}/consultation`, headers: { accept: 'text/html' } });
  const css = /href="(\/assets\/[^"]+\.css)"/.exec(body)?.[1] ?? '';
  const js = /src="(\/assets\/[^"]+\.js)"/.exec(body)?.[1] ?? '';
  const sizes = {
    html: gzipSync(body, { level: 9 }).length,
    css: await gzippedBytes(css),
    js: await gzippedBytes(js),
  };
  expect(sizes.html + sizes.css, JSON.stringify(sizes)).toBeLessThan(20_000);
  expect(sizes.css).toBeLessThan(10_000);
  expect(sizes.js).toBeLessThan(20_000);
  // A page with a time every five minutes of every day stays within it as well.
  await app.post('/schedules', {
    title: 'Always',
    timezone: 'Europe/Berlin',
    weekly_hours: 'Mon Tue Wed Thu Fri Sat Sun'
      .split(' ')
      .map((day) => ({ day, timesets: [['00:00', '24:00']] })),
  });
  const schedules = await app.get('/schedules?email=mara@juniper.example');
  const always = schedules.body.collection.find(({ title }: { title: string }) => title === 'Always');
  const { slug } = await createPage(app, { title: 'Dense', slotInterval: 5, scheduleUuid: always.uuid });
  expect((await gzippedBytes(`${owner}/${slug}`)) + sizes.css).toBeLessThan(20_000);
});

describe('the dashboard', () => {
  const sizes = new Map<string, number>();
  const sizeOf = async (files: Iterable<string>): Promise<number> => {
    let sum = 0;
    for (const file of files) {
      if (!sizes.has(file)) sizes.set(file, await gzippedBytes(`/assets/${file}`));
      sum += sizes.get(file) ?? 0;
    }
    return sum;
  };
  const filesOf = (...names: readonly string[]): Set<string> =>
    new Set(names.flatMap((name) => readManifest()[name] ?? []));
  const first = (language = 'en'): Set<string> => filesOf(`words-${language}.js`, 'dashboard.js');

  test('is on the screen after at most 160 kB of script in every language, and its style is within 12 kB', async () => {
    for (const language of ['en', 'de', 'fr', 'es', 'pt', 'ar']) {
      const total = await sizeOf(first(language));
      expect(total, language).toBeGreaterThan(100_000);
      expect(total, language).toBeLessThan(160_000);
    }
    expect(await gzippedBytes(getAssetPath('dashboard.css'))).toBeLessThan(12_000);
    expect(await gzippedBytes(getAssetPath('areas.css'))).toBeLessThan(12_000);
  });

  test('loads at most 220 kB of script after the sign-in, with all that follows until the browser is idle', async () => {
    // All cards of Home: a task, who is next, a request, what failed, and the tour.
    await app.post('/crm/tasks', { title: 'Shown on the first screen' });
    const asked = await createPage(app, { title: 'Asked', requiresConfirmation: true });
    const request = buildBooking(asked, { date: '2027-01-13' });
    expect((await app.post('/booking-requests', request)).status).toBe(201);
    const linkless = await createPage(app, { title: 'Linkless', locations: [{ type: 'ZOOM' }] });
    expect((await bookPage(app, linkless, { date: '2027-01-14', location: 'ZOOM' })).status).toBe(200);
    await app.runtime.database.pool.query(`delete from first_step where key = 'tour'`);
    await site.openSignedIn('/app');
    const scripts = (): string[] => [
      ...new Set(site.requests.filter((url) => url.endsWith('.js')).map((url) => new URL(url).pathname)),
    ];
    const isLoaded = (name: string): boolean => scripts().some((path) => path.includes(`/${name}-`));
    const cards = ['attention', 'mine', 'next-up', 'rail-reach', 'requests', 'tour'];
    await expect.poll(() => cards.filter((name) => !isLoaded(name)), { timeout: 15_000 }).toEqual([]);
    await settleRequests(site.requests, 1500);
    const total = await sizeOf(scripts().map((path) => path.replace('/assets/', '')));
    expect(total, scripts().join('\n')).toBeLessThan(220_000);
  });

  test('the first script and each area load what dashboard/README.md says, to within 2 kB', async () => {
    const readme = readFileSync(new URL('../dashboard/README.md', import.meta.url), 'utf8');
    const table = new Map(
      [...readme.matchAll(/^\| `([\w-]+)` \| (\d+) \|$/gm)].map(([, area = '', limit]) => [
        area,
        Number(limit),
      ]),
    );
    const extras = new Map<string, number>();
    for (const path of Object.keys(readManifest())) {
      const area = /^dashboard\/src\/([\w-]+)\//.exec(path)?.[1];
      if (area === undefined) continue;
      const extra = await sizeOf([...filesOf(path)].filter((file) => !first().has(file)));
      extras.set(area, Math.max(extras.get(area) ?? 0, Math.ceil(extra / 1000)));
    }
    const lines = [...extras].map(([area, extra]) => `| \`${area}\` | ${extra} |`).toSorted();
    extras.set('first', Math.ceil((await sizeOf(first())) / 1000));
    table.set('first', Number(/home\) is (\d+) kB/.exec(readme)?.[1]));
    const wrong = [...extras].filter(([area, extra]) => !(Math.abs((table.get(area) ?? 0) - extra) <= 2));
    expect(wrong, `measured:\n${lines.join('\n')}`).toEqual([]);
    expect([...table.keys()].filter((area) => !extras.has(area))).toEqual([]);
  });
});

test('the first page of the docs is within 60 kB, with a search in it', async () => {
  const { body } = await app.inject({ url: '/docs', headers: { accept: 'text/html' } });
  const assets = [...body.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map(
    ([, url = '']) => url,
  );
  expect(assets.length).toBeGreaterThan(1);
  let total = 0;
  for (const url of ['/docs', '/docs/search.json?q=webhook', ...assets]) total += await gzippedBytes(url);
  expect(total).toBeGreaterThan(5000);
  expect(total).toBeLessThan(60_000);
});

test('1, 20: three requests until times are shown, none to another host, no font; only the cookies for zone and language', async () => {
  const page = await site.open(`${owner}/intro-call`, { timezoneId: 'Asia/Tokyo' });
  await page.getByText('Tokyo time (UTC+9)', { exact: true }).waitFor();
  const first = site.requests
    .filter((address) => !address.startsWith('data:'))
    .map((address) => new URL(address).pathname);
  expect(first.slice(0, 3)).toEqual([
    `${owner}/intro-call`,
    expect.stringMatching(/\.css$/),
    expect.stringMatching(/\.js$/),
  ]);
  expect(first.slice(3).every((path) => /\/availability$|^\/assets\/icon-/.test(path))).toBe(true);
  await waitUntilHydrated(page);
  await page.getByRole('link', { name: 'Deutsch' }).click();
  await page.getByRole('link', { name: 'Nächster Monat' }).click();
  await page.waitForTimeout(600);
  const hosts = new Set(
    site.requests.filter((address) => !address.startsWith('data:')).map((address) => new URL(address).host),
  );
  expect(hosts.size).toBe(1);
  const cookies = await page.context().cookies();
  expect(cookies.map(({ name }) => name).sort()).toEqual(['daybook_language', 'daybook_zone']);
  expect(site.requests.some((address) => /\.(woff2?|ttf|otf)/.test(address))).toBe(false);
});

test.each([
  ['desktop', '01:00', {}],
  ['phone', '01:30', phone],
])('3: nothing jumps on a %s, also when times are regrouped by another zone', async (_, time, options) => {
  const { slug } = await createPage(app, { title: 'Still' });
  const page = await site.open('/mara-lindqvist', { ...options, timezoneId: 'America/Los_Angeles' });
  const shifted = await watchShifts(page);
  await page.goto(`${owner}/${slug}`);
  await waitUntilHydrated(page);
  await page.getByRole('link', { name: 'Next month' }).click();
  await page.waitForTimeout(300);
  await page.getByRole('link', { name: /^Tuesday, 9 February/ }).click();
  await page.getByRole('link', { name: time, exact: true }).click();
  await fillInForm(page, { email: 'still@okafor.example' });
  expect(await shifted()).toBeLessThan(0.02);
  await page.getByRole('button', { name: /^Book/ }).click();
  await page.getByRole('heading', { name: 'You’re booked' }).waitFor();
  await page.waitForTimeout(200);
  expect(await shifted()).toBeLessThan(0.02);
});

test.each([
  ['desktop', {}, [0, 1, 4, 6, 16]],
  ['tablet', { viewport: { width: 700, height: 900 } }, [0, 1, 4, 6, 16]],
  ['phone', phone, [0, 1, 4, 6]],
  ['small phone', { ...phone, viewport: { width: 320, height: 640 } }, [0, 1, 4, 6]],
])('3: what is below the times stays where it is from day to day, on a %s', async (_, options, counts) => {
  const ends: Record<string, string> = { Mon: '09:30', Tue: '11:00', Wed: '12:00', Thu: '17:00' };
  const title = `Few and many ${counts.length} ${JSON.stringify(options).length}`;
  const { body } = await app.post('/schedules', {
    title,
    timezone: 'Europe/Berlin',
    weekly_hours: 'Mon Tue Wed Thu Fri Sat Sun'
      .split(' ')
      .map((day) => ({ day, timesets: ends[day] ? [['09:00', ends[day]]] : [] })),
  });
  const { slug } = await createPage(app, { title, scheduleUuid: body.resource.uuid });
  const page = await site.open(`${owner}/${slug}?date=2027-01-18`, options);
  await waitUntilHydrated(page);
  const found = new Map<number, number>();
  for (const date of ['2027-01-18', '2027-01-19', '2027-01-20', '2027-01-21', '2027-01-22']) {
    await page.goto(`${owner}/${slug}?date=${date}`);
    await waitUntilHydrated(page);
    const count = await page.locator('.time').count();
    const { y = 0 } = (await page.locator('.zone').boundingBox()) ?? {};
    if (counts.includes(count)) found.set(count, Math.round(y + (await page.evaluate(() => scrollY))));
  }
  expect([...found.keys()].sort((a, b) => a - b)).toEqual(counts);
  expect(new Set(found.values()).size, JSON.stringify([...found])).toBe(1);
});

test('20: a bot that fills in the honeypot or has no valid token books nothing, and one that is too fast is delayed', async () => {
  const { slug } = await createPage(app, { title: 'Bots' });
  const { body: html } = await app.inject({ url: `${owner}/${slug}`, headers: { accept: 'text/html' } });
  const token = /name="token" value="([^"]+)"/.exec(html)?.[1] ?? '';
  const send = (more: object) =>
    app.inject({
      method: 'POST',
      url: `${owner}/${slug}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
      payload: new URLSearchParams({
        date: '2027-01-12',
        start: '09:00',
        zone: 'Europe/Berlin',
        name: 'Bot',
        email: 'bot@bots.example',
        token,
        ...more,
      }).toString(),
    });
  expect((await send({ website: 'https://bots.example' })).status).toBe(422);
  expect((await send({ token: 'AAAA' })).status).toBe(422);
  const startedMs = Date.now();
  const { body: fresh } = await app.inject({ url: `${owner}/${slug}`, headers: { accept: 'text/html' } });
  const quick = /name="token" value="([^"]+)"/.exec(fresh)?.[1] ?? '';
  expect((await send({ token: quick })).status).toBe(303);
  expect(Date.now() - startedMs).toBeGreaterThan(1000);
});
