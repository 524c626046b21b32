import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { bookPage, createPage } from '../../server/test/booking.ts';
import { getFocusedName, phone } from '../site.ts';
import { isClean, useDashboard } from './dashboard.ts';

const site = useDashboard();
const { app, openSignedIn, addUser } = site;

beforeEach(() => app.put('/preferences', { language: 'en', theme: 'system', shortcuts: true }));

describe('languages', () => {
  test('another one is a choice in the account menu, of which alone the words are loaded; Arabic runs from the right', async () => {
    const page = await openSignedIn('/app');
    await page.getByRole('button', { name: 'Mara Lindqvist' }).click();
    site.requests.length = 0;
    await page.getByRole('menuitemradio', { name: 'Deutsch' }).click();
    await page.getByRole('heading', { name: 'Montag, 11. Januar', level: 1 }).waitFor();
    await page.getByRole('region', { name: 'Heute' }).waitFor();
    const words = site.requests.filter((address) => address.includes('/words-'));
    expect(words.map((address) => /words-(\w+)-/.exec(address)?.[1])).toEqual(['de']);
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('de');
    await page.getByRole('link', { name: 'Verfügbarkeit' }).click();
    await page.getByText('Montag bis Freitag 09:00 bis 17:00').waitFor();
    // What every workspace has is named in the reader's language, too.
    await page.goto('/app/records/people');
    await page.getByRole('heading', { name: 'Personen', level: 1 }).waitFor();
    await page.getByRole('columnheader', { name: 'Telefonnummer' }).waitFor();
    await page.getByRole('button', { name: 'Neu: Person' }).waitFor();
    await app.put('/preferences', { language: 'ar' });
    await page.goto('/app');
    await page.getByRole('link', { name: 'المواعيد', exact: true }).waitFor();
    expect(await page.evaluate(() => getComputedStyle(document.body).direction)).toBe('rtl');
    await isClean(page, 'home arabic');
  }, 90_000);
});

const titleOf = (page: Page): Promise<string> => page.getByRole('heading', { level: 1 }).innerText();

describe('the command menu', () => {
  test('by keyboard alone: opens, finds a command, goes there, and does what can be done', async () => {
    const page = await openSignedIn('/app');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('ControlOrMeta+k');
    const menu = page.getByRole('dialog', { name: 'Search and commands' });
    await menu.getByRole('menuitem', { name: /Availability/ }).waitFor();
    await isClean(page, 'command menu');
    await page.keyboard.type('avail');
    await expect.poll(() => menu.getByRole('menuitem').first().innerText()).toContain('Availability');
    await page.keyboard.press('Enter');
    await expect.poll(() => titleOf(page)).toBe('Availability');
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('>dark');
    await menu.getByRole('menuitem', { name: 'Theme: Dark' }).waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark');
    await expect.poll(async () => (await app.get('/preferences')).body.resource.theme).toBe('dark');
    await app.put('/preferences', { theme: 'system' });
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('zzzz');
    await menu.getByText('No matches').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect.poll(() => menu.count()).toBe(0);
  }, 90_000);
});

test('two browsers side by side: a booking made in one is seen in the other within two seconds', async () => {
  const made = await createPage(app, { title: 'Seen at once' });
  const [first, second] = [await openSignedIn('/app/events'), await openSignedIn('/app')];
  await first.getByRole('heading', { name: 'Events', level: 1 }).waitFor();
  await second.getByRole('region', { name: 'Upcoming' }).waitFor();
  await expect.poll(() => site.requests.filter((address) => address.endsWith('/v2/live')).length).toBe(2);
  const bookedAtMs = Date.now();
  const { status } = await bookPage(app, made, {
    date: '2027-01-13',
    start: '15:00',
    name: 'Linus Prompt',
    email: 'linus@prompt.example',
  });
  expect(status).toBe(200);
  await Promise.all([
    first.getByRole('link', { name: /Linus Prompt/ }).waitFor({ timeout: 2000 }),
    second.getByRole('region', { name: 'Upcoming' }).getByText('Linus Prompt').waitFor({ timeout: 2000 }),
  ]);
  expect(Date.now() - bookedAtMs).toBeLessThan(4000);
  // What one changes, the other shows as well.
  await first.goto('/app/pages');
  await second.goto('/app/pages');
  await second.getByRole('switch', { name: 'Seen at once is active', checked: true }).waitFor();
  await first.getByRole('switch', { name: 'Seen at once is active' }).click();
  await second
    .getByRole('switch', { name: 'Seen at once is active', checked: false })
    .waitFor({ timeout: 3000 });
}, 90_000);

