import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { jpeg, png } from '../../server/src/images/test-pictures.ts';
import { bookPage } from '../../server/test/booking.ts';
import { signIn } from '../../server/test/session.ts';
import { generateTotpCode } from '../../server/test/totp.ts';
import { findFreePort } from '../free-port.ts';
import { chooseOption, isClean, mara, useDashboard } from './dashboard.ts';

// Passkeys belong to the host and port of PUBLIC_URL.
const site = useDashboard({ port: await findFreePort() });
const { app, openSignedIn, addUser } = site;

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const said = (page: Page, text: string) => page.getByRole('status').getByText(text).waitFor();

async function downloadBy(page: Page, press: () => Promise<void>): Promise<{ name: string; text: string }> {
  const [file] = await Promise.all([page.waitForEvent('download'), press()]);
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
}

describe('people', () => {
  test('are invited, and the invitation is sent again and withdrawn', async () => {
    const page = await openSignedIn('/app/settings/people');
    await page.getByRole('button', { name: 'Invite' }).click();
    const dialog = page.getByRole('dialog', { name: 'Invite' });
    await dialog.getByLabel('Email address').fill('no address');
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    await dialog.getByText('Must be a valid email address.').waitFor();
    await isClean(page, 'settings invite');
    await dialog.getByLabel('Email address').fill('pia@juniper.example');
    await dialog.getByLabel('Role').selectOption('Admin');
    await dialog.getByLabel('Discovery').check();
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    await said(page, 'Invitation sent.');
    const invited = section(page, 'Pending invitations');
    await invited.getByText('pia@juniper.example').waitFor();
    const { body } = await app.get('/invitations');
    expect(body.collection[0]).toMatchObject({ role: 'admin', teams: [{ title: 'Discovery' }] });
    await isClean(page, 'settings people');
    // A mail a minute is sent at most.
    await app.runtime.database.pool.query("update invitation set sent_at = sent_at - interval '2 minutes'");
    await page.getByRole('button', { name: 'Resend invitation to pia@juniper.example' }).click();
    await said(page, 'Invitation resent.');
    await page.getByRole('button', { name: 'Withdraw invitation of pia@juniper.example' }).click();
    await said(page, 'Invitation withdrawn.');
    await expect.poll(() => invited.count()).toBe(0);
  }, 90_000);

  test('are found, changed, and deactivated with what becomes of their events', async () => {
    const noor = await addUser('noor@juniper.example', 'Noor');
    const made = await app.post('/event-types', { title: 'Fitting', duration: 30, ownerSlug: noor.slug });
    const booked = await bookPage(app, made.body.resource, { ownerSlug: noor.slug, start: '15:00' });
    expect(booked.status, JSON.stringify(booked.body)).toBe(200);
    const page = await openSignedIn('/app/settings/people');
    await page.getByRole('link', { name: /Aiko Tanaka/ }).waitFor();
    await page.getByRole('searchbox').fill('noor');
    await expect.poll(() => page.getByRole('link', { name: /Aiko Tanaka/ }).count()).toBe(0);
    expect(new URL(page.url()).search).toBe('?q=noor');
    await page.getByRole('link', { name: /Noor Haddad/ }).click();
    await page.getByRole('heading', { name: 'Noor Haddad' }).waitFor();
    await section(page, 'Role and email').getByLabel('Role').selectOption('Admin');
    await section(page, 'Role and email').getByRole('button', { name: 'Save' }).click();
    await expect
      .poll(async () => (await app.get(`/organizations/users/${noor.uuid}`)).body.resource.role)
      .toBe('admin');
    await page.getByText('They host 1 upcoming event.').waitFor();
    await isClean(page, 'settings person');
    await page.getByRole('button', { name: 'Deactivate' }).click();
    const dialog = page.getByRole('dialog', { name: 'Deactivate Noor Haddad?' });
    await isClean(page, 'settings deactivate');
    await chooseOption(dialog.getByLabel('New host', { exact: true }), 'Mara Lindqvist');
    await dialog.getByRole('button', { name: 'Deactivate' }).click();
    await said(page, 'User deactivated.');
    const event = await app.get(`/scheduled-events/${booked.body.uuid}`);
    expect(event.body.resource.hosts.map(({ email }: { email: string }) => email)).toEqual([
      'mara@juniper.example',
    ]);
    await page.getByRole('button', { name: 'Reactivate' }).click();
    await said(page, 'They can sign in again.');

    const { body } = await app.get('/session');
    await page.goto(`/app/settings/people/${body.resource.uuid}`);
    const lastOwner = page.getByRole('button', { name: 'Deactivate' });
    await expect.poll(() => lastOwner.getAttribute('aria-disabled')).toBe('true');
    await page.getByText('Make someone else an owner first.').first().waitFor();
  }, 90_000);

  test('who is no admin sees everything, and why nothing can be changed', async () => {
    await addUser('una@juniper.example', 'Una');
    const page = await openSignedIn('/app/settings/people', {}, 'una@juniper.example');
    await page.getByRole('paragraph').getByText('Only owners and admins can change this.').waitFor();
    expect(await page.getByRole('button', { name: 'Invite' }).getAttribute('aria-disabled')).toBe('true');
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'General' }).click();
    await page.getByRole('paragraph').getByText('Only owners and admins can change this.').waitFor();
    expect(await page.getByLabel('Name', { exact: true }).isDisabled()).toBe(true);
    await isClean(page, 'settings without rights');
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Roles' }).click();
    const row = page.getByRole('row', { name: /Edit the workspace/ });
    await expect.poll(() => row.getByRole('cell').allInnerTexts()).toEqual(['Yes', 'Yes', 'No']);
    await isClean(page, 'settings roles');
  }, 90_000);
});

