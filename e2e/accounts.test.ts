import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWorker, type Worker } from '../server/src/platform/worker.ts';
import { jobs } from '../server/src/slices.ts';
import { client, startProvider, type TestProvider } from '../server/test/identity-provider.ts';
import { findLinkTo, listMailsTo } from '../server/test/mail.ts';
import { createNeighbour } from '../server/test/neighbour.ts';
import { setPassword } from '../server/test/session.ts';
import { generateTotpCode } from '../server/test/totp.ts';
import { findFreePort } from './free-port.ts';
import { checkEachForm, phone, useSite, listViolations, type Rules } from './site.ts';

/** How people come in and prove who they are, in a real browser. Each page is judged by axe, in both schemes. */

const port = await findFreePort();
const provider: TestProvider = await startProvider(`http://localhost:${port}/auth/oidc/callback`);
const site = useSite({
  port,
  config: {
    signUpIsOpen: true,
    singleSignOn: {
      ...client,
      issuer: provider.issuer,
      domains: ['juniper.example'],
      roleClaim: 'roles',
      workspace: undefined,
      isOnlyWay: false,
    },
  },
});
const { app } = site;
const password = 'seven quiet herons';
let worker: Worker;

beforeAll(async () => {
  worker = await startWorker(app.runtime, jobs);
});
afterAll(async () => {
  await worker.stop();
  await provider.close();
});

/** Somebody with a password, and a name made of the address. */
async function addUser(email: string): Promise<void> {
  const firstName = email.split('@')[0] ?? '';
  const { status } = await app.post('/organizations/users', {
    email,
    firstName,
    lastName: 'Haddad',
    password,
  });
  expect(status).toBe(201);
}

async function signIn(page: Page, email: string, word = password): Promise<void> {
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(word);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** The dashboard of somebody, who finds their name on the button of the account menu. */
async function isIn(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name }).waitFor();
}

async function signOut(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
}

/** What the account menu says about its owner. It is closed again. */
async function roleOf(page: Page, name: string): Promise<string> {
  await page.getByRole('button', { name }).click();
  const text = await page.locator('.menu > p').innerText();
  await page.keyboard.press('Escape');
  return text;
}

/** The page of the account, which needs no script; the dashboard has one of its own. */
async function openSecurity(page: Page, name: string): Promise<void> {
  await isIn(page, name);
  await page.goto('/app/security');
}

async function isClean(page: Page, state: string): Promise<void> {
  const found: string[] = [];
  const check = async (form: string, rules: Rules): Promise<void> => {
    found.push(...(await listViolations(page, rules)).map((each) => `${form}: ${each}`));
    const beyond = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(beyond, `pixels by which ${state} is wider than its window, ${form}`).toBe(0);
  };
  await checkEachForm(page, check, state);
  expect(found, state).toEqual([]);
}

async function addAuthenticator(page: Page): Promise<() => Promise<void>> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return async () => {
    await cdp.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
  };
}

const codeOf = (secret: string): string => generateTotpCode(secret, app.runtime.clock.now().getTime());

async function mailed(email: string, subject: string): Promise<void> {
  await expect
    .poll(async () => (await listMailsTo(app, email)).map((mail) => mail.subject), { timeout: 10_000 })
    .toContain(subject);
}

