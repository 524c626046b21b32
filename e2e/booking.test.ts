import { describe, expect, test } from 'vitest';
import { bookPage, listFreeTimes, createPage } from '../server/test/booking.ts';
import { fillInForm, waitUntilHydrated, useSite } from './site.ts';

/** Journeys of an invitee, by role and label only. Numbers refer to booking/README.md. */

const site = useSite();
const { app } = site;

const owner = '/mara-lindqvist';

async function eventsOf(
  email: string,
): Promise<{ startTime: string; invitees: Record<string, unknown>[] }[]> {
  const { body } = await app.get(`/scheduled-events?scope=all&inviteeEmail=${email}&count=100`);
  return body.collection;
}

describe('a booking', () => {
  test('2: without JavaScript, from the first page to the cancellation', async () => {
    const { slug } = await createPage(app, {
      title: 'Plain',
      inviteeQuestions: [{ question: 'Why?', isRequired: true }],
    });
    const page = await site.open(`${owner}/${slug}`, { javaScriptEnabled: false });
    await page.getByRole('link', { name: 'Next month' }).click();
    await page.getByRole('heading', { name: 'February 2027' }).waitFor();
    await page.getByRole('link', { name: /^Wednesday, 3 February 2027/ }).click();
    await page.getByRole('link', { name: '15:00', exact: true }).click();
    await page.getByRole('heading', { name: /Wednesday, 3 February 2027, 15:00/ }).waitFor();
    await fillInForm(page, { email: 'plain@okafor.example' });
    await page.getByLabel('Why?').fill('Because');
    await page.getByRole('button', { name: 'Book 15:00' }).click();
    await page.getByRole('heading', { name: 'You’re booked' }).waitFor();
    await page.getByRole('link', { name: 'Cancel event' }).click();
    await page.getByLabel('Reason').fill('Ill');
    await page.getByRole('button', { name: 'Cancel event' }).click();
    await page.getByRole('heading', { name: 'This event was canceled' }).waitFor();
    const [event] = await eventsOf('plain@okafor.example');
    expect(event?.invitees[0]).toMatchObject({
      questions: [{ question: 'Why?', answer: 'Because' }],
      cancellation: {
        cancelledBy: 'plain@okafor.example',
        cancellerType: 'invitee',
        cancellationReason: 'Ill',
      },
    });
  });

  test('2: a zone without JavaScript, by a list, kept in a cookie', async () => {
    const { slug } = await createPage(app, { title: 'Zone list' });
    const page = await site.open(`${owner}/${slug}`, { javaScriptEnabled: false });
    await page.getByRole('link', { name: 'Change: Time zone' }).click();
    await page.getByLabel('Time zone').selectOption('Asia/Kathmandu');
    await page.getByRole('button', { name: 'Use this time zone' }).click();
    await page.getByText('Kathmandu time (UTC+5:45)', { exact: true }).waitFor();
    await page.goto(`${owner}/${slug}`);
    expect(await page.getByText('Kathmandu time (UTC+5:45)', { exact: true }).isVisible()).toBe(true);
  });

  test('4: the zone is detected, changed by searching a city, kept in a cookie, and booked with', async () => {
    const { slug } = await createPage(app, {
      title: 'Far',
      ownerSlug: 'tomas-rivera',
      hosts: [{ slug: 'tomas-rivera' }],
    });
    const page = await site.open(`/tomas-rivera/${slug}`, { timezoneId: 'Asia/Tokyo' });
    await waitUntilHydrated(page);
    await page.getByText('Tokyo time (UTC+9)', { exact: true }).waitFor();
    // Tomás begins at nine in New York, which is eleven at night in Tokyo.
    expect(await page.getByRole('link', { name: '23:00', exact: true }).isVisible()).toBe(true);
    await page.getByRole('button', { name: 'Change: Time zone' }).click();
    await page.getByRole('combobox', { name: 'Search for a city' }).fill('kathm');
    await page.getByRole('option', { name: /Kathmandu/ }).click();
    await page.getByText('Kathmandu time (UTC+5:45)', { exact: true }).waitFor();
    expect(await page.getByRole('status').textContent()).toBe(
      'Times are shown in Kathmandu time (UTC+5:45).',
    );
    await page.goto(`/tomas-rivera/${slug}`);
    await page.getByText('Kathmandu time (UTC+5:45)', { exact: true }).waitFor();
    await waitUntilHydrated(page);
    await page.getByRole('link', { name: '19:45', exact: true }).click();
    await fillInForm(page, { email: 'far@okafor.example' });
    await page.getByRole('button', { name: 'Book 19:45' }).click();
    await page.getByRole('heading', { name: 'You’re booked' }).waitFor();
    expect(await page.getByText('Kathmandu time (UTC+5:45)').isVisible()).toBe(true);
    const [event] = await eventsOf('far@okafor.example');
    expect(event).toMatchObject({
      startTime: '2027-01-11T14:00:00.000000Z',
      invitees: [{ timeZone: 'Asia/Kathmandu' }],
    });
  });

  test('5: a URL may carry zone, date, duration, name, email, guests, answers, utm and more', async () => {
    const { slug } = await createPage(app, {
      title: 'Prefilled',
      eventDurations: [{ minutes: 30, default: true }, { minutes: 60 }],
      inviteeQuestions: [{ question: 'Colour?', type: 'RADIO_INPUT', options: ['Red', 'Blue'] }],
    });
    const query = new URLSearchParams({
      zone: 'America/New_York',
      date: '2027-01-14',
      duration: '60',
      name: 'Kofi Mensah',
      email: 'kofi@baobab.example',
      guests: 'ama@baobab.example,yaw@baobab.example',
      a1: 'Blue',
      utm_source: 'letter',
      ref: 'spring',
    });
    const page = await site.open(`${owner}/${slug}?${query.toString()}`);
    await waitUntilHydrated(page);
    expect(await page.getByText('New York time (UTC−5)').isVisible()).toBe(true);
    await page.getByRole('heading', { name: 'Thursday, 14 January' }).waitFor();
    await page.getByRole('link', { name: '05:00', exact: true }).click();
    expect(await page.getByLabel('Your name').inputValue()).toBe('Kofi Mensah');
    expect(await page.getByLabel('Blue').isChecked()).toBe(true);
    await page.getByRole('button', { name: 'Book 05:00' }).click();
    await page.getByRole('heading', { name: 'You’re booked' }).waitFor();
    const [event] = await eventsOf('kofi@baobab.example');
    expect(event).toMatchObject({
      startTime: '2027-01-14T10:00:00.000000Z',
      duration: 60,
      invitees: [
        {
          guests: ['ama@baobab.example', 'yaw@baobab.example'],
          timeZone: 'America/New_York',
          questions: [{ answer: 'Blue' }],
          utm: { utm_source: 'letter' },
        },
      ],
    });
  });

  test('6, 9: "next available day" crosses months, and is announced', async () => {
    const { slug } = await createPage(app, {
      title: 'Sparse',
      bookingWindow: { type: 'range', startDate: '2027-03-01', endDate: '2027-04-02' },
    });
    const page = await site.open(`${owner}/${slug}`);
    await waitUntilHydrated(page);
    await page.getByRole('heading', { name: 'Monday, 1 March' }).waitFor();
    await page.goto(`${owner}/${slug}?month=2027-01`);
    await page.getByText('No times are available in January 2027.').waitFor();
    await waitUntilHydrated(page);
    await page.getByRole('link', { name: 'Next available day' }).click();
    await page.getByRole('heading', { name: 'Monday, 1 March' }).waitFor();
    await page.getByRole('link', { name: /^Wednesday, 31 March/ }).click();
    await page.getByRole('link', { name: 'Next available day' }).click();
    await page.getByRole('heading', { name: 'Thursday, 1 April' }).waitFor();
  });

  test('12: a time taken meanwhile: nothing typed is lost, the alert takes focus, alternatives are offered', async () => {
    const fresh = await createPage(app, {
      title: 'Race',
      inviteeQuestions: [{ question: 'Topic', isRequired: true }],
    });
    const page = await site.open(`${owner}/${fresh.slug}?date=2027-01-13&time=11:00&zone=Europe/Berlin`);
    await fillInForm(page, { email: 'late@okafor.example' });
    await page.getByLabel('Topic').fill('Shop window');
    const first = await bookPage(app, fresh, {
      date: '2027-01-13',
      start: '11:00',
      question_answers: await answers(fresh),
    });
    expect(first.status).toBe(200);
    await page.getByRole('button', { name: 'Book 11:00' }).click();
    const alert = page.getByRole('alert');
    await alert.waitFor();
    expect(await alert.textContent()).toContain('Someone just booked this time.');
    expect(await alert.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await page.getByLabel('Topic').inputValue()).toBe('Shop window');
    await page.getByRole('button', { name: 'Book 11:30 instead' }).click();
    await page.getByRole('heading', { name: 'You’re booked' }).waitFor();
    expect(await eventsOf('late@okafor.example')).toMatchObject([
      { startTime: '2027-01-13T10:30:00.000000Z' },
    ]);
  });

  async function answers(page: { uuid: string }) {
    const { body } = await app.get(`/event-types/${page.uuid}`);
    return [{ question_id: body.resource.inviteeQuestions[0].id, answer: 'x' }];
  }

  test('13: a double click books once', async () => {
    const { slug } = await createPage(app, { title: 'Twice' });
    const page = await site.open(`${owner}/${slug}?date=2027-01-15&time=09:00&zone=Europe/Berlin`);
    await fillInForm(page, { email: 'twice@okafor.example' });
    await page.getByRole('button', { name: 'Book 09:00' }).dblclick();
    await page.getByRole('heading', { name: 'You’re booked' }).waitFor();
    expect(await eventsOf('twice@okafor.example')).toHaveLength(1);
  });

  test('13: without JavaScript, the same form sent twice books once and redirects to the same page', async () => {
    const { slug } = await createPage(app, { title: 'Plain twice' });
    const address = `${owner}/${slug}?date=2027-01-18&time=09:00&zone=Europe/Berlin`;
    const { body: html } = await app.inject({ url: address, headers: { accept: 'text/html' } });
    const token = /name="token" value="([^"]+)"/.exec(html)?.[1] ?? '';
    const form = {
      date: '2027-01-18',
      start: '09:00',
      zone: 'Europe/Berlin',
      token,
      name: 'Ines',
      email: 'two@okafor.example',
    };
    const send = () =>
      app.inject({
        method: 'POST',
        url: address,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams(form).toString(),
      });
    const [one, two] = await Promise.all([send(), send()]);
    expect([one.status, two.status]).toEqual([303, 303]);
    expect(one.headers['location']).toBe(two.headers['location']);
    expect(await eventsOf('two@okafor.example')).toHaveLength(1);
  });

  test('16: errors are shown at their fields, and the first invalid field is focused', async () => {
    const { slug } = await createPage(app, { title: 'Errors' });
    for (const javaScriptEnabled of [true, false]) {
      const page = await site.open(`${owner}/${slug}?date=2027-01-19&time=09:00&zone=Europe/Berlin`, {
        javaScriptEnabled,
      });
      const email = page.getByLabel('Email address');
      // Without a script the browser validates the form itself.
      if (!javaScriptEnabled) expect(await email.getAttribute('required')).not.toBeNull();
      else {
        await page.getByLabel('Your name').fill('Ines');
        await email.fill('ines@');
        await page.getByRole('button', { name: 'Book 09:00' }).click();
        await page.getByText('Enter a valid email address').waitFor();
        expect(await email.getAttribute('aria-invalid')).toBe('true');
        expect(await email.getAttribute('aria-describedby')).toContain('email-error');
        expect(await email.evaluate((element) => element === document.activeElement)).toBe(true);
      }
    }
    const { status, body } = await app.inject({
      method: 'POST',
      url: `${owner}/${slug}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
      payload: 'date=2027-01-19&start=09:00&zone=Europe/Berlin&name=Ines&email=x&token=none',
    });
    expect(status).toBe(422);
    expect(body).toContain('value="Ines"');
  });
});

describe('questions and seats', () => {
  test('consent: never prefilled, required, stored in its own words', async () => {
    const words = 'I agree, for this call, to the terms at https://juniper.example/privacy.';
    const { slug } = await createPage(app, {
      title: 'Consent',
      inviteeQuestions: [
        { question: 'Privacy', type: 'CHECKBOX_INPUT', options: [words], isRequired: true },
        { question: 'Topic', isRequired: false },
      ],
    });
    const query = new URLSearchParams({
      date: '2027-01-25',
      time: '09:00',
      zone: 'Europe/Berlin',
      a1: words,
      a2: 'Rugs',
    });
    const page = await site.open(`${owner}/${slug}?${query.toString()}`);
    const box = page.getByRole('checkbox', { name: /^I agree, for this call/ });
    await fillInForm(page, { email: 'consent@okafor.example' });
    expect(await page.getByLabel('Topic').inputValue()).toBe('Rugs');
    expect(await box.isChecked()).toBe(false);
    expect(await box.getAttribute('required')).not.toBeNull();
    const terms = page.getByRole('link', { name: 'juniper.example/privacy' });
    expect(await terms.getAttribute('href')).toBe('https://juniper.example/privacy');
    await page.getByRole('button', { name: 'Book 09:00' }).click();
    await page.getByText('Check this box to continue.').waitFor();
    expect(await box.evaluate((element) => element === document.activeElement)).toBe(true);
    await box.check();
    await page.getByRole('button', { name: 'Book 09:00' }).click();
    await page.getByRole('heading', { name: 'You’re booked' }).waitFor();
    const [event] = await eventsOf('consent@okafor.example');
    expect(event?.invitees[0]).toMatchObject({
      questions: [{ question: 'Privacy', answer: words }, { answer: 'Rugs' }],
    });
  });

  test('a group: seats left are shown, several are booked at once, and only times that have them are offered', async () => {
    const fresh = await createPage(app, { title: 'Class', type: 'GROUP', maxActiveInvitees: 4 });
    await bookPage(app, fresh, { date: '2027-01-26', start: '09:00', seats: 2 });
    const page = await site.open(`${owner}/${fresh.slug}?date=2027-01-26`);
    await waitUntilHydrated(page);
    await page.getByRole('link', { name: '09:00 2 seats left' }).waitFor();
    await page.getByRole('link', { name: '09:30 4 seats left' }).waitFor();
    await page
      .getByRole('navigation', { name: 'How many seats?' })
      .getByRole('link', { name: '3 seats' })
      .click();
    await waitUntilHydrated(page);
    await page.getByRole('link', { name: /^Tuesday, 26 January 2027/ }).click();
    await page.getByRole('link', { name: '09:30 4 seats left' }).waitFor();
    expect(await page.getByRole('link', { name: /^09:00/ }).count()).toBe(0);
    await page.getByRole('link', { name: 'Next month' }).click();
    await page.getByRole('link', { name: /^Tuesday, 2 February 2027/ }).click();
    await page.getByRole('link', { name: '10:00 4 seats left' }).click();
    await fillInForm(page, { email: 'class@okafor.example' });
    await page.getByRole('button', { name: 'Book 10:00' }).click();
    await page.getByRole('heading', { name: 'You’re booked' }).waitFor();
    expect(await page.getByText('Ines Okafor (3 seats)').isVisible()).toBe(true);
    expect(await eventsOf('class@okafor.example')).toMatchObject([{ activeInviteesCount: 3 }]);
  });
});

describe('the invitee’s own page', () => {
  test('15: opening changes nothing; moving and cancelling are clicks', async () => {
    const fresh = await createPage(app, { title: 'Mine' });
    const page = await site.open(`${owner}/${fresh.slug}?date=2027-01-20&time=10:00&zone=Europe/Berlin`);
    await fillInForm(page, { email: 'mine@okafor.example' });
    await page.getByRole('button', { name: 'Book 10:00' }).click();
    await page.getByRole('heading', { name: 'You’re booked' }).waitFor();
    await page.getByRole('link', { name: 'Cancel event' }).click();
    await page.getByRole('heading', { name: 'Cancel this event?' }).waitFor();
    await page.getByRole('link', { name: 'Keep event' }).click();
    await page.getByRole('link', { name: 'Reschedule' }).click();
    await waitUntilHydrated(page);
    expect(await eventsOf('mine@okafor.example')).toMatchObject([
      { status: 'confirmed', startTime: '2027-01-20T09:00:00.000000Z' },
    ]);
    await page.getByRole('link', { name: /^Thursday, 21 January 2027/ }).click();
    await page.getByRole('link', { name: '14:00', exact: true }).click();
    await page.getByRole('button', { name: 'Reschedule to 14:00' }).click();
    await page.getByRole('heading', { name: 'Your event was rescheduled' }).waitFor();
    expect(await page.getByText('Thursday, 21 January 2027').isVisible()).toBe(true);
    expect(await eventsOf('mine@okafor.example')).toMatchObject([
      { startTime: '2027-01-21T13:00:00.000000Z' },
    ]);
    expect(await listFreeTimes(app, fresh, '2027-01-20')).toContain('10:00');
  });

  test('a wrong key, an unknown page and a used link each say what to do', async () => {
    const wrong = await site.open('/bookings/dbk-8fK2mZ0qWv3Xy7Ab?key=wrong');
    await wrong.getByRole('heading', { name: 'Booking not found' }).waitFor();
    const missing = await site.open('/mara-lindqvist/no-such-page');
    await missing.getByRole('heading', { name: 'Page not found' }).waitFor();
    const { uuid } = await createPage(app, { title: 'Once only' });
    const { body } = await app.get(`/event-types/${uuid}/single-use-link`);
    const link = new URL(body.link as string).pathname;
    const page = await site.open(`${link}?date=2027-01-22&time=10:00&zone=Europe/Berlin`);
    await fillInForm(page);
    await page.getByRole('button', { name: 'Book 10:00' }).click();
    await page.getByRole('heading', { name: 'You’re booked' }).waitFor();
    await page.goto(link);
    await page.getByRole('heading', { name: 'This link was already used' }).waitFor();
  });
});
