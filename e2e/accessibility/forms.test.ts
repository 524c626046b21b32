import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { buildBooking, createPage, getInviteePagePath } from '../../server/test/booking.ts';
import { mara, useDashboard } from '../dashboard/dashboard.ts';
import { waitUntilHydrated } from '../site.ts';

/** How forms help those who fill them in: WCAG 1.3.5, 3.3.7, 3.3.8 and 4.1.3. */

const site = useDashboard();
const { app, openSignedIn } = site;
const owner = '/mara-lindqvist';

const readPurpose = (field: Locator): Promise<string | null> => field.getAttribute('autocomplete');

test('fields about the visitor say what they are for', async () => {
  const { slug } = await createPage(app, { title: 'Purposes', inviteePhoneNumber: true });
  const page = await site.open(`${owner}/${slug}?date=2027-01-13&time=10:00&zone=Europe/Berlin`);
  await page.getByRole('heading', { name: /10:00/ }).waitFor();
  expect(await readPurpose(page.getByLabel('Your name'))).toBe('name');
  expect(await readPurpose(page.getByLabel('Email address'))).toBe('email');
  expect(await readPurpose(page.getByLabel('Phone number'))).toMatch(/^tel/);
});

test('what a visitor has typed once is there when the event is rescheduled', async () => {
  const { slug } = await createPage(app, { title: 'Typed once' });
  const { ownerSlug: _, eventTypeSlug: __, ...visit } = buildBooking({ slug }, { date: '2027-01-25' });
  const booked = await app.post(`/public/pages${owner}/${slug}/bookings`, visit, { token: null });
  const path = await getInviteePagePath(app, booked.body.resource.uuid);
  const { pathname, search } = new URL(path, 'http://localhost');
  const page = await site.open(`${pathname}${search}&move=1`);
  await waitUntilHydrated(page);
  await page
    .getByRole('link', { name: /^\d\d:\d\d$/ })
    .first()
    .click();
  await page.getByRole('button', { name: /^(Reschedule|Move|Book)/ }).waitFor();
  const empty = await page
    .locator('main :is(input:not([type=hidden], [type=checkbox], [type=radio]), textarea)[required]:visible')
    .evaluateAll((fields) =>
      fields.filter((field) => (field as HTMLInputElement).value === '').map(({ id }) => id),
    );
  expect(empty).toEqual([]);
});

test('passwords can be pasted and filled in by a password manager, and nothing is to be solved', async () => {
  const page = await site.open('/app', { permissions: ['clipboard-read', 'clipboard-write'] });
  const password = page.getByLabel('Password', { exact: true });
  expect(await readPurpose(page.getByLabel('Email address'))).toMatch(/username|email/);
  expect(await readPurpose(password)).toBe('current-password');
  await page.getByLabel('Email address').fill(mara.email);
  await page.evaluate((text) => navigator.clipboard.writeText(text), mara.password);
  await password.focus();
  await page.keyboard.press('ControlOrMeta+v');
  expect(await password.inputValue()).toBe(mara.password);
  // No picture to read, no sum to do: an address, a password, or a passkey.
  expect(await page.locator('main :is(img, canvas, iframe)').count()).toBe(0);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.locator('main.sheet h1').first().waitFor();
});

test('what was saved is announced without moving the focus', async () => {
  const page = await openSignedIn('/app/settings/profile');
  const field = page.getByLabel('First name');
  const name = await field.inputValue();
  await field.fill(`${name}a`);
  await page.keyboard.press('Enter');
  const announced = page.locator('[role=status], [aria-live=polite], [role=alert], [role=alertdialog]');
  await expect.poll(async () => (await announced.allInnerTexts()).join(' ')).toMatch(/Saved/);
  await expect.poll(() => field.inputValue()).toBe(`${name}a`);
  const readFocus = (): Promise<string> =>
    page.evaluate(
      () =>
        document.activeElement?.getAttribute('name') ?? document.activeElement?.outerHTML.slice(0, 80) ?? '',
    );
  await expect.poll(readFocus).toBe('firstName');
});