describe('teams', () => {
  test('one is made, gets members and a picture, and is deleted', async () => {
    await addUser('tove@juniper.example', 'Tove');
    const page = await openSignedIn('/app/settings/teams');
    await page.getByRole('link', { name: /Discovery/ }).waitFor();
    await isClean(page, 'settings teams');
    await page.getByRole('button', { name: 'New team' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Night shift');
    await page.getByRole('button', { name: 'Create team' }).click();
    await page.getByRole('heading', { name: 'Night shift' }).waitFor();
    await chooseOption(page.getByLabel('User', { exact: true }), 'Tove Haddad');
    await page.getByRole('button', { name: 'Add to team' }).click();
    await page.getByLabel('Role of Tove Haddad').selectOption('Manager');
    const { body } = await app.get('/teams');
    const team = body.collection.find(({ title }: { title: string }) => title === 'Night shift');
    await expect
      .poll(async () => (await app.get(`/teams/${team.uuid}/members`)).body.collection[0]?.role)
      .toBe('manager');
    await page.getByLabel('Team photo').setInputFiles({
      name: 'team.png',
      mimeType: 'image/png',
      buffer: png,
    });
    await page.getByRole('img', { name: 'Team photo' }).waitFor();
    await isClean(page, 'settings team');
    await page.getByRole('button', { name: 'Remove Tove Haddad' }).click();
    await said(page, 'Removed from the team.');
    await page.getByRole('button', { name: 'Delete team' }).click();
    await page
      .getByRole('dialog', { name: 'Delete Night shift?' })
      .getByRole('button', { name: 'Delete team' })
      .click();
    await said(page, 'Team deleted.');
    await page.getByRole('heading', { name: 'Teams' }).waitFor();
    expect((await app.get(`/teams/${team.uuid}`)).status).toBe(404);
  }, 90_000);
});

describe('what is one’s own', () => {
  test('name, link, zone and picture; a wrong link is said at its field', async () => {
    await addUser('ruth@juniper.example', 'Ruth');
    const page = await openSignedIn('/app/settings', {}, 'ruth@juniper.example');
    await page.getByRole('heading', { name: 'Profile' }).waitFor();
    await page.getByLabel('Link ending').fill('No Slug');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => page.getByLabel('Link ending').getAttribute('aria-invalid')).toBe('true');
    await page.getByLabel('Link ending').fill('ruth-h');
    await page.getByLabel('First name').fill('Ruthie');
    await chooseOption(page.getByLabel('Time zone'), 'Tokyo');
    await page.getByRole('button', { name: 'Save' }).click();
    await said(page, 'Saved.');
    await page.getByRole('button', { name: 'Ruthie Haddad' }).waitFor();
    await page
      .getByLabel('Photo', { exact: true })
      .setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: jpeg });
    await page.getByRole('img', { name: 'Photo' }).waitFor();
    await isClean(page, 'settings profile');
    await page.getByRole('button', { name: 'Remove photo' }).click();
    await expect.poll(() => page.getByRole('img', { name: 'Photo' }).count()).toBe(0);
    await page.getByLabel('Email address', { exact: true }).fill('ruthie@juniper.example');
    await page.getByRole('button', { name: 'Change email address' }).click();
    await said(page, 'Email address changed.');
    const visitor = await site.open('/ruth-h');
    await visitor.getByRole('heading', { name: /Ruthie Haddad/ }).waitFor();
  }, 90_000);

  test('password, authenticator with recovery codes, passkey and sessions', async () => {
    const email = 'sami@juniper.example';
    await addUser(email, 'Sami');
    const page = await openSignedIn('/app/settings/sign-in', {}, email);
    await signIn(app, email, mara.password);
    await page.reload();
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('WebAuthn.enable');
    await cdp.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    await page.getByLabel('Passkey name').fill('Laptop');
    await page.getByRole('button', { name: 'Add passkey' }).click();
    await said(page, 'Passkey added.');
    await isClean(page, 'settings sign-in');
    await page.getByRole('button', { name: 'Sign out all other devices' }).click();
    const leaving = page.getByRole('dialog', { name: 'Sign out everywhere else?' });
    await leaving.getByLabel('Laptop').check();
    await isClean(page, 'settings sign out elsewhere');
    await leaving.getByRole('button', { name: 'Sign out all other devices' }).click();
    await said(page, 'All other devices signed out.');
    await expect
      .poll(() => page.getByRole('button', { name: /^Sign out (?!all|everywhere)/ }).count())
      .toBe(0);

    await page.getByRole('button', { name: 'Set up authenticator app' }).click();
    await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
    await isClean(page, 'settings authenticator');
    const secret = (await page.locator('.qr-steps code').textContent()) ?? '';
    await page.getByRole('textbox', { name: 'Code' }).fill('000000');
    await page.getByRole('button', { name: 'Confirm code' }).click();
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Code' }).getAttribute('aria-invalid'))
      .toBe('true');
    const code = generateTotpCode(secret, app.runtime.clock.now().getTime());
    await page.getByRole('textbox', { name: 'Code' }).fill(code);
    await page.getByRole('button', { name: 'Confirm code' }).click();
    const dialog = page.getByRole('dialog', { name: 'Your recovery codes' });
    await dialog.waitFor();
    const codes = await dialog.getByRole('listitem').allInnerTexts();
    expect(codes).toHaveLength(10);
    await isClean(page, 'settings recovery codes');
    const file = await downloadBy(page, () => dialog.getByRole('button', { name: 'Download' }).click());
    expect(file.text.trim().split('\n')).toEqual(codes);
    await dialog.getByRole('button', { name: 'I’ve saved them' }).click();
    await page.getByText('Recovery codes left: 10').waitFor();
    await page.getByRole('button', { name: 'Remove authenticator app' }).click();
    await page.getByRole('textbox', { name: 'Code' }).fill(codes[0] ?? '');
    await page.getByRole('dialog').getByRole('button', { name: 'Remove authenticator app' }).click();
    await said(page, 'Authenticator app removed.');
    await page.getByRole('button', { name: 'Remove Laptop' }).click();
    await said(page, 'Passkey removed.');

    await page.getByLabel('Current password').fill('not this one');
    await page.getByLabel('New password').fill('eleven slow tortoises');
    await page.getByRole('button', { name: 'Change password' }).click();
    await expect.poll(() => page.getByLabel('Current password').getAttribute('aria-invalid')).toBe('true');
    await page.getByLabel('Current password').fill('nine patient otters');
    await page.getByRole('button', { name: 'Change password' }).click();
    await said(page, 'Password changed.');
    await expect.poll(() => page.getByLabel('New password').inputValue()).toBe('');
    const signedIn = await app.post(
      '/session',
      { email, password: 'eleven slow tortoises' },
      { token: null },
    );
    expect(signedIn.status).toBe(201);
  }, 120_000);

  test('preferences act at once and stay', async () => {
    const email = 'vida@juniper.example';
    await addUser(email, 'Vida');
    const page = await openSignedIn('/app/settings/preferences', {}, email);
    await isClean(page, 'settings preferences');
    await page.getByText('Dark', { exact: true }).click();
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark');
    await page.getByRole('switch', { name: 'Single-key shortcuts' }).click();
    await said(page, 'Saved.');
    await Promise.all([page.waitForEvent('load'), page.getByText('12-hour').click()]);
    await page.getByRole('heading', { name: 'Preferences' }).waitFor();
    expect(await page.getByLabel('12-hour').isChecked()).toBe(true);
    await page.goto('/app/settings/sign-in');
    await page.getByText(/last seen .* (am|pm)/).waitFor();
    await page.goto('/app/settings/preferences');
    expect(
      await page.getByRole('switch', { name: 'Single-key shortcuts' }).getAttribute('aria-checked'),
    ).toBe('false');
  }, 60_000);
});

