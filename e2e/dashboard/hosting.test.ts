import { expect, test } from 'vitest';
import { bookPage, createPage } from '../../server/test/booking.ts';
import { fillInForm, phone, listViolations } from '../site.ts';
import { chooseOption, isClean, useDashboard } from './dashboard.ts';

/** What hosts decide, in a real browser. */

const site = useDashboard();
const { app, openSignedIn } = site;

test('a visitor requests a time on a phone, and the host confirms one and declines another', async () => {
  const { slug } = await createPage(app, { title: 'By request', requiresConfirmation: true });
  const request = async (time: string, email: string) => {
    const page = await site.open(`/mara-lindqvist/${slug}?date=2027-01-12&time=${time}`, phone);
    await page.getByText('Mara Lindqvist confirms each booking').waitFor();
    await fillInForm(page, { email });
    await page.getByRole('button', { name: `Book ${time}` }).click();
    await page.getByRole('heading', { name: 'Your request was sent' }).waitFor();
    return page;
  };
  const visitor = await request('10:30', 'asks@okafor.example');
  await isClean(visitor, 'request sent');
  const second = await request('11:30', 'other@okafor.example');

  const host = await openSignedIn('/app/events');
  const requests = host.getByRole('region', { name: 'Booking requests' });
  await requests.getByText('asks@okafor.example').waitFor();
  await isClean(host, 'requests');
  const line = (email: string) => requests.getByRole('listitem').filter({ hasText: email });
  await line('asks@okafor.example').getByRole('button', { name: 'Confirm' }).click();
  await host.getByText('Request confirmed.').waitFor();
  await expect.poll(() => requests.getByText('asks@okafor.example').count()).toBe(0);
  await line('other@okafor.example').getByRole('button', { name: 'Decline' }).click();
  const dialog = host.getByRole('dialog', { name: 'Decline this request?' });
  await isClean(host, 'decline dialog');
  await dialog.getByLabel('Reason').fill('I am travelling.');
  await dialog.getByRole('button', { name: 'Decline' }).click();
  await host.getByText('Request declined.').waitFor();
  await expect.poll(() => requests.count()).toBe(0);

  await visitor.reload();
  await visitor.getByRole('heading', { name: 'Your request is confirmed' }).waitFor();
  await visitor.getByRole('link', { name: 'View event' }).click();
  await visitor.getByText('By request').first().waitFor();
  await second.reload();
  await second.getByText('Reason: I am travelling.').waitFor();
}, 120_000);

test('a host answers from the mail without signing in or script', async () => {
  const { slug } = await createPage(app, { title: 'From the mail', requiresConfirmation: true });
  const fields = { ownerSlug: 'mara-lindqvist', eventTypeSlug: slug, date: '2027-01-13', start: '10:00' };
  const who = { timeZone: 'Europe/Berlin', name: 'Otto Brandt', email: 'otto@brandt.example' };
  const { uuid } = (await app.post('/booking-requests', { ...fields, ...who })).body.resource;
  await app.runEffects();
  const { rows } = await app.runtime.database.pool.query<{ content_sealed: Buffer }>(
    `select content_sealed from mail_message where event_id = $1 and to_email = 'mara@juniper.example'`,
    [uuid],
  );
  const mail = app.runtime.secrets.unseal(rows[0]?.content_sealed ?? Buffer.alloc(0));
  const path = /\/bookings\/requests\/[\w-]+/.exec(mail)?.[0] ?? '';
  const page = await site.open(path, { ...phone, javaScriptEnabled: false });
  await page.getByRole('heading', { name: 'Booking request' }).waitFor();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('heading', { name: 'The request is confirmed' }).waitFor();
  expect((await app.get(`/booking-requests/${uuid}`)).body.resource.status).toBe('confirmed');
}, 60_000);

test('a host edits an event, and books another outside the offered times', async () => {
  const made = await createPage(app, { title: 'Plain call' });
  const { uuid } = (await bookPage(app, made, { date: '2027-01-14', start: '10:00' })).body;
  const page = await openSignedIn(`/app/events/${uuid}`);
  await page.getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit this event' });
  await isClean(page, 'edit dialog');
  await dialog.getByLabel('Title').fill('Call about plans');
  await dialog.getByLabel('Location').selectOption({ label: 'In person' });
  await dialog.getByLabel('Address').fill('Elm Street 3');
  await dialog.getByLabel('Notes for everyone').fill('Bring the plans.');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Event updated.').waitFor();
  await page.getByRole('heading', { name: 'Call about plans', level: 2 }).waitFor();
  await page.getByText('Bring the plans.').first().waitFor();

  await page.goto('/app/events/book');
  await chooseOption(page.getByLabel('Booking page', { exact: true }), 'Plain call');
  await page.getByRole('checkbox', { name: 'Outside available times' }).check();
  await isClean(page, 'outside the offered times');
  await page.getByLabel('Date').fill('2027-01-14');
  await page.getByLabel('Time', { exact: true }).fill('20:15');
  await page.getByRole('textbox', { name: 'Name' }).fill('Otto Brandt');
  await page.getByLabel('Email address').fill('late@brandt.example');
  await page.getByRole('button', { name: 'Book', exact: true }).last().click();
  await page.getByText('20:15').first().waitFor();
  const { collection } = (await app.get('/scheduled-events?inviteeEmail=late@brandt.example')).body;
  expect(collection).toMatchObject([{ startTime: '2027-01-14T19:15:00.000000Z' }]);
}, 120_000);

test('an admin arranges a round robin, and a visitor on a phone chooses whom to meet, without script', async () => {
  const hosts = [{ email: 'mara@juniper.example' }, { email: 'tomas@juniper.example' }];
  const made = await createPage(app, { title: 'Team call', type: 'ROUND_ROBIN', hosts });
  const { uuid } = (await app.post('/schedules', late)).body.resource;
  const page = await openSignedIn(`/app/pages/${made.uuid}`);
  await page.getByRole('checkbox', { name: 'Invitees choose the host' }).check();
  await page.getByRole('radio', { name: 'Minutes' }).check();
  await page.getByLabel('Schedule on this page').selectOption({ label: late.title });
  await isClean(page, 'round robin');
  await page.getByRole('button', { name: 'Save' }).first().click();
  await expect
    .poll(async () => (await app.get(`/event-types/${made.uuid}/settings`)).body.resource)
    .toMatchObject({
      inviteePicksHost: true,
      balance: 'minutes',
      hosts: [{ scheduleUuid: null }, { scheduleUuid: uuid }],
    });

  const visitor = await site.open(`/mara-lindqvist/${made.slug}`, { ...phone, javaScriptEnabled: false });
  const choice = visitor.getByRole('navigation', { name: 'Who would you like to meet?' });
  await choice.getByRole('link', { name: /^Tom/ }).click();
  await visitor.waitForURL(/host=tomas/);
  expect(await choice.getByRole('link', { name: /^Tom/ }).getAttribute('aria-current')).toBe('true');
  const withScript = await site.open(`/mara-lindqvist/${made.slug}`, phone);
  expect(await listViolations(withScript)).toEqual([]);
}, 120_000);

const late = {
  email: 'tomas@juniper.example',
  title: 'Late hours',
  timezone: 'Europe/Berlin',
  weekly_hours: ['Mon', 'Tue', 'Wed'].map((day) => ({ day, timesets: [['18:00', '20:00']] })),
};
