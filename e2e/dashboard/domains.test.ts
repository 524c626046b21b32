import { expect, test } from 'vitest';
import { useDns } from '../../server/test/dns.ts';
import { isClean, useDashboard } from './dashboard.ts';

const dns = useDns();
const { app, openSignedIn, addUser } = useDashboard({
  config: {
    get outboundDns() {
      return dns.servers;
    },
  },
});

test('a domain is added, its records are created one after the other, and it is removed', async () => {
  const page = await openSignedIn('/app/settings/domains');
  await page.getByText('No domain yet').waitFor();
  await isClean(page, 'no domain');
  await page.getByRole('button', { name: 'Add domain' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add domain' });
  await dialog.getByLabel('Domain', { exact: true }).fill('10.0.0.1');
  await dialog.getByRole('button', { name: 'Add domain' }).click();
  await dialog.getByText('Must be a name, not an IP address.').waitFor();
  await isClean(page, 'refused domain');
  await dialog.getByLabel('Domain', { exact: true }).fill('book.juniper.example');
  await dialog.getByRole('button', { name: 'Add domain' }).click();

  const row = page.getByRole('listitem').filter({ hasText: 'book.juniper.example' });
  await row.getByText('Pending', { exact: true }).waitFor();
  const codes = await row.locator('code').allInnerTexts();
  const value = codes.find((text) => text.includes('=')) ?? '';
  dns.set('CNAME book.juniper.example', ['elsewhere.example']);
  await row.getByRole('button', { name: 'Check records' }).click();
  await row.getByText('Found: elsewhere.example').waitFor();
  await row.getByText('Missing', { exact: true }).waitFor();
  await isClean(page, 'wrong records');

  dns.set('CNAME book.juniper.example', ['localhost']);
  dns.set('TXT _daybook.book.juniper.example', [value]);
  await row.getByRole('button', { name: 'Check records' }).click();
  await row.getByText('Verified', { exact: true }).waitFor();
  await isClean(page, 'verified domain');
  const served = await app.inject({
    method: 'GET',
    url: '/mara-lindqvist',
    headers: { host: 'book.juniper.example', accept: 'text/html' },
  });
  expect(served.status).toBe(200);

  await row.getByRole('button', { name: 'Remove' }).click();
  const question = page.getByRole('dialog', { name: 'Remove book.juniper.example?' });
  await question.getByRole('button', { name: 'Remove' }).click();
  await page.getByText('No domain yet').waitFor();
});

test('a sender address has its records, and a new key on request', async () => {
  const page = await openSignedIn('/app/settings/domains');
  await page.getByRole('button', { name: 'Add sender address' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add sender address' });
  await dialog.getByLabel('Sender address').fill('hello@juniper.example');
  await dialog.getByRole('button', { name: 'Add sender address' }).click();
  const row = page.getByRole('listitem').filter({ hasText: 'hello@juniper.example' });
  await row.getByText('TXT: Policy (DMARC)').waitFor();
  await isClean(page, 'sender address');
  await row.getByRole('button', { name: 'New DKIM key' }).click();
  await page.getByText('Key created.').waitFor();
});

test('users who aren’t admins read why they can’t', async () => {
  await addUser('reader@juniper.example', 'Reader');
  const page = await openSignedIn('/app/settings/domains', {}, 'reader@juniper.example');
  await page.locator('.note', { hasText: 'Only owners and admins can change this.' }).waitFor();
});