describe('coming in', () => {
  test('invitation, accept, first page, without JavaScript; the link works once', async () => {
    const email = 'ines@juniper.example';
    expect((await app.post('/invitations', { email, role: 'admin' })).status).toBe(201);
    const { url } = await findLinkTo(app, email);
    const page = await site.open(url, { javaScriptEnabled: false });
    await page.getByRole('heading', { name: 'Join Juniper Studio' }).waitFor();
    await page.getByLabel('Your name').fill('Ines Okafor');
    await page.getByLabel('New password').fill('password123');
    await page.getByRole('button', { name: 'Accept and sign in' }).click();
    await page.getByText('This password is too common.').waitFor();
    expect(await page.getByLabel('Your name').inputValue()).toBe('Ines Okafor');
    await page.getByLabel('New password').fill(password);
    await page.getByRole('button', { name: 'Accept and sign in' }).click();
    await page.getByRole('heading', { name: 'Hello Ines Okafor' }).waitFor();
    for (const text of [email, 'Juniper Studio', 'Admin']) {
      expect(await page.getByText(text, { exact: true }).isVisible(), text).toBe(true);
    }
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('You’re signed out.').waitFor();
    await signIn(page, email);
    await page.getByRole('heading', { name: 'Hello Ines Okafor' }).waitFor();
    const again = await site.open(url);
    await again.getByRole('heading', { name: 'This invitation was already used' }).waitFor();
    await isClean(again, 'invitation used');
  }, 60_000);

  test('invitation with a passkey, then sign in with it', async () => {
    const email = 'pia@juniper.example';
    await app.post('/invitations', { email });
    const page = await site.open('/app');
    await addAuthenticator(page);
    await page.goto((await findLinkTo(app, email)).url);
    await isClean(page, 'invitation');
    await page.getByLabel('Your name').fill('Pia Berg');
    await page.getByRole('button', { name: 'Accept with a passkey' }).click();
    await isIn(page, 'Pia Berg');
    await isClean(page, 'shell');
    await signOut(page, 'Pia Berg');
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await isIn(page, 'Pia Berg');
  }, 60_000);

  test('a wrong password, then a reset by mail', async () => {
    const email = 'rosa@juniper.example';
    await addUser(email);
    const page = await site.open('/app', phone);
    await isClean(page, 'sign-in');
    await signIn(page, email, 'not this one at all');
    await page.getByText('Incorrect email address or password.').waitFor();
    expect(await page.getByLabel('Email address').inputValue()).toBe(email);
    await isClean(page, 'sign-in refused');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await isClean(page, 'ask for a reset');
    await page.getByLabel('Email address').fill(email);
    await page.getByRole('button', { name: 'Send link' }).click();
    await page.getByRole('heading', { name: 'Check your email' }).waitFor();
    await isClean(page, 'mail sent');
    await mailed(email, 'Reset your password');
    await page.goto((await findLinkTo(app, email)).url);
    await isClean(page, 'set a password');
    await page.getByLabel('New password').fill('eleven slow tortoises');
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.getByText('Your password was changed. You can sign in with it now.').waitFor();
    await signIn(page, email, 'eleven slow tortoises');
    await isIn(page, 'rosa Haddad');
    await page.goto((await findLinkTo(app, email)).url);
    await page.getByRole('heading', { name: 'This link is no longer valid' }).waitFor();
  }, 60_000);

  test('sign-up: the address is confirmed first, then there is a workspace', async () => {
    const email = 'olga@sorrel.example';
    const page = await site.open('/app/sign-up', { locale: 'de-DE' });
    await page.getByRole('heading', { name: 'Mit Daybook beginnen' }).waitFor();
    await isClean(page, 'sign-up');
    await page.getByLabel('Name Ihres Arbeitsbereichs').fill('Sorrel');
    await page.getByLabel('Ihr Name').fill('Olga Iwanowa');
    await page.getByLabel('E-Mail-Adresse').fill(email);
    await page.getByRole('button', { name: 'Registrieren' }).click();
    await page.getByRole('heading', { name: 'Sehen Sie in Ihr Postfach' }).waitFor();
    const before = await app.post('/session', { email, password }, { token: null });
    expect(before.status).toBe(422);
    await mailed(email, 'Adresse bestätigen');
    await page.goto((await findLinkTo(app, email)).url);
    await isClean(page, 'confirm');
    await page.getByLabel('Neues Passwort').fill(password);
    await page.getByRole('button', { name: 'Bestätigen und loslegen' }).click();
    await isIn(page, 'Olga Iwanowa');
    await page.getByRole('button', { name: 'Olga Iwanowa' }).click();
    await page.getByText('Inhaber', { exact: true }).waitFor();
  }, 60_000);

  test('somebody in two workspaces with one password chooses', async () => {
    const email = 'vera@juniper.example';
    await addUser(email);
    await createNeighbour(app.runtime, email);
    await setPassword(app, email, password);
    const page = await site.open('/app', { javaScriptEnabled: false });
    await signIn(page, email);
    await page.getByRole('heading', { name: 'Choose a workspace' }).waitFor();
    await page.getByRole('button', { name: 'Fern & Sons' }).click();
    await page.getByRole('heading', { name: 'Hello Petra Novak' }).waitFor();
    await page.getByRole('link', { name: 'Sign in to another workspace' }).click();
    await signIn(page, email);
    await page.getByRole('button', { name: 'Juniper Studio' }).click();
    await page.getByRole('heading', { name: 'Hello vera Haddad' }).waitFor();
    const drawn = await site.open('/app');
    await signIn(drawn, email);
    await isClean(drawn, 'choose a workspace');
  }, 60_000);
});

