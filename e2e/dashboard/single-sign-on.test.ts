import { expect, test } from 'vitest';
import { createTestSaml } from '../../server/src/identity/saml/test-provider.ts';
import { useDns } from '../../server/test/dns.ts';
import { signIn } from '../../server/test/session.ts';
import { isClean, mara, useDashboard } from './dashboard.ts';

const dns = useDns();
const { app, openSignedIn, addUser } = useDashboard({
  config: {
    get outboundDns() {
      return dns.servers;
    },
  },
});

test('an owner proves a domain, connects SAML, tests, enables and enforces it, and removes it', async () => {
  const page = await openSignedIn('/app/settings/single-sign-on');
  await page.getByText('No identity provider yet').waitFor();
  await isClean(page, 'no identity provider');

  await page.getByRole('button', { name: 'Add domain' }).click();
  const adding = page.getByRole('dialog', { name: 'Add domain' });
  await adding.getByLabel('Domain', { exact: true }).fill('gmail.com');
  await adding.getByRole('button', { name: 'Add domain' }).click();
  await adding.getByText('Anyone can get an address of this domain').waitFor();
  await adding.getByLabel('Domain', { exact: true }).fill('juniper.example');
  await adding.getByRole('button', { name: 'Add domain' }).click();
  const row = page.getByRole('listitem').filter({ hasText: 'juniper.example' });
  await row.getByText('Pending', { exact: true }).waitFor();
  const codes = await row.locator('code').allInnerTexts();
  dns.set(
    'TXT _daybook.juniper.example',
    codes.filter((text) => text.includes('=')),
  );
  await row.getByRole('button', { name: 'Check records' }).click();
  await row.getByText('Verified', { exact: true }).waitFor();
  await isClean(page, 'sign-in domain');

  const { metadata } = await createTestSaml(() => ({ entityId: '', acsUrl: '' }));
  await page.getByRole('button', { name: 'Connect provider' }).click();
  const dialog = page.getByRole('dialog', { name: 'Connect provider' });
  await isClean(page, 'protocol of a provider');
  await dialog.getByRole('button', { name: 'Next' }).click();
  await dialog.getByLabel('Name', { exact: true }).fill('Company directory');
  await dialog.getByLabel('Metadata XML').fill(metadata);
  await isClean(page, 'new provider');
  await dialog.getByRole('button', { name: 'Connect provider' }).click();
  await page.getByRole('heading', { name: 'Company directory' }).waitFor();
  for (const name of ['ACS URL', 'Entity ID', 'Metadata URL'])
    await page.getByRole('button', { name: `Copy: ${name}` }).waitFor();
  await page.getByText('Signing certificate (SHA-256)').waitFor();
  await page.getByText(/^Expires /).waitFor();
  expect(await page.getByRole('checkbox', { name: 'juniper.example' }).isChecked()).toBe(true);

  await page.getByRole('button', { name: 'Test connection' }).click();
  await expect.poll(() => page.getByText('Passed', { exact: true }).count()).toBe(3);
  await page.getByRole('switch', { name: 'People can sign in at this provider' }).click();
  await page.getByText('Enabled', { exact: true }).waitFor();

  await page.getByLabel('Attribute of groups').fill('groups');
  await page.getByRole('button', { name: 'Add group' }).click();
  await page.getByLabel('Group 1', { exact: true }).fill('IT');
  await page.getByLabel('Role of group 1').selectOption('Admin');
  const people = page.getByRole('region', { name: 'Users and roles' });
  await people.getByRole('button', { name: 'Save' }).click();
  const read = async () => (await app.get('/identity-providers')).body.collection[0];
  await expect
    .poll(read)
    .toMatchObject({ attributes: { groups: 'groups' }, roleMapping: [{ group: 'IT', role: 'admin' }] });
  await isClean(page, 'identity provider');

  await addUser('noor@juniper.example', 'Noor');
  await page.getByRole('button', { name: 'Enforce single sign-on' }).click();
  const question = page.getByRole('dialog', { name: 'Enforce single sign-on?' });
  await question.getByText('Passwords and passkeys of these addresses stop working.').waitFor();
  await isClean(page, 'enforcement');
  await question.getByRole('button', { name: 'Enforce single sign-on' }).click();
  await page.getByText('Mara Lindqvist can always sign in without it.').waitFor();
  expect((await signIn(app, 'noor@juniper.example', mara.password)).answer.status).toBe(422);
  expect((await signIn(app, mara.email, mara.password)).answer.status).toBe(201);
  await page.getByRole('button', { name: 'Stop enforcing' }).click();
  await page.getByRole('button', { name: 'Enforce single sign-on' }).waitFor();
  expect((await signIn(app, 'noor@juniper.example', mara.password)).answer.status).toBe(201);

  await page.getByRole('button', { name: 'Remove provider' }).click();
  await page
    .getByRole('dialog', { name: 'Remove Company directory?' })
    .getByRole('button', { name: 'Remove provider' })
    .click();
  await page.getByText('No identity provider yet').waitFor();
}, 120_000);

test('OpenID Connect asks for the issuer and client, and says what is missing', async () => {
  const page = await openSignedIn('/app/settings/single-sign-on');
  await page.getByRole('button', { name: 'Connect provider' }).click();
  const dialog = page.getByRole('dialog', { name: 'Connect provider' });
  await dialog.getByRole('radio', { name: /^OpenID Connect/ }).check();
  await dialog.getByRole('button', { name: 'Next' }).click();
  await dialog.getByLabel('Name', { exact: true }).fill('Login');
  await dialog.getByLabel('Issuer').fill('https://login.example.com');
  await dialog.getByLabel('Client ID').fill('daybook');
  await dialog.getByRole('button', { name: 'Back' }).click();
  await dialog.getByRole('button', { name: 'Next' }).click();
  expect(await dialog.getByLabel('Issuer').inputValue()).toBe('https://login.example.com');
  await dialog.getByRole('button', { name: 'Connect provider' }).click();
  await dialog.getByText('This field is required.').waitFor();
  await isClean(page, 'incomplete OpenID Connect');
  await dialog.getByLabel('Client secret').fill('none of ours');
  await dialog.getByRole('button', { name: 'Connect provider' }).click();
  await page.getByRole('button', { name: 'Copy: Redirect URI' }).waitFor();
  await page.getByRole('button', { name: 'Test connection' }).click();
  await page.getByText('What the provider publishes can’t be read').waitFor();
  await isClean(page, 'OpenID Connect');
}, 60_000);

test('admins see a provider and can’t change it; users read why they can’t', async () => {
  await addUser('ada@juniper.example', 'Ada', { role: 'admin' });
  const admin = await openSignedIn('/app/settings/single-sign-on', {}, 'ada@juniper.example');
  await admin.getByRole('link', { name: 'Login' }).click();
  await admin
    .locator('.note', { hasText: 'Only owners can connect and change identity providers.' })
    .waitFor();
  expect(await admin.getByLabel('Issuer').isDisabled()).toBe(true);
  await addUser('reader@juniper.example', 'Reader');
  const reader = await openSignedIn('/app/settings/single-sign-on', {}, 'reader@juniper.example');
  await reader.locator('.note', { hasText: 'Only owners and admins can change this.' }).waitFor();
}, 60_000);