describe('shortcuts', () => {
  test('go to areas, create, find and go back; never in a field; the list says which there are', async () => {
    const made = await createPage(app, { title: 'Opened by address' });
    const { body: booked } = await bookPage(app, made, { date: '2027-01-14', start: '09:00' });
    const page = await openSignedIn('/app');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('p');
    await expect.poll(() => titleOf(page)).toBe('Booking pages');
    await page.keyboard.press('c');
    await page.getByRole('button', { name: 'Create page' }).waitFor();
    await page.goto(`/app/events/${booked.uuid}`);
    await page.getByRole('complementary', { name: booked.title }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('complementary', { name: booked.title }).count()).toBe(0);
    await page.keyboard.press('g');
    await page.keyboard.press('a');
    await expect.poll(() => titleOf(page)).toBe('Availability');
    await page.keyboard.press('g');
    await page.keyboard.press('e');
    await expect.poll(() => titleOf(page)).toBe('Events');
    await page.keyboard.press('/');
    await page.keyboard.type('g p c ?');
    expect(await page.getByRole('searchbox').inputValue()).toBe('g p c ?');
    expect(await titleOf(page)).toBe('Events');
    await page.getByRole('searchbox').blur();
    await page.keyboard.press('[');
    await expect
      .poll(() => page.getByRole('navigation', { name: 'Main navigation' }).first().isVisible())
      .toBe(false);
    await page.keyboard.press('[');
    await page.keyboard.press('?');
    const list = page.getByRole('dialog', { name: 'Help' });
    await list.getByText('Create new').waitFor();
    await isClean(page, 'shortcuts');
    // The keys follow the preference once it was read again.
    const isRead = page.waitForResponse(
      (response) => response.request().method() === 'GET' && response.url().endsWith('/v2/session'),
    );
    await list.getByRole('switch', { name: 'Single-key shortcuts' }).click();
    await isRead;
    await expect.poll(async () => (await app.get('/preferences')).body.resource.shortcuts).toBe(false);
    await list.getByRole('switch', { name: 'Single-key shortcuts', checked: false }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => list.count()).toBe(0);
    await page.keyboard.press('g');
    await page.keyboard.press('h');
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('dialog', { name: 'Search and commands' }).waitFor();
    expect(await titleOf(page)).toBe('Events');
  }, 90_000);
});

test('the command menu finds things and pages of every area, and creates them', async () => {
  const page = await openSignedIn('/app');
  const choose = async (text: string, name: string): Promise<void> => {
    await page.keyboard.press('ControlOrMeta+k');
    const menu = page.getByRole('dialog', { name: 'Search and commands' });
    await menu.getByRole('searchbox').fill(text);
    await menu
      .getByRole('menuitem', { name: new RegExp(`^${name}`) })
      .first()
      .click();
    await menu.waitFor({ state: 'detached' });
  };
  for (const [text, name, path] of [
    ['token', 'New API token', '/app/developers/tokens/new'],
    ['developers', 'Audit log', '/app/developers/audit-log'],
    ['compan', 'Companies', '/app/records/companies'],
    ['right conv', 'Find the right conversation', /^\/app\/forms\/[\w-]+$/],
    ['do not', 'Do not call', '/app/calls/do-not-call'],
    ['insi', 'Insights', '/app/insights'],
    ['roles', 'Roles', '/app/settings/roles'],
    ['place', 'Place a call', '/app/calls/new'],
  ] as const) {
    await choose(text, name);
    const expected = typeof path === 'string' ? new RegExp(`^${path}$`) : path;
    await expect.poll(() => new URL(page.url()).pathname).toMatch(expected);
  }
}, 90_000);