describe('proof', () => {
  test('an authenticator: set up, asked for, a recovery code, removed', async () => {
    const email = 'tara@juniper.example';
    await addUser(email);
    const page = await site.open('/app');
    await signIn(page, email);
    await openSecurity(page, 'tara Haddad');
    await isClean(page, 'security');
    await page.getByRole('button', { name: 'Set up authenticator app' }).click();
    await page.getByRole('img', { name: 'QR code' }).waitFor();
    await isClean(page, 'scan');
    const secret = (await page.locator('code.key').textContent()) ?? '';
    await page.getByRole('textbox', { name: 'Code' }).fill('000000');
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('This code is incorrect').waitFor();
    await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret));
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
    await isClean(page, 'recovery codes');
    const codes = await page.locator('.codes code').allTextContents();
    expect(codes).toHaveLength(10);
    await mailed(email, 'An authenticator app was added to your account');

    const other = await site.open('/app', { javaScriptEnabled: false });
    await signIn(other, email);
    await other.getByRole('heading', { name: 'One more step' }).waitFor();
    await other.getByRole('textbox', { name: 'Code' }).fill((codes[0] ?? '').toUpperCase());
    await other.getByRole('button', { name: 'Continue' }).click();
    await other.getByRole('heading', { name: 'Hello tara Haddad' }).waitFor();
    await mailed(email, 'New sign-in to your account');

    const third = await site.open('/app');
    await signIn(third, email);
    await isClean(third, 'second step');
    await third.getByRole('textbox', { name: 'Code' }).fill(codes[0] ?? '');
    await third.getByRole('button', { name: 'Continue' }).click();
    await third.getByText('This code is incorrect or was already used.').waitFor();

    await page.getByRole('link', { name: 'I’ve saved them' }).click();
    await page.getByText('Recovery codes left: 9').waitFor();
    await page.getByRole('textbox', { name: 'Code' }).fill(codes[1] ?? '');
    await page.getByRole('button', { name: 'Remove authenticator app' }).click();
    await page.getByText('Removed.').waitFor();
  }, 90_000);

  test('passkeys: two devices, sign in with either, sessions listed and ended', async () => {
    const email = 'kim@juniper.example';
    await addUser(email);
    const page = await site.open('/app');
    const removeFirst = await addAuthenticator(page);
    await signIn(page, email);
    await openSecurity(page, 'kim Haddad');
    await page.getByRole('button', { name: 'Add passkey' }).click();
    await page.getByText('The passkey was added.').waitFor();
    await removeFirst();
    await addAuthenticator(page);
    await page.getByRole('button', { name: 'Add passkey' }).click();
    await expect.poll(() => page.getByRole('button', { name: 'Remove Passkey' }).count()).toBe(2);
    await isClean(page, 'security with passkeys');
    await mailed(email, 'A passkey was added to your account');
    const elsewhere = await site.open('/app');
    await signIn(elsewhere, email);
    await isIn(elsewhere, 'kim Haddad');
    await page.reload();
    await page.getByRole('button', { name: 'Sign out Chrome on Linux' }).click();
    await page.getByText('The device is signed out.').waitFor();
    await elsewhere.reload();
    await elsewhere.getByRole('heading', { name: 'Sign in to Daybook' }).waitFor();
    await page.goto('/app');
    await signOut(page, 'kim Haddad');
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await isIn(page, 'kim Haddad');
  }, 90_000);

  test('a workspace that requires a second factor leads there before anything else', async () => {
    const email = 'lena@juniper.example';
    await addUser(email);
    await app.patch('/organization', { requireSecondFactor: true });
    const page = await site.open('/app');
    await addAuthenticator(page);
    await signIn(page, email);
    await page.getByText('Your workspace requires two-factor authentication.').waitFor();
    await isClean(page, 'second factor required');
    await page.goto('/app');
    await page.getByRole('heading', { name: 'Sign-in and security' }).waitFor();
    await page.getByRole('button', { name: 'Add passkey' }).click();
    await page.getByText('The passkey was added.').waitFor();
    await page.goto('/app');
    await signOut(page, 'lena Haddad');
    await signIn(page, email);
    await page.getByText('Use your passkey to continue.').waitFor();
    await isClean(page, 'passkey as the second step');
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await isIn(page, 'lena Haddad');
    await app.patch('/organization', { requireSecondFactor: false });
  }, 90_000);

  test('Arabic: from right to left, from sign-in to security, axe finds nothing', async () => {
    const email = 'layla@juniper.example';
    await addUser(email);
    const page = await site.open('/app', { locale: 'ar-EG' });
    expect(await page.evaluate(() => document.documentElement.dir)).toBe('rtl');
    await isClean(page, 'sign-in in Arabic');
    await page.getByLabel('البريد الإلكتروني').fill(email);
    await page.getByLabel('كلمة المرور').fill('a wrong guess');
    await page.getByRole('button', { name: 'تسجيل الدخول', exact: true }).click();
    await page.getByText('هذا العنوان وكلمة المرور غير متطابقين.').waitFor();
    await page.getByLabel('كلمة المرور').fill(password);
    await page.getByRole('button', { name: 'تسجيل الدخول', exact: true }).click();
    await isIn(page, 'layla Haddad');
    await page.goto('/app/security');
    await page.getByRole('heading', { name: 'تسجيل الدخول والأمان' }).waitFor();
    await isClean(page, 'security in Arabic');
    await page.getByRole('button', { name: 'إعداد تطبيق مصادقة' }).click();
    await page.getByRole('button', { name: 'تأكيد' }).waitFor();
    await isClean(page, 'authenticator in Arabic');
    expect(await page.locator('main').innerText()).not.toMatch(/\b(Sign|Password|Passkey|Authenticator)\b/);
  });

  test('the password is changed, and every other session ends', async () => {
    const email = 'cora@juniper.example';
    await addUser(email);
    const [page, other] = [await site.open('/app'), await site.open('/app')];
    await signIn(page, email);
    await signIn(other, email);
    await isIn(other, 'cora Haddad');
    await page.goto('/app/security');
    await page.getByLabel('Current password').fill('a wrong guess');
    await page.getByLabel('New password').fill('nine patient badgers');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('This isn’t your current password.').waitFor();
    await page.getByLabel('Current password').fill(password);
    await page.getByLabel('New password').fill('nine patient badgers');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Your password was changed.').waitFor();
    await other.reload();
    await other.getByRole('heading', { name: 'Sign in to Daybook' }).waitFor();
    await mailed(email, 'Your password was changed');
  }, 60_000);
});

