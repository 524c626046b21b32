import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { bookPage, buildBooking, createPage, getInviteePagePath } from '../server/test/booking.ts';
import {
  fillInForm,
  getFocusedName,
  checkEachForm,
  phone,
  waitUntilHydrated,
  useSite,
  listViolations,
  type Rules,
} from './site.ts';

/** Keyboard, names, sizes, and axe on every state of the pages. */

const site = useSite();
const { app } = site;
const owner = '/mara-lindqvist';

describe('axe finds nothing, in light mode on a desktop and in dark mode on a phone', () => {
  test('picker, zone search, form, errors, conflict, confirmation, moving, cancelling, cancelled', async () => {
    const fields = {
      color: 'facc15',
      inviteeQuestions: [
        { question: 'Which?', type: 'CHECKBOX_INPUT', options: ['One', 'Two'] },
        {
          question: 'Letters',
          type: 'CHECKBOX_INPUT',
          options: ['Yes, as https://juniper.example/letters says.'],
        },
      ],
      locations: [{ type: 'ZOOM' }, { type: 'PHONE_CALL' }],
    };
    const fresh = await createPage(app, { title: 'Axe', ...fields });
    const page = await site.open(`${owner}/${fresh.slug}`);
    const found: string[] = [];
    const check = async (state: string) => found.push(...(await violationsInEachForm(page, state)));

    await waitUntilHydrated(page);
    await check('picked');
    await page.getByRole('button', { name: 'Change: Time zone' }).click();
    await page.getByRole('combobox').fill('lon');
    await check('searching a zone');
    await page.keyboard.press('Escape');
    await page.goto(`${owner}/${fresh.slug}?date=2027-01-13&time=10:00&zone=Europe/Berlin`);
    await page.getByRole('heading', { name: /10:00/ }).waitFor();
    await check('details');
    await page.getByRole('button', { name: 'Book 10:00' }).click();
    await page.getByText('This field is required.').first().waitFor();
    await check('errors');
    await fillInForm(page);
    await page.getByLabel('Zoom').check();
    const taken = await bookPage(app, fresh, { date: '2027-01-13', start: '10:00', location: 'ZOOM' });
    expect(taken.status).toBe(200);
    await page.getByRole('button', { name: 'Book 10:00' }).click();
    await page.getByRole('alert').waitFor();
    await check('conflict');
    await page.getByRole('button', { name: 'Book 10:30 instead' }).click();
    await page.getByRole('heading', { name: 'You’re booked' }).waitFor();
    await check('done');
    await page.getByRole('link', { name: 'Reschedule' }).click();
    await waitUntilHydrated(page);
    await check('moving');
    await page.goBack();
    await page.getByRole('link', { name: 'Cancel event' }).click();
    await page.getByRole('heading', { name: 'Cancel this event?' }).waitFor();
    await check('cancelling');
    await page.getByRole('button', { name: 'Cancel event' }).click();
    await page.getByRole('heading', { name: 'This event was canceled' }).waitFor();
    await check('cancelled');
    expect(found).toEqual([]);
  }, 120_000);

  test('owner’s page, not found, routing form, group, zone list, empty, loading, failed; without a script no grid', async () => {
    const found: string[] = [];
    const { slug } = await createPage(app, {
      title: 'Later',
      color: '111827',
      bookingWindow: { type: 'unlimited' },
    });
    const page = await site.open(owner);
    const check = async (state: string, path?: string) => {
      if (path !== undefined) await page.goto(path);
      found.push(...(await violationsInEachForm(page, state)));
    };
    await check('owner');
    await check('missing', `${owner}/nothing`);
    await check('form', '/forms/juniper-start');
    await check('group', '/aiko-tanaka/open-studio');
    await check('zones', `${owner}/intro-call?zones=1`);
    await check('empty', `${owner}/${slug}?month=2029-03`);
    await page.goto(`${owner}/${slug}`);
    await waitUntilHydrated(page);
    await page.route('**/availability**', () => {});
    await page.getByRole('link', { name: 'Next month' }).click();
    await page.getByRole('link', { name: 'Next month' }).click();
    await page.getByText('Loading times').waitFor();
    await check('loading');
    await page.unroute('**/availability**');
    await page.route('**/availability**', (route) => route.abort());
    await page.getByRole('link', { name: 'Next month' }).click();
    await page.getByRole('alert').waitFor();
    await check('failed');
    await page.unroute('**/availability**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: /April/ }).nth(1).waitFor();
    const plain = await site.open(`${owner}/${slug}`, { javaScriptEnabled: false });
    expect(await plain.getByRole('grid').count()).toBe(0);
    expect(found).toEqual([]);
  }, 120_000);
});

async function violationsInEachForm(page: Page, state: string): Promise<string[]> {
  const found: string[] = [];
  const check = async (form: string, rules: Rules): Promise<void> => {
    found.push(...(await listViolations(page, rules)).map((each) => `${state}, ${form}: ${each}`));
  };
  await checkEachForm(page, check, state);
  return found;
}

describe('keyboard', () => {
  test('7, 8, 9: a whole booking, with the focus at each step', async () => {
    const { slug } = await createPage(app, { title: 'Keys', duration: 90 });
    const page = await site.open(`${owner}/${slug}`);
    await waitUntilHydrated(page);
    expect(await page.getByText('1 hour 30 minutes').first().isVisible()).toBe(true);
    const status = page.getByRole('status');
    const expectFocus = async (name: string, ...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
      await expect.poll(() => getFocusedName(page)).toBe(name);
    };
    await page.getByRole('link', { name: 'Next month' }).focus();
    // The grid is one tab stop: the day whose times are listed.
    await expectFocus('Monday, 11 January 2027, 5 times', 'Tab');
    await expectFocus('Tuesday, 12 January 2027, 5 times', 'ArrowRight');
    await expectFocus('Tuesday, 19 January 2027, 5 times', 'ArrowDown');
    await expectFocus('Sunday, 17 January 2027, no available times', 'ArrowUp', 'End');
    await expectFocus('Monday, 11 January 2027, 5 times', 'Home');
    await expectFocus('Thursday, 11 February 2027, 5 times', 'PageDown');
    await expect.poll(() => status.textContent()).toMatch(/^February 2027: \d+ days with available times$/);
    await expectFocus('Sunday, 10 January 2027, no available times', 'PageUp', 'ArrowLeft');
    await expectFocus('Tuesday, 12 January 2027, 5 times', 'ArrowRight', 'ArrowRight');
    await expectFocus('09:00', 'Enter');
    await expect.poll(() => status.textContent()).toBe('Tuesday, 12 January 2027: 5 times');
    await page.keyboard.press('Tab');
    await expectFocus('Your details: Tuesday, 12 January 2027, 10:30', 'Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Ines Okafor');
    await page.keyboard.press('Tab');
    await page.keyboard.type('keys@okafor.example');
    await expectFocus('Add guests', 'Tab');
    await expectFocus('Book 10:30', 'Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'You’re booked' }).waitFor();
  });

  test('7: the focus stays where it is while a month is loading, and on a link that leads no further', async () => {
    const { slug } = await createPage(app, { title: 'Slow months', duration: 90 });
    const page = await site.open('about:blank');
    let load = (): void => undefined;
    const loading = new Promise<void>((resolve) => (load = resolve));
    await page.route('**/availability?*', async (route) => {
      await loading;
      await route.continue();
    });
    await page.goto(`${owner}/${slug}`);
    await waitUntilHydrated(page);
    await page.getByRole('link', { name: 'Next month' }).focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('PageDown');
    await expect.poll(() => getFocusedName(page)).toBe('Thursday, 11 February 2027, no available times');
    load();
    await expect.poll(() => getFocusedName(page)).toBe('Thursday, 11 February 2027, 5 times');
    const next = page.getByRole('link', { name: 'Next month' });
    await next.focus();
    await page.keyboard.press('Enter');
    await page.getByText('March 2027').first().waitFor();
    expect(await next.getAttribute('aria-disabled')).toBe('true');
    expect(await getFocusedName(page)).toBe('Next month');
  });

  test('4: the search for a zone, with arrows, Enter and Escape', async () => {
    const page = await site.open(`${owner}/intro-call`);
    await waitUntilHydrated(page);
    const button = page.getByRole('button', { name: 'Change: Time zone' });
    await button.focus();
    await page.keyboard.press('Enter');
    const search = page.getByRole('combobox', { name: 'Search for a city' });
    await search.waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await expect.poll(() => getFocusedName(page)).toBe('Search for a city or country');
    await page.keyboard.type('new');
    await page.getByRole('option', { name: /New York/ }).waitFor();
    await page.keyboard.press('ArrowDown');
    const active = await search.getAttribute('aria-activedescendant');
    expect(await page.getByRole('option', { selected: true }).getAttribute('id')).toBe(active);
    await page.keyboard.press('Enter');
    await page.getByRole('combobox').waitFor({ state: 'detached' });
    expect(
      await page
        .getByText(/time \(UTC/)
        .first()
        .isVisible(),
    ).toBe(true);
  });
});

describe('10: small screens and large text', () => {
  let own: string;
  beforeAll(async () => {
    const { slug } = await createPage(app, { title: 'Own and narrow' });
    const path = `/public/pages${owner}/${slug}/bookings`;
    const { ownerSlug: _, eventTypeSlug: __, ...visit } = buildBooking({ slug }, { date: '2027-01-25' });
    const { body } = await app.post(path, visit, { token: null });
    own = await getInviteePagePath(app, body.resource.uuid);
  });

  const width = (page: Page): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth);

  /** Touch targets below 44 pixels. Links inside a sentence are exempt. */
  const smallTargets = (page: Page): Promise<string[]> =>
    page.evaluate(() =>
      [
        ...document.querySelectorAll<HTMLElement>(
          'main a, main button, main summary, main input:not([type=hidden]), main select, main textarea',
        ),
      ]
        .filter((element) => element.offsetParent !== null && !element.closest('.prose, .extra-field, dd'))
        .map((element) => {
          const box = (element.closest('label.option') ?? element).getBoundingClientRect();
          return { name: element.textContent || element.id, width: box.width, height: box.height };
        })
        .filter((box) => box.width < 43.5 || box.height < 43.5)
        .map((box) => `${box.name} ${Math.round(box.width)}x${Math.round(box.height)}`),
    );

  test.each([
    ['390 pixels', { ...phone }],
    ['320 pixels', { ...phone, viewport: { width: 320, height: 640 } }],
    ['200 % zoom', { viewport: { width: 640, height: 430 }, deviceScaleFactor: 2 }],
  ])(
    '%s: nothing is wider than the screen, targets have 44 pixels, fields text of 16',
    async (name, options) => {
      const page = await site.open(`${owner}/consultation`, options);
      const wide = options.viewport?.width ?? 0;
      const check = async (state: string) => {
        expect(await width(page), `${state} at ${name}`).toBe(wide);
        expect(await smallTargets(page), `${state} at ${name}`).toEqual([]);
      };
      await waitUntilHydrated(page);
      await check('picker');
      await page.getByRole('button', { name: 'Change: Time zone' }).click();
      await page.getByRole('combobox').fill('new');
      await check('zones');
      await page.keyboard.press('Escape');
      await page
        .getByRole('link', { name: /^\d\d:\d\d$/ })
        .first()
        .click();
      await page.getByRole('button', { name: /^Book/ }).click();
      await page.getByText('This field is required.').first().waitFor();
      await check('errors');
      const size = await page
        .getByLabel('Your name')
        .evaluate((element) => getComputedStyle(element).fontSize);
      expect(Number.parseFloat(size)).toBeGreaterThanOrEqual(16);
      const { pathname, search } = new URL(own, 'http://localhost');
      const others = [owner, '/forms/juniper-start', pathname + search, `${pathname}${search}&cancel=1`];
      for (const path of [...others, `${pathname}${search}&move=1`, `${owner}/nothing`]) {
        await page.goto(path);
        await check(path);
      }
    },
  );

  test('text of twice the size: nothing overflows sideways', async () => {
    const page = await site.open(`${owner}/consultation`);
    const { pathname, search } = new URL(own, 'http://localhost');
    for (const path of [`${owner}/consultation`, '/forms/juniper-start', pathname + search]) {
      await page.goto(path);
      await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
      expect(await width(page), path).toBe(1280);
    }
  });
});
