import { expect, test } from 'vitest';
import { connectDirectory, entraUser } from '../../server/test/scim.ts';
import { isClean, useDashboard } from './dashboard.ts';

const site = useDashboard();
const { app, addUser, openSignedIn } = site;

test('an owner creates a SCIM token, links a group of the directory, and revokes the token', async () => {
  const page = await openSignedIn('/app/settings/provisioning');
  await page.getByRole('button', { name: 'New SCIM token' }).click();
  const dialog = page.getByRole('dialog', { name: 'New SCIM token' });
  await dialog.getByLabel('Name').fill('Entra ID');
  await isClean(page, 'new SCIM token');
  await dialog.getByRole('button', { name: 'Create token' }).click();
  const shown = page.getByRole('dialog', { name: 'SCIM token Entra ID' });
  const secret = await shown.locator('output').innerText();
  await shown.getByRole('button', { name: 'I’ve stored it' }).click();

  const directory = connectDirectory(app, secret);
  const { body: user } = await directory.send('POST', '/Users', entraUser('ada'));
  await directory.send('POST', '/Groups', { displayName: 'Designers', members: [{ value: user.id }] });
  await page.reload();
  await page.getByText('Designers').waitFor();
  await page.getByText('1 member', { exact: true }).waitFor();
  await page.getByLabel('Team of Designers').selectOption('Discovery');
  await page.getByText('Saved.').first().waitFor();
  await expect.poll(() => page.getByLabel('Role of Designers').isEnabled()).toBe(true);
  await page.getByLabel('Role of Designers').selectOption('Admin');
  await expect
    .poll(async () => (await app.get(`/organizations/users/${user.id}`)).body.resource)
    .toMatchObject({ role: 'admin', teams: [{ title: 'Discovery' }] });
  await page.getByRole('radio', { name: /^Cancel them/ }).check();
  await expect
    .poll(async () => (await app.get('/organization')).body.resource.departingBookings)
    .toBe('cancel');
  await isClean(page, 'provisioning');

  await page.getByRole('button', { name: 'Revoke' }).click();
  await page
    .getByRole('dialog', { name: 'Revoke Entra ID?' })
    .getByRole('button', { name: 'Revoke' })
    .click();
  await page.getByText('SCIM token revoked.').waitFor();
  expect((await directory.send('GET', '/Users')).status).toBe(401);
}, 120_000);

test('deactivating shows what ends, and ends integrations on request', async () => {
  const { uuid } = await addUser('noor@juniper.example', 'Noor', { role: 'admin' });
  const token = await app.tokenOf('noor@juniper.example', ['admin:full', 'tokens:write', 'crm:write']);
  const fields = { name: 'Sundial', scopes: ['booking'], redirectUris: ['https://app.example/back'] };
  const registered = await app.post('/apps', fields, { token });
  await app.post('/crm/tasks', { title: 'Call back' }, { token });
  const page = await openSignedIn(`/app/settings/people/${uuid}`);
  await page.getByRole('button', { name: 'Deactivate' }).click();
  const dialog = page.getByRole('dialog', { name: 'Deactivate Noor Haddad?' });
  await dialog.getByText('API tokens (1)').waitFor();
  await dialog.getByText('Registered apps (1)').waitFor();
  await dialog.getByText('Open tasks (1)').waitFor();
  await dialog.getByLabel('End them').check();
  await isClean(page, 'departure');
  await dialog.getByRole('button', { name: 'Deactivate' }).click();
  await page.getByText('User deactivated.').waitFor();
  expect((await app.get(`/apps/${registered.body.resource.uuid}`)).status).toBe(404);
  expect((await app.get('/whoami', { token })).status).toBe(401);
}, 120_000);

test('deactivating several users shows what ends for all of them, and sends what was chosen', async () => {
  const chosen = [
    await addUser('ida@juniper.example', 'Ida', { role: 'admin' }),
    await addUser('jon@juniper.example', 'Jon', { role: 'admin' }),
  ];
  const tokens = await Promise.all(
    ['ida@juniper.example', 'jon@juniper.example'].map((email) =>
      app.tokenOf(email, ['admin:full', 'tokens:write', 'crm:write']),
    ),
  );
  for (const token of tokens) await app.post('/crm/tasks', { title: 'Call back' }, { token });
  const page = await openSignedIn('/app/settings/people');
  for (const name of ['Ida', 'Jon']) await page.getByRole('checkbox', { name: new RegExp(name) }).check();
  await page.getByRole('button', { name: 'Deactivate' }).click();
  const dialog = page.getByRole('dialog', { name: 'Deactivate 2 users?' });
  await dialog.getByText('API tokens (2)').waitFor();
  await dialog.getByText('Open tasks (2)').waitFor();
  await isClean(page, 'bulk departure');
  await dialog.getByRole('button', { name: 'Deactivate' }).click();
  await page.getByText('2 items updated.').waitFor();
  for (const { uuid } of chosen)
    expect((await app.get(`/organizations/users/${uuid}`)).body.resource.isActive).toBe(false);
}, 120_000);