describe('the workspace', () => {
  test('the colour is shown with its contrast, on a real page before it is saved', async () => {
    const page = await openSignedIn('/app/settings/branding');
    await page.getByLabel('Six hex digits').fill('ffdd00');
    await page.getByText('1.3 : 1').waitFor();
    const painted = async (): Promise<string> => {
      const frame = page.frames().find((each) => each !== page.mainFrame());
      const fill = () => document.documentElement.style.getPropertyValue('--fill');
      return (await frame?.evaluate(fill)) ?? '';
    };
    await expect.poll(painted).toMatch(/^#[0-9a-f]{6}$/);
    expect((await app.get('/organization')).body.resource.brandColor).toBeNull();
    await isClean(page, 'settings branding');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(async () => (await app.get('/organization')).body.resource.brandColor).toBe('ffdd00');
    await page
      .getByLabel('Logo', { exact: true })
      .and(page.locator('input'))
      .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: png });
    await page.getByRole('img', { name: 'Logo' }).waitFor();
    await page.getByRole('button', { name: 'Remove photo' }).click();
    await page.getByRole('button', { name: 'No color' }).click();
    await expect.poll(async () => (await app.get('/organization')).body.resource.brandColor).toBeNull();
  }, 90_000);

  test('a second factor is required only after it is confirmed', async () => {
    const page = await openSignedIn('/app/settings/security');
    await isClean(page, 'settings security');
    await page.getByRole('switch', { name: 'Require a second factor for everyone' }).click();
    const dialog = page.getByRole('dialog', { name: 'Require a second factor?' });
    await isClean(page, 'settings require second factor');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect((await app.get('/organization')).body.resource.requireSecondFactor).toBe(false);
  }, 60_000);

  test('an admin signs everybody else out', async () => {
    await addUser('nora@example.com', 'Nora');
    const other = await openSignedIn('/app/settings/security', {}, 'nora@example.com');
    const page = await openSignedIn('/app/settings/security');
    await page.getByRole('button', { name: 'Sign everyone out' }).click();
    const dialog = page.getByRole('dialog', { name: 'Sign everyone out?' });
    await isClean(page, 'settings sign everybody out');
    await dialog.getByRole('button', { name: 'Sign everyone out' }).click();
    await page.getByText('Everyone is signed out.').waitFor();
    await other.reload();
    await other.getByLabel('Password').waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Sign everyone out' }).waitFor();
  }, 60_000);

  test('everything can be exported, kept for as long as said, and a person erased', async () => {
    await app.put('/crm/people?matchingAttribute=emails', {
      firstName: 'Zelda',
      emails: ['zelda@fern.example'],
    });
    const page = await openSignedIn('/app/settings/data');
    await isClean(page, 'settings data');
    const all = await downloadBy(page, () => page.getByRole('button', { name: 'Export everything' }).click());
    const kinds = new Set(
      all.text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).kind as string),
    );
    for (const kind of ['organization', 'user', 'team', 'schedule', 'event_type', 'people']) {
      expect(kinds, kind).toContain(kind);
    }
    const csv = await downloadBy(page, () =>
      page.getByRole('link', { name: 'Download People, CSV' }).click(),
    );
    expect(csv.text).toContain('zelda@fern.example');

    await page.getByLabel('Emails', { exact: true }).fill('900');
    await section(page, 'Data retention').getByRole('button', { name: 'Save' }).click();
    await expect
      .poll(() => page.getByLabel('Emails', { exact: true }).getAttribute('aria-invalid'))
      .toBe('true');
    await page.getByLabel('Emails', { exact: true }).fill('60');
    await page.getByLabel('Invitees, after the event').fill('400');
    await section(page, 'Data retention').getByRole('button', { name: 'Save' }).click();
    await expect
      .poll(async () => (await app.get('/organization')).body.resource.retention)
      .toMatchObject({ mailDays: 60, inviteeDays: 400 });

    await page.getByLabel('Search by name or email').fill('zelda');
    const held = await downloadBy(page, () =>
      page.getByRole('button', { name: 'Export Zelda’s data' }).click(),
    );
    expect(JSON.parse(held.text)).toMatchObject({ bookings: [], mails: [] });
    await page.getByRole('button', { name: 'Erase Zelda' }).click();
    await isClean(page, 'settings erase');
    await page.getByLabel('Type “Zelda” to confirm').fill('Zelda');
    await page.getByRole('button', { name: 'Erase permanently' }).click();
    await said(page, 'Person erased.');
    expect((await app.get('/crm/people?search=zelda')).body.collection).toEqual([]);
  }, 120_000);
});
