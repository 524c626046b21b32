import { writeFileSync } from 'node:fs';
import { googleAccess } from '../../server/src/calendars/google/access.ts';
import { microsoftAccess } from '../../server/src/calendars/microsoft/access.ts';
import { zoomSettings as zoomUrls } from '../../server/src/conferencing/zoom/settings.ts';
import { pairSettings } from '../../server/test/runtime.ts';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startFakeZoom, zoomSettings, type FakeZoom } from '../../server/src/conferencing/zoom/test-zoom.ts';
import { startGoogle } from '../../server/src/calendars/google/test-google.ts';
import { startGraph } from '../../server/src/calendars/microsoft/test-graph.ts';
import { radicale } from '../../server/test/dav-servers.ts';
import { useDav } from '../../server/test/dav.ts';
import { findFreePort } from '../free-port.ts';
import { isClean, useDashboard } from './dashboard.ts';

const zoom = { apiUrl: '', tokenUrl: '' };
const realClock = { now: () => new Date() };
const google = await startGoogle(realClock);
const graph = await startGraph(realClock);
const site = useDashboard({
  // Google and Microsoft lead back to PUBLIC_URL.
  port: await findFreePort(),
  config: { outboundAllow: ['127.0.0.1'] },
  settings: [
    pairSettings(zoomUrls, zoom),
    pairSettings(googleAccess.settings, google.app),
    pairSettings(microsoftAccess.settings, graph.app),
  ],
});
const { app, openSignedIn, addUser } = site;

const section = (page: Page, name: string | RegExp) => page.getByRole('region', { name });
const said = (page: Page, text: string) => page.getByRole('status').getByText(text).waitFor();

/** The state of a checkbox after a click, before the browser can paint or do another task. */
async function clickAndRead(element: Element): Promise<boolean> {
  const checkbox = element as HTMLInputElement;
  checkbox.click();
  for (let microtask = 0; microtask < 20; microtask += 1) await Promise.resolve();
  return checkbox.checked;
}

/** A calendar file on loopback, which can be taken away. */
let isThere = true;
let server: Server;
let origin = '';
let fake: FakeZoom;

const file = `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nX-WR-CALNAME:Private\r\nBEGIN:VEVENT\r\nUID:one@x\r\nDTSTART:20270112T090000Z\r\nDTEND:20270112T100000Z\r\nSUMMARY:Dentist\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`;

