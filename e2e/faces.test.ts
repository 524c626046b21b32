import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { createPage } from '../server/test/booking.ts';
import { ownerToken } from '../server/test/runtime.ts';
import { fillInForm, waitUntilHydrated, phone, useSite, listViolations, watchShifts } from './site.ts';

/** Pictures, logo and colour of a workspace, and phone numbers with a country. */

const site = useSite({ areFresh: true });
const { app } = site;
const owner = '/mara-lindqvist';
const picture = readFileSync(new URL('../booking/src/images/icon.png', import.meta.url));
const wide = readFileSync(new URL('../booking/src/images/preview.png', import.meta.url));

beforeAll(async () => {
  const { uuid } = (await app.get('/session')).body.resource.user;
  const headers = { authorization: `Bearer ${ownerToken}`, 'content-type': 'image/png' };
  const put = (path: string, payload: Buffer) =>
    app.inject({ method: 'PUT', url: `/v2${path}`, payload, headers });
  await put(`/organizations/users/${uuid}/avatar`, picture);
  await put('/organization/logo', wide);
  await app.patch('/organization', { brandColor: 'facc15' });
});

const loaded = (page: Page): Promise<boolean[]> =>
  page.evaluate(() => [...document.images].map(({ complete, naturalWidth }) => complete && naturalWidth > 0));

test.each([
  ['desktop in light mode', { colorScheme: 'light' as const }],
  ['phone in dark mode', { ...phone, colorScheme: 'dark' as const }],
])('face, logo and colour on a %s: loaded, nothing moves, axe finds nothing', async (_, options) => {
  const page = await site.open(owner, options);
  const shifted = await watchShifts(page);
  for (const [path, images] of [
    [owner, 2],
    [`${owner}/intro-call`, 2],
    ['/forms/juniper-start', 1],
    ['/', 1],
  ] as const) {
    await page.goto(path, { waitUntil: 'networkidle' });
    expect(await loaded(page), path).toEqual(Array.from({ length: images }, () => true));
    expect(await shifted(), path).toBeLessThan(0.02);
    expect(await listViolations(page), path).toEqual([]);
    const isTooWide = await page.evaluate(
      () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
    );
    expect(isTooWide, path).toBe(false);
  }
});

test('a phone number gets the code of the country beside it, first that of the browser’s zone', async () => {
  const { slug } = await createPage(app, { title: 'Ring me', inviteePhoneNumber: true });
  const page = await site.open(`${owner}/${slug}`, { timezoneId: 'Europe/London', locale: 'en-US' });
  await waitUntilHydrated(page);
  const country = page.getByLabel('Country code');
  expect(await country.inputValue()).toBe('GB');
  await page.goto(`${owner}/${slug}?date=2027-01-13&time=10:00&zone=Europe/Berlin`);
  await page.getByRole('heading', { name: /10:00/ }).waitFor();
  await country.selectOption({ label: 'Austria (\u2066+43\u2069)' });
  await page.reload();
  expect(await country.inputValue()).toBe('AT');
  await fillInForm(page, { email: 'ring@okafor.example' });
  await page.getByLabel('Phone number').fill('0660 1234567');
  expect(await listViolations(page)).toEqual([]);
  await page.getByRole('button', { name: /^Book/ }).click();
  await page.getByRole('heading', { name: 'You’re booked' }).waitFor();
  const { rows } = await app.runtime.database.pool.query(
    "select phone from invitee where email = 'ring@okafor.example'",
  );
  expect(rows).toEqual([{ phone: '+43 660 1234567' }]);
});