test('the rail says how many events there are today, and the account menu leads to sign-in and security', async () => {
  const made = await createPage(app, { title: 'Counted', minimumNotice: 0 });
  const booked = await bookPage(app, made, { date: '2027-01-11', start: '16:00' });
  expect(booked.status, JSON.stringify(booked.body)).toBe(200);
  const page = await openSignedIn('/app');
  const areas = page.getByRole('navigation', { name: 'Main navigation' }).first();
  await areas.getByRole('link', { name: /^Events \d today$/ }).waitFor();
  await page.getByRole('button', { name: 'Mara Lindqvist' }).click();
  await page.getByRole('menuitem', { name: 'Sign-in and security' }).click();
  await page.getByRole('heading', { name: 'Sign-in', exact: true }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/app/settings/sign-in');
}, 60_000);

test('what somebody types stays when others save the same thing, and neither undoes the other', async () => {
  const [first, second] = [
    await openSignedIn('/app/settings/workspace'),
    await openSignedIn('/app/settings/workspace'),
  ];
  const crm = 'Keep records of people and companies';
  await first.getByLabel('Name', { exact: true }).fill('Half typed');
  await second.getByRole('switch', { name: crm }).click();
  await first.getByRole('switch', { name: crm, checked: false }).waitFor();
  expect(await first.getByLabel('Name', { exact: true }).inputValue()).toBe('Half typed');
  await second.getByRole('switch', { name: crm }).click();
  await first.getByRole('switch', { name: crm, checked: true }).waitFor();

  const { uuid } = await createPage(app, { title: 'Of two' });
  await first.goto(`/app/pages/${uuid}`);
  await first.getByRole('main').getByLabel('Title').fill('Of both');
  await app.patch(`/event-types/${uuid}`, { description: '<p>By another</p>' });
  await first.getByText('By another').first().waitFor();
  await first.getByRole('button', { name: 'Save', exact: true }).click();
  await first.getByRole('heading', { name: 'Of both', level: 1 }).waitFor();
  const { body } = await app.get(`/event-types/${uuid}/settings`);
  expect(body.resource).toMatchObject({ title: 'Of both', description: '<p>By another</p>' });
}, 90_000);

test('a user without rights sees every area, and why what they may not do is disabled', async () => {
  await addUser('ola@juniper.example', 'Ola');
  const page = await openSignedIn('/app', {}, 'ola@juniper.example');
  const said = (text: string) => page.getByText(text).first().waitFor();
  for (const [path, sentence] of [
    ['/app/events', undefined],
    ['/app/pages', undefined],
    ['/app/availability', undefined],
    ['/app/records/people', undefined],
    ['/app/records/people/fields', undefined],
    ['/app/forms', undefined],
    ['/app/calls', undefined],
    ['/app/calls/agents', 'Only owners and admins can do this.'],
    ['/app/insights', undefined],
    ['/app/developers/webhooks', undefined],
    ['/app/developers/tokens', undefined],
    ['/app/developers/mail', 'Only owners and admins can see this'],
    ['/app/developers/audit-log', 'Only owners and admins can see this'],
    ['/app/settings/workspace', 'Only owners and admins can change this.'],
    ['/app/settings/data', 'Only owners and admins can change this.'],
  ] as const) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    if (sentence) await said(sentence);
    expect(await page.getByRole('main').getByRole('alert').count(), path).toBe(0);
  }
  await page.goto('/app/records/people/fields');
  const create = page.getByRole('button', { name: 'New field' });
  await create.waitFor();
  expect(await create.isEnabled()).toBe(false);
}, 90_000);

