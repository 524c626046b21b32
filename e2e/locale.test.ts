import ICAL from 'ical.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { createPage } from '../server/test/booking.ts';
import { fillInForm, waitUntilHydrated, useSite, listViolations } from './site.ts';

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
    ['ar-EG', 'ar', 'سبت', 'الاثنين، 11 يناير', '9:30 ص'],
    ['pt-BR', 'pt', 'dom', 'Segunda-feira, 11 de janeiro', '09:30'],
  ])('%s', async (locale, lang, weekday, day, time) => {
    const { slug } = await createPage(app, { title: `In ${locale}` });
    const page = await site.open(`${owner}/${slug}`, { locale });
    await waitUntilHydrated(page);
    expect(await page.evaluate(() => document.documentElement.lang)).toBe(lang);
    expect(await page.getByRole('columnheader').first().textContent()).toBe(weekday);
    expect(await page.getByRole('heading', { name: day }).isVisible()).toBe(true);
    expect(await page.getByRole('link', { name: time, exact: true }).isVisible()).toBe(true);
  });

  test('a chosen language is kept in a cookie', async () => {
    const page = await site.open(`${owner}/intro-call`);
    await page.getByRole('link', { name: 'Français' }).click();
    await page.getByRole('link', { name: 'Mois suivant' }).waitFor();
    await page.goto(`${owner}/intro-call`);
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('fr');
  });

  test('Arabic: from right to left, from the picker to the confirmation and the mail, axe finds nothing', async () => {
    const { slug } = await createPage(app, { title: 'Arabic', locations: [{ type: 'ZOOM' }] });
    const page = await site.open(`${owner}/${slug}?date=2027-01-13`, { locale: 'ar-AE' });
    await waitUntilHydrated(page);
    expect(await page.evaluate(() => document.documentElement.dir)).toBe('rtl');
    expect(await listViolations(page)).toEqual([]);
    await page.getByRole('link', { name: '10:00', exact: true }).click();
    await page.getByLabel('اسمك').fill('ليلى حداد');
    await page.getByLabel('البريد الإلكتروني').fill('layla@okafor.example');
    await page.getByRole('button', { name: 'احجز 10:00' }).click();
    await page.getByRole('heading', { name: 'تم حجز موعدك' }).waitFor();
    expect(await page.getByText('سيرسل لك Mara Lindqvist الرابط.').isVisible()).toBe(true);
    expect(await listViolations(page)).toEqual([]);
    const { body } = await app.get('/scheduled-events?scope=all&inviteeEmail=layla@okafor.example');
    const mail = await mailAbout(body.collection[0].uuid, 'layla@okafor.example');
    expect(mail.html).toContain('<html lang="ar" dir="rtl">');
    expect(mail.html).toContain('الأربعاء، 13 يناير 2027');
    expect(mail.text).toContain('تم حجز موعدك.');
  });

  test('right to left: the layout is mirrored, arrow keys move the other way, axe finds nothing', async () => {
    const { slug } = await createPage(app, { title: 'Mirrored' });
    const page = await site.open(`${owner}/${slug}?lang=ar-XB`);
    await waitUntilHydrated(page);
    expect(
      await page.evaluate(() => [document.documentElement.dir, document.documentElement.scrollWidth]),
    ).toEqual(['rtl', 1280]);
    const days = page.getByRole('gridcell', { selected: true }).getByRole('link');
    const first = (await days.boundingBox())?.x ?? 0;
    await days.focus();
    await page.keyboard.press('ArrowLeft');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getBoundingClientRect().x ?? 0))
      .toBeLessThan(first);
    expect(await listViolations(page)).toEqual([]);
    await page.getByRole('link', { name: '09:30', exact: true }).click();
    await page.getByRole('textbox').first().waitFor();
    expect(await listViolations(page)).toEqual([]);
  });
});

