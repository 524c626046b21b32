import { expect, test } from 'vitest';
import { useReceiver } from '../../server/src/webhooks/delivery/test-receiver.ts';
import { bookPage, buildBooking, createPage } from '../../server/test/booking.ts';
import { phone } from '../site.ts';
import { isClean, savePicture, settle, useDashboard } from './dashboard.ts';

const { app, openSignedIn } = useDashboard({ config: { outboundAllow: ['127.0.0.0/8'] } });
const receiver = useReceiver();
const query = (text: string, values: unknown[] = []) => app.runtime.database.pool.query(text, values);

test('who is next is shown with what is known about them, and the way into the call when it is time', async () => {
  const made = await createPage(app, {
    title: 'Print advice',
    minimumNotice: 0,
    locations: [{ type: 'ZOOM', joinUrl: 'https://zoom.example/j/7' }],
    questions: [{ question: 'What is it about?', type: 'TEXT', isRequired: false }],
  });
  const nia = { name: 'Nia Falk', email: 'nia@falkwerk.example', location: 'ZOOM' };
  const earlier = (await bookPage(app, made, { ...nia, date: '2027-01-12', start: '11:00' })).body;
  const booked = (await bookPage(app, made, { ...nia, date: '2027-01-11', start: '10:00' })).body;
  expect(booked.uuid, JSON.stringify(booked)).toBeDefined();
  await app.runEffects();
  for (const [table, id] of [
    ['crm_meeting', 'event_id'],
    ['scheduled_event', 'id'],
  ]) {
    await query(
      `update ${table} set starts_at = '2026-12-01 09:00Z', ends_at = '2026-12-01 09:30Z' where ${id} = $1`,
      [earlier.uuid],
    );
  }
  const [person] = (await app.get('/crm/people?search=Nia')).body.collection;
  await app.patch(`/crm/people/${person.id}`, { jobTitle: 'Head of Print' });
  await app.post(`/crm/people/${person.id}/notes`, { note: '<p>Prefers matte paper</p>' });

  const page = await openSignedIn('/app');
  await page.clock.install();
  await page.reload();
  const next = page.getByRole('region', { name: 'Next' });
  await next.getByText('Head of Print').waitFor();
  await next.getByRole('link', { name: 'Falkwerk' }).waitFor();
  await next.getByText('1 Dec 2026, Print advice').waitFor();
  await next.getByText('Prefers matte paper').waitFor();
  expect(await page.getByRole('link', { name: 'Join Nia Falk' }).count()).toBe(0);
  await isClean(page, 'home next');
  // Nobody reloads the page: its clock goes on. The server's has run since the first file of this process.
  await page.clock.fastForward(
    Date.parse(booked.startTime) - app.runtime.clock.now().getTime() - 15 * 60_000,
  );
  await next.getByText(/in 1\d minutes/).waitFor();
  expect(await page.getByRole('link', { name: 'Join Nia Falk' }).count()).toBe(0);
  await page.clock.fastForward('06:00');
  await next.getByRole('link', { name: 'Join Nia Falk' }).waitFor();
  expect(await next.getByRole('link', { name: 'Join Nia Falk' }).getAttribute('href')).toBe(
    'https://zoom.example/j/7',
  );
  await savePicture(page, 'home join');
  await page.clock.fastForward('45:00');
  await expect.poll(() => page.getByRole('link', { name: 'Join Nia Falk' }).count()).toBe(0);
}, 90_000);

test('a request is confirmed, many missing links are one line, and one of them is added, all on Home', async () => {
  const asked = await createPage(app, { title: 'Asked', requiresConfirmation: true });
  const request = await app.post(
    '/booking-requests',
    buildBooking(asked, { date: '2027-01-13', name: 'Otto Brandt', email: 'otto@brandt.example' }),
  );
  expect(request.status, JSON.stringify(request.body)).toBe(201);
  const linkless = await createPage(app, { title: 'Linkless', locations: [{ type: 'ZOOM' }] });
  for (const start of ['09:00', '10:00', '11:00']) {
    const { status } = await bookPage(app, linkless, { date: '2027-01-14', start, location: 'ZOOM' });
    expect(status).toBe(200);
  }
  const page = await openSignedIn('/app');
  await page.getByRole('button', { name: 'Confirm Otto Brandt' }).click();
  await page.getByRole('region', { name: 'Upcoming' }).getByText('Otto Brandt').waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Confirm Otto Brandt' }).count()).toBe(0);

  const attention = page.getByRole('region', { name: 'Needs attention' });
  await attention.getByText('3 video calls have no link yet.').waitFor();
  expect(await attention.getByRole('button', { name: 'Add link' }).count()).toBe(0);
  await isClean(page, 'home folded');
  await attention.getByText('3 video calls have no link yet.').click();
  await attention.getByRole('button', { name: 'Add link' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add a video link' });
  await dialog.getByLabel('Meeting link').fill('https://zoom.example/j/8');
  await isClean(page, 'home add link');
  await dialog.getByRole('button', { name: 'Add link' }).click();
  await expect.poll(() => dialog.count()).toBe(0);
  // Two are two lines again.
  await expect.poll(() => attention.getByRole('button', { name: 'Add link' }).count()).toBe(2);
}, 90_000);

test('what failed is repaired by its button: a webhook is enabled, an effect is attempted again', async () => {
  const page = await openSignedIn('/app');
  const { rows } = await query(`select workspace_id from member where email = 'mara@juniper.example'`);
  await query(
    `insert into outbox (workspace_id, stream, id, name, payload, actor_kind, attempts, failed_at, error)
     values ($1, 'x', gen_random_uuid(), 'workspace.created', '{}', 'visitor', 9, '2027-01-10', 'crm: no')`,
    [rows[0].workspace_id],
  );
  const { status, body } = await app.post('/webhooks', {
    name: 'Gone endpoint',
    callbackUrl: receiver.url,
    events: ['invitee.scheduled'],
    scope: 'user',
  });
  expect(status, JSON.stringify(body)).toBe(201);
  await query(
    `update webhook set disabled_at = '2027-01-10T05:30:00Z', disabled_reason = 'Its URL responded with 410 Gone.' where id = $1`,
    [body.resource.uuid],
  );
  await app.put('/preferences', { language: 'de' });
  await page.reload();
  await page.getByText('Seine URL hat mit 410 Gone geantwortet.').waitFor();
  await page.getByText('Letzter Fehler: crm: no').waitFor();
  await app.put('/preferences', { language: 'en' });
  await page.reload();
  const attention = page.getByRole('region', { name: 'Needs attention' });
  const line = (text: string) => attention.getByRole('listitem').filter({ hasText: text });
  await line('Gone endpoint').getByRole('button', { name: 'Enable' }).click();
  await expect.poll(() => line('Gone endpoint').count()).toBe(0);
  await line('workspace.created').getByRole('button', { name: 'Retry' }).click();
  await expect.poll(() => line('workspace.created').count()).toBe(0);
}, 90_000);

test('Home in dark mode, on a phone and in Arabic', async () => {
  const page = await openSignedIn('/app', phone);
  await settle(page);
  await savePicture(page, 'home phone');
  await page.emulateMedia({ colorScheme: 'dark' });
  await savePicture(page, 'home phone dark');
  await app.put('/preferences', { language: 'ar' });
  await page.goto('/app');
  await settle(page);
  await isClean(page, 'home phone arabic');
  await app.put('/preferences', { language: 'en' });
}, 60_000);