test('after the session has ended, the sign-in is shown over the page, and what was typed is still there', async () => {
  const page = await openSignedIn('/app/pages/new');
  const maker = page.getByRole('main');
  await maker.getByLabel('Title').fill('Kept while away');
  await page.context().clearCookies();
  await maker.getByRole('button', { name: 'Create page' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await dialog.getByLabel('Password').waitFor();
  await isClean(page, 'sign in again');
  await dialog.getByLabel('Password').fill('not this one');
  await page.keyboard.press('Enter');
  await page.getByText('Incorrect email address or password').waitFor();
  await dialog.getByLabel('Password').fill('nine patient otters');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Kept while away', level: 1 }).waitFor();
  const { body } = await app.get('/event-types?count=100');
  expect(body.collection.map(({ title }: { title: string }) => title)).toContain('Kept while away');
}, 90_000);

test('on a phone, four areas and the rest under More are at the foot of the window', async () => {
  const page = await openSignedIn('/app', phone);
  const bar = page.getByRole('navigation', { name: 'Main navigation' });
  await bar.getByRole('button', { name: 'More' }).tap();
  await page.getByRole('menuitem', { name: 'Pages' }).waitFor();
  await isClean(page, 'more');
  await page.setViewportSize(phone.viewport ?? { width: 390, height: 844 });
  await page.getByRole('menuitem', { name: 'Pages' }).tap();
  await page.getByRole('heading', { name: 'Pages', level: 1 }).waitFor();
  await expect.poll(() => getFocusedName(page)).toBe('Booking pages');
}, 60_000);

test('home says what needs care, and leads to it', async () => {
  await app.runtime.database.pool.query(
    `insert into webhook (workspace_id, id, member_id, name, callback_url, scope, events, secret_sealed, failing_since, failures)
     select workspace_id, gen_random_uuid(), id, 'Silent endpoint', 'https://silent.example/', 'user', '{invitee.scheduled}', '',
       '2027-01-11T05:30:00Z', 3
     from member where email = 'mara@juniper.example'`,
  );
  const page = await openSignedIn('/app');
  const care = page.getByRole('region', { name: 'Needs attention' });
  await care.getByText('The webhook Silent endpoint hasn’t responded since').waitFor();
  await care.getByRole('button', { name: 'Send again' }).waitFor();
  await isClean(page, 'home with care');
  await care.getByRole('link', { name: 'View' }).click();
  await expect.poll(() => new URL(page.url()).pathname).toContain('/app/developers');
}, 60_000);

test('the account menu changes the theme for good and signs out', async () => {
  const page = await openSignedIn('/app');
  await page.getByRole('button', { name: 'Mara Lindqvist' }).click();
  await isClean(page, 'account menu');
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark');
  await expect.poll(async () => (await app.get('/preferences')).body.resource.theme).toBe('dark');
  await page.reload();
  expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark');
  await app.put('/preferences', { theme: 'system' });
  await page.getByRole('button', { name: 'Mara Lindqvist' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByText('You’re signed out.').waitFor();
}, 60_000);

test('an unknown address says so inside the shell, and a missing event leaves the list standing', async () => {
  const page = await openSignedIn('/app/nowhere');
  await page.getByText('Page not found').waitFor();
  await page.goto('/app/events/dbk-AAAAAAAAAAAAAAAA');
  await page.getByText('This no longer exists, or you don’t have access to it.').waitFor();
  await page.getByRole('heading', { name: 'Events', level: 1 }).waitFor();
  await isClean(page, 'missing event');
  await page.getByRole('link', { name: 'Back to list' }).click();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/app/events');
}, 60_000);

test('without a connection it says so', async () => {
  const page = await openSignedIn('/app');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.context().setOffline(true);
  await page.getByText('You’re offline.').waitFor();
  await page.context().setOffline(false);
  await expect.poll(() => page.getByText('You’re offline.').count()).toBe(0);
});