describe('the day clocks change: page, confirmation, mail and API name the same instant', () => {
  let always: { uuid: string };
  beforeAll(async () => {
    const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
    const { body } = await app.post('/schedules', {
      title: 'Always',
      timezone: 'Europe/Berlin',
      weekly_hours: days.map((day) => ({ day, timesets: [['00:00', '24:00']] })),
    });
    always = body.resource;
  });

  test.each([
    // In spring 02:00 becomes 03:00. In autumn 01:30 occurs twice, and the earlier one is booked.
    ['America/New_York', '2027-03-14', '03:00', '2027-03-14T07:00:00.000000Z', -4],
    ['America/New_York', '2027-11-07', '01:30', '2027-11-07T05:30:00.000000Z', -4],
    // Clocks change by half an hour.
    ['Australia/Lord_Howe', '2027-04-04', '01:30', '2027-04-03T14:30:00.000000Z', 11],
    ['Australia/Lord_Howe', '2027-10-03', '02:30', '2027-10-02T15:30:00.000000Z', 11],
    // Clocks change only in Berlin, where the host is.
    ['Asia/Kathmandu', '2027-03-28', '06:45', '2027-03-28T01:00:00.000000Z', 5.75],
    ['Asia/Kathmandu', '2027-10-31', '06:45', '2027-10-31T01:00:00.000000Z', 5.75],
  ])('%s on %s at %s', async (timezoneId, date, time, instant, hours) => {
    const fresh = await createPage(app, {
      title: `Change ${date}`,
      bookingWindow: { type: 'unlimited' },
      scheduleUuid: always.uuid,
    });
    const page = await site.open(`${owner}/${fresh.slug}?month=${date.slice(0, 7)}&date=${date}`, {
      timezoneId,
    });
    await waitUntilHydrated(page);
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
    const offset = page.getByText(`(${shortOffset(hours)})`).last();
    expect(await offset.isVisible()).toBe(true);
    const email = `clock-${Date.parse(instant)}@okafor.example`;
    await fillInForm(page, { email });
    await page.getByRole('button', { name: `Book ${time}` }).click();
    await page.getByRole('heading', { name: 'You’re booked' }).waitFor();
    const [year, month, day] = date.split('-').map(Number);
    const written = `${day} ${monthNames[(month ?? 1) - 1]} ${year}`;
    expect(await page.getByText(written).isVisible()).toBe(true);
    expect(await page.getByText(new RegExp(`${time} –`)).isVisible()).toBe(true);
    expect(await offset.isVisible()).toBe(true);
    const events = await app.get(`/scheduled-events?scope=all&inviteeEmail=${email}`);
    expect(events.body.collection).toMatchObject([{ startTime: instant }]);

    const mail = await mailAbout(events.body.collection[0].uuid, email);
    for (const form of [mail.text, mail.html]) {
      expect(form).toContain(`${written}, ${time}–`);
      expect(form).toContain(`(${wireOffset(hours)})`);
    }
    expect(startIn(mail.ics)).toBe(Date.parse(instant));
  });
});

const monthNames =
  'January February March April May June July August September October November December'.split(' ');

/** As on pages: `UTC−4`, `UTC+5:45`. */
function shortOffset(hours: number): string {
  const minutes = (Math.abs(hours) % 1) * 60;
  return `UTC${hours < 0 ? '−' : '+'}${Math.floor(Math.abs(hours))}${minutes ? `:${minutes}` : ''}`;
}

/** As in mail: `UTC-04:00`. */
function wireOffset(hours: number): string {
  const [whole = '', minutes = '0'] = [Math.floor(Math.abs(hours)), (Math.abs(hours) % 1) * 60].map(String);
  return `UTC${hours < 0 ? '-' : '+'}${whole.padStart(2, '0')}:${minutes.padStart(2, '0')}`;
}

/** The invitee's mail in the local mail box: text, HTML and iCalendar file. */
async function mailAbout(eventId: string, email: string): Promise<Record<'text' | 'html' | 'ics', string>> {
  await app.runEffects();
  const { rows } = await app.runtime.database.pool.query(
    'select id from mail_message where event_id = $1 and to_email = $2',
    [eventId, email],
  );
  expect(rows).toHaveLength(1);
  const read = async (part: string): Promise<string> =>
    (await app.inject({ url: `/dev/mail/${rows[0].id}${part}`, headers: { host: 'localhost' } })).body;
  return {
    text: /<pre>([^]*)<\/pre>/.exec(await read(''))?.[1] ?? '',
    html: await read('/html'),
    ics: await read('/invite.ics'),
  };
}

function startIn(ics: string): number {
  const root = new ICAL.Component(ICAL.parse(ics));
  const start = root.getFirstSubcomponent('vevent')?.getFirstPropertyValue('dtstart') as ICAL.Time;
  const zone = root.getFirstSubcomponent('vtimezone');
  if (zone) start.zone = new ICAL.Timezone(zone);
  return start.toUnixTime() * 1000;
}