beforeAll(async () => {
  fake = await startFakeZoom();
  Object.assign(zoom, fake.urls);
  server = createServer((_, response) => {
    response.writeHead(isThere ? 200 : 503, { 'content-type': 'text/calendar' });
    response.end(isThere ? file : '');
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.close();
  await Promise.all([fake.close(), google.close(), graph.close()]);
});

afterEach(async () => {
  for (const { uuid } of (await app.get('/calendar-connections')).body.collection)
    await app.delete(`/calendar-connections/${uuid}`);
});

describe('calendars', () => {
  const dav = useDav(radicale);

  test('an ICS address is connected from Availability, read, fails with what to do, and is disconnected', async () => {
    const page = await openSignedIn('/app/availability');
    await page.getByRole('link', { name: 'Calendars' }).click();
    await page.getByRole('heading', { name: 'Calendars', exact: true }).waitFor();
    await page.getByText('No calendars connected').waitFor();
    await isClean(page, 'calendars empty');

    await page.getByRole('button', { name: 'Connect ICS address' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('URL').fill('not an address');
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
    await dialog.locator('[aria-invalid="true"]').waitFor();
    await isClean(page, 'calendars connect ics');
    await dialog.getByLabel('URL').fill(`${origin}/mara.ics`);
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
    await said(page, 'Calendar connected.');

    const card = section(page, /^ICS address/);
    await card.getByText('Connected', { exact: true }).waitFor();
    await card.getByRole('button', { name: 'Sync now' }).click();
    await said(page, 'Calendars synced.');
    await card.getByText(/^Synced: /).waitFor();

    await page.goto(`/app/settings/calendars?from=2027-01-11`);
    const busy = section(page, 'Your busy times');
    await busy.getByText('10:00 – 11:00').waitFor();
    await busy.getByText('Private').waitFor();
    const written = section(page, 'Add bookings to your calendar');
    expect(await written.getByRole('radio', { name: /^Private/ }).isDisabled()).toBe(true);
    await written.getByText('This calendar is read-only.').waitFor();
    await isClean(page, 'calendars connected');

    const isPrivateRead = card.getByRole('checkbox', { name: 'Private' });
    expect(await isPrivateRead.evaluate(clickAndRead), 'no paint shows the former state').toBe(false);
    await said(page, 'Saved.');
    await expect.poll(() => busy.getByText('10:00 – 11:00').count()).toBe(0);
    await isPrivateRead.check();

    isThere = false;
    await card.getByRole('button', { name: 'Sync now' }).click();
    await card.getByText('The calendar server has a problem (503).').waitFor();
    await card.getByText('Daybook keeps retrying.').waitFor();
    await card.getByText('Sync failing').waitFor();
    await isClean(page, 'calendars failing');
    isThere = true;

    await card.getByRole('button', { name: 'Disconnect' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
    await said(page, 'Calendar disconnected.');
    await page.getByText('No calendars connected').waitFor();
  }, 120_000);

  test('a CalDAV account shows a wrong password at the field, and one of its calendars takes bookings', async () => {
    const page = await openSignedIn('/app/settings/calendars');
    await page.getByRole('button', { name: 'Connect CalDAV' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Server').selectOption('Other');
    await dialog.getByLabel('URL').fill(dav.url);
    await dialog.getByLabel('User name').fill(dav.username);
    await dialog.getByLabel('Password').fill('wrong');
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
    await dialog.getByText(/Incorrect user name or password/).waitFor();
    await dialog.getByLabel('Password').fill(dav.password);
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
    await said(page, 'Calendar connected.');
    const written = section(page, 'Add bookings to your calendar');
    const choices = written.getByRole('radio');
    await choices.nth(1).check();
    await said(page, 'Saved.');
    await expect
      .poll(async () => (await app.get('/calendar-connections')).body.collection[0].calendars)
      .toContainEqual(expect.objectContaining({ receivesBookings: true }));
    await isClean(page, 'calendars written');
    await written.getByRole('radio', { name: /^No calendar/ }).check();
    await expect
      .poll(async () => JSON.stringify((await app.get('/calendar-connections')).body.collection))
      .not.toContain('"receivesBookings":true');

    const card = section(page, /^CalDAV/);
    await setPassword('quince');
    await card.getByRole('button', { name: 'Sync now' }).click();
    await card.getByText('Sign-in needed').waitFor();
    await card.getByRole('button', { name: 'New password' }).click();
    await dialog.getByLabel('Password').fill('wrong');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText(/Incorrect user name or password/).waitFor();
    await isClean(page, 'calendars new password');
    await dialog.getByLabel('Password').fill('quince');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await said(page, 'Saved.');
    await card.getByText('Connected', { exact: true }).waitFor();
    expect(await card.getByRole('button', { name: 'New password' }).count()).toBe(0);
    await setPassword(dav.password);
  }, 120_000);

  async function setPassword(password: string): Promise<void> {
    await dav.kill();
    writeFileSync(join(dav.folder, 'users'), `${dav.username}:${password}\n`);
    await dav.restart();
  }
});

describe('accounts', () => {
  test('Google and Microsoft are connected by signing in there; who refuses is led back; tentative events can be left out', async () => {
    google.addCalendar('mara@gmail.example', { primary: true, summary: 'Work' });
    google.put('mara@gmail.example', {
      id: 'perhaps',
      status: 'tentative',
      start: { dateTime: '2027-01-12T14:00:00+01:00' },
      end: { dateTime: '2027-01-12T15:00:00+01:00' },
    });
    graph.addCalendar('team', { name: 'Team', isDefaultCalendar: true });
    const page = await openSignedIn('/app/settings/calendars?from=2027-01-11');

    google.consent.isDenied = true;
    await page.getByRole('button', { name: 'Connect Google Calendar' }).click();
    await page.getByRole('heading', { name: 'The calendar was not connected' }).waitFor();
    google.consent.isDenied = false;
    await page.getByRole('link', { name: 'Back' }).click();

    await page.getByRole('button', { name: 'Connect Google Calendar' }).click();
    const card = section(page, /^Google Calendar/);
    await card.getByText('Connected', { exact: true }).waitFor();
    await card.getByRole('checkbox', { name: 'Work' }).waitFor();
    await page.getByRole('button', { name: 'Connect Microsoft Outlook' }).click();
    await section(page, /^Microsoft Outlook/)
      .getByRole('checkbox', { name: 'Team' })
      .waitFor();

    await page.goto('/app/settings/calendars?from=2027-01-11');
    await card.getByRole('button', { name: 'Sync now' }).click();
    await said(page, 'Calendars synced.');
    const busy = section(page, 'Your busy times');
    await busy.getByText('14:00 – 15:00').waitFor();
    const tentative = card.getByRole('switch', { name: 'Tentative events also block your time' });
    await tentative.click();
    await expect.poll(() => tentative.getAttribute('aria-checked')).toBe('false');
    await expect.poll(() => busy.getByText('14:00 – 15:00').count()).toBe(0);
    await isClean(page, 'calendars accounts');

    // Writing is asked for only now, and what was connected before stays one connection.
    await section(page, 'Add bookings to your calendar')
      .getByRole('radio', { name: /mara@gmail/ })
      .click();
    const connections = async (): Promise<{ provider: string; access: string }[]> =>
      (await app.get('/calendar-connections')).body.collection;
    await expect
      .poll(async () =>
        (await connections()).map(({ provider, access }) => `${provider} ${access}`).toSorted(),
      )
      .toEqual(['google write', 'microsoft read']);
  }, 120_000);
});

describe('video calls', () => {
  const read = async () => (await app.get('/organization')).body.resource.conferencing;

  test('an address is set, Zoom refuses wrong credentials at the field, and a page says where its link comes from', async () => {
    const page = await openSignedIn('/app/settings/workspace');
    const calls = section(page, 'Video calls');
    await calls.getByRole('textbox', { name: 'URL', exact: true }).fill('https://meet.example.org/');
    await calls.getByRole('button', { name: 'Save' }).click();
    await calls.getByText('Must be a web address with {room} once, after the host.').waitFor();
    await calls.getByRole('textbox', { name: 'URL', exact: true }).fill('https://meet.example.org/{room}');
    await calls.getByRole('button', { name: 'Save' }).click();
    await said(page, 'Saved.');
    expect(await read()).toMatchObject({ kind: 'template', urlTemplate: 'https://meet.example.org/{room}' });

    expect(await calls.getByRole('radio', { name: /^Zoom/ }).isDisabled()).toBe(true);
    const account = section(page, 'Zoom account');
    await account.getByLabel('Account ID').fill(zoomSettings.accountId);
    await account.getByLabel('Client ID').fill(zoomSettings.clientId);
    await account.getByLabel('Client secret').fill('wrong');
    await account.getByRole('button', { name: 'Save' }).click();
    await account.getByText(/^Zoom rejected the account id/).waitFor();
    await isClean(page, 'video calls refused');
    await account.getByLabel('Client secret').fill(zoomSettings.clientSecret);
    await account.getByRole('button', { name: 'Save' }).click();
    await account.getByText('Connected', { exact: true }).waitFor();
    expect(await account.getByLabel('Client secret').inputValue()).toBe('');

    await calls.getByRole('radio', { name: /^Jitsi/ }).check();
    await calls.getByLabel('Server URL').fill('https://jitsi.example.org');
    await calls.getByLabel('App ID').fill('daybook');
    await calls.getByLabel('Secret').fill('jitsi-secret');
    await calls.getByRole('button', { name: 'Save' }).click();
    await expect.poll(async () => (await read()).kind).toBe('jitsi');
    await isClean(page, 'video calls');
    expect(await page.content()).not.toContain('jitsi-secret');

    const { body } = await app.post('/event-types', {
      title: 'Call me',
      duration: 30,
      locations: [{ type: 'VIDEO_CALL' }, { type: 'ZOOM' }],
    });
    await page.goto(`/app/pages/${body.resource.uuid}`);
    await page.getByText('create a link with jitsi.example.org', { exact: false }).waitFor();
    await page.getByText('create a link with Zoom', { exact: false }).waitFor();
  }, 120_000);

  test('a user sees how it is set, and may not change it', async () => {
    await addUser('uma@juniper.example', 'Uma');
    const page = await openSignedIn('/app/settings/workspace', {}, 'uma@juniper.example');
    await page.getByText('Only owners and admins can change this.').waitFor();
    expect(
      await section(page, 'Video calls')
        .getByRole('radio', { name: /^Jitsi/ })
        .isDisabled(),
    ).toBe(true);
    await page.goto(`/app/settings/calendars`);
    await page.getByText('No calendars connected').waitFor();
    expect(await page.getByLabel('Calendars of').count()).toBe(0);
  }, 90_000);
});
