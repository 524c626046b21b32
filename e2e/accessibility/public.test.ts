import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildBooking, createPage, getInviteePagePath } from '../../server/test/booking.ts';
import { findFreePort } from '../free-port.ts';
import { listViolations, useSite } from '../site.ts';
import {
  listCutBySpacing,
  listLostInForcedColors,
  listMoving,
  listTooWide,
  resetFocus,
  walkByKeyboard,
} from './checks.ts';
import { listFaintEdges } from './look.ts';
import { listNameless, listNames } from './names.ts';

/** Public pages, account pages and docs once they are loaded, as `dashboard.test.ts` judges the dashboard. */

const site = useSite({ port: await findFreePort(), config: { signUpIsOpen: true } });
const { app } = site;
const owner = '/mara-lindqvist';

type Kind = 'axe' | 'keyboard' | 'names' | 'reflow' | 'spacing' | 'forced' | 'motion' | 'edges';
const found = new Map<Kind, string[]>();

beforeAll(async () => {
  const page = await site.open('/');
  for (const path of await listPaths()) await checkPage(page, path);
  for (const path of [`${owner}/consultation`, owner, '/app', '/forms/juniper-start']) {
    await page.goto(`${path}${path.includes('?') ? '&' : '?'}lang=ar`);
    note('axe', `${path} in Arabic`, await listViolations(page));
  }
}, 600_000);

async function listPaths(): Promise<string[]> {
  const { slug } = await createPage(app, { title: 'Accessible' });
  const { ownerSlug: _, eventTypeSlug: __, ...visit } = buildBooking({ slug }, { date: '2027-01-25' });
  const booked = await app.post(`/public/pages${owner}/${slug}/bookings`, visit, { token: null });
  const { pathname, search } = new URL(
    await getInviteePagePath(app, booked.body.resource.uuid),
    'http://localhost',
  );
  const own = pathname + search;
  return [
    ...[
      '/',
      owner,
      `${owner}/consultation`,
      `${owner}/nothing`,
      '/forms/juniper-start',
      '/aiko-tanaka/open-studio',
    ],
    `${owner}/${slug}?date=2027-01-13&time=10:00&zone=Europe/Berlin`,
    ...[own, `${own}&cancel=1`, `${own}&move=1`],
    ...['/app', '/app/password-reset', '/app/sign-up'],
    ...['/docs', '/docs/guide/webhooks', '/docs/reference/notes', '/docs/search?q=token'],
  ];
}

async function checkPage(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForLoadState('networkidle');
  note('axe', path, await listViolations(page));
  note('names', path, listNameless(await listNames(page)));
  note('motion', path, await listMoving(page));
  note('edges', path, await listFaintEdges(page));
  note('spacing', path, await listCutBySpacing(page));
  note('forced', path, await listLostInForcedColors(page));
  note('keyboard', path, await walkByKeyboard(page));
  await resetFocus(page);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  note('axe', `${path} in dark mode`, await listViolations(page, 'look'));
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 320, height: 640 });
  note('reflow', path, await listTooWide(page));
  note('reflow', path, await listViolations(page, 'look'));
  await page.setViewportSize({ width: 1280, height: 860 });
}

function note(kind: Kind, path: string, lines: readonly string[]): void {
  found.set(kind, [...(found.get(kind) ?? []), ...lines.map((line) => `${path}: ${line}`)]);
}

const listFound = (kind: Kind): string[] => found.get(kind) ?? [];

describe('every loaded public page, account page and page of the docs', () => {
  test('axe finds nothing in light mode, dark mode and Arabic', () => expect(listFound('axe')).toEqual([]));
  test('a keyboard reaches everything, the focus is visible and not covered, and nothing traps it', () =>
    expect(listFound('keyboard')).toEqual([]));
  test('everything that needs a name has one', () => expect(listFound('names')).toEqual([]));
  test('at 320 pixels, as at 400 % zoom, only tables and code scroll to the side', () =>
    expect(listFound('reflow')).toEqual([]));
  test('wider spacing of text cuts nothing', () => expect(listFound('spacing')).toEqual([]));
  test('forced colors show what is chosen', () => expect(listFound('forced')).toEqual([]));
  test('fields have edges that stand out', () => expect(listFound('edges')).toEqual([]));
  test('with reduced motion nothing moves', () => expect(listFound('motion')).toEqual([]));
});
