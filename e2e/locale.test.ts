import { describe, expect, test } from 'vitest';
import { makePage } from '../server/test/booking.ts';
import { fillIn, settled, useSite, violations } from './site.ts';

const site = useSite();
const { app } = site;
const owner = '/mara-lindqvist';

describe('18: language, dates, week and clock are the browser’s', () => {
  test.each([
    ['en-US', 'en', 'Sun', 'Monday, 11 January', '9:30 am'],
    ['en-GB', 'en', 'Mon', 'Monday, 11 January', '09:30'],
    ['de-DE', 'de', 'Mo', 'Montag, 11. Januar', '09:30'],
    ['fr-FR', 'fr', 'lun.', 'Lundi 11 janvier', '09:30'],
    ['es-ES', 'es', 'lun', 'Lunes, 11 de enero', '09:30'],
    ['pt-BR', 'pt', 'dom', 'Segunda-feira, 11 de janeiro', '09:30'],
  ])('%s', async (locale, lang, weekday, day, time) => {
    const { slug } = await makePage(app, { title: `In ${locale}` });
    const page = await site.open(`${owner}/${slug}`, { locale });
    await settled(page);
    expect(await page.evaluate(() => document.documentElement.lang)).toBe(lang);
    expect(await page.getByRole('columnheader').first().textContent()).toBe(weekday);
    expect(await page.getByRole('heading', { name: day }).isVisible()).toBe(true);
    expect(await page.getByRole('link', { name: time, exact: true }).isVisible()).toBe(true);
  });

  test('changeable, and kept', async () => {
    const page = await site.open(`${owner}/intro-call`);
    await page.getByRole('link', { name: 'Français' }).click();
    await page.getByRole('link', { name: 'Mois suivant' }).waitFor();
    await page.goto(`${owner}/intro-call`);
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('fr');
  });

  test('from right to left: the page is mirrored, arrows go the other way, and nothing breaks', async () => {
    const { slug } = await makePage(app, { title: 'Mirrored' });
    const page = await site.open(`${owner}/${slug}?lang=ar-XB`);
    await settled(page);
    expect(
      await page.evaluate(() => [document.documentElement.dir, document.documentElement.scrollWidth]),
    ).toEqual(['rtl', 1280]);
    const days = page.getByRole('gridcell', { selected: true }).getByRole('link');
    const first = (await days.boundingBox())?.x ?? 0;
    await days.focus();
    await page.keyboard.press('ArrowLeft');
    await page.waitForTimeout(60);
    const next = await page.evaluate(() => document.activeElement?.getBoundingClientRect().x ?? 0);
    expect(next).toBeLessThan(first);
    expect(await violations(page)).toEqual([]);
    await page.getByRole('link', { name: '09:30', exact: true }).click();
    await page.getByRole('textbox').first().waitFor();
    expect(await violations(page)).toEqual([]);
  });
});

describe('the day clocks change: page, confirmation and API name the same instant', () => {
  test.each([
    // Clocks go forward in New York at two; Mara in Berlin begins at nine, which is four there, an hour nearer than usual.
    ['America/New_York', '2027-03-15', '04:00', '2027-03-15T08:00:00.000000Z', 'UTC−4'],
    ['America/New_York', '2027-03-12', '03:00', '2027-03-12T08:00:00.000000Z', 'UTC−5'],
    ['Australia/Lord_Howe', '2027-04-05', '17:30', '2027-04-05T07:00:00.000000Z', 'UTC+10:30'],
    ['Australia/Lord_Howe', '2027-04-02', '18:00', '2027-04-02T07:00:00.000000Z', 'UTC+11'],
    ['Asia/Kathmandu', '2027-03-29', '12:45', '2027-03-29T07:00:00.000000Z', 'UTC+5:45'],
    ['Asia/Kathmandu', '2027-03-26', '13:45', '2027-03-26T08:00:00.000000Z', 'UTC+5:45'],
  ])('%s on %s at %s', async (timezoneId, date, time, instant, offset) => {
    const fresh = await makePage(app, {
      title: `Change ${date}`,
      bookingWindow: { type: 'rolling', days: 120 },
    });
    const page = await site.open(`${owner}/${fresh.slug}?month=${date.slice(0, 7)}&date=${date}`, {
      timezoneId,
    });
    await settled(page);
    const shown = await page
      .getByRole('list')
      .filter({ has: page.getByRole('link', { name: time }) })
      .getByRole('link')
      .allTextContents();
    const { body } = await app.get(
      `/availability${owner}/event-types/${fresh.slug}?startDate=${date}&endDate=${date}&timeZone=${timezoneId}`,
    );
    expect(shown).toEqual(body.availability[0].slots);
    await page.getByRole('link', { name: time, exact: true }).click();
    expect(
      await page
        .getByText(new RegExp(`\\(${offset.replace('+', '\\+')}\\)`))
        .last()
        .isVisible(),
    ).toBe(true);
    const email = `clock-${instant.slice(0, 13).toLowerCase()}-${timezoneId.split('/')[1]?.toLowerCase().replace('_', '-')}@okafor.example`;
    await fillIn(page, { email });
    await page.getByRole('button', { name: `Book ${time}` }).click();
    await page.getByRole('heading', { name: 'You are booked' }).waitFor();
    expect(await page.getByText(new RegExp(`${time} –`)).isVisible()).toBe(true);
    expect(await page.getByText(new RegExp(`\\(${offset.replace('+', '\\+')}\\)`)).isVisible()).toBe(true);
    const events = await app.get(`/scheduled-events?scope=all&inviteeEmail=${email}`);
    expect(events.body.collection).toMatchObject([{ startTime: instant }]);
  });
});