describe('single sign-on with a running provider', () => {
  test('the first sign-in makes the user, with the role that the provider names; the next finds them', async () => {
    provider.person = {
      sub: 'p-1',
      email: 'nadia@juniper.example',
      email_verified: true,
      name: 'Nadia Rahal',
      roles: ['admin'],
    };
    const page = await site.open('/app');
    await page.getByRole('link', { name: 'Continue with single sign-on' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await isIn(page, 'Nadia Rahal');
    expect(await roleOf(page, 'Nadia Rahal')).toContain('Admin');
    provider.person = { ...provider.person, email: 'renamed@elsewhere.example', roles: ['user'] };
    await signOut(page, 'Nadia Rahal');
    await page.getByRole('link', { name: 'Continue with single sign-on' }).click();
    await isIn(page, 'Nadia Rahal');
    expect(await roleOf(page, 'Nadia Rahal')).toContain('User');
  }, 60_000);

  test('another domain is not let in, and is told whom to ask; an invitation opens the door', async () => {
    const email = 'gast@elsewhere.example';
    provider.person = { sub: 'p-2', email, email_verified: true, name: 'Gast Gastsson' };
    const page = await site.open('/app');
    await page.getByRole('link', { name: 'Continue with single sign-on' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('You haven’t been invited to this workspace yet.').waitFor();
    await isClean(page, 'not invited');
    await app.post('/invitations', { email });
    await page.goto((await findLinkTo(app, email)).url);
    await page.getByRole('link', { name: 'Continue with single sign-on' }).click();
    await isIn(page, 'Gast Gastsson');
  }, 60_000);
});
