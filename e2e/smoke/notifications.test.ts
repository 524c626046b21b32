import { expect, test } from 'vitest';
import { useDashboard } from '../dashboard/dashboard.ts';

const { app, openSignedIn, addUser } = useDashboard();

test('a mention is told, and read with all others', async () => {
  await addUser('lina@juniper.example', 'Lina');
  const token = await app.tokenOf('lina@juniper.example', ['crm:write']);
  const { uuid } = (await app.get('/session')).body.resource;
  const { body } = await app.post('/crm/companies', { name: 'Quay Works' });
  const path = `/crm/companies/${body.company.id}/notes`;
  await app.post(path, { note: `Ask <mention user="${uuid}"></mention>` }, { token });
  const page = await openSignedIn('/app/notifications');
  await page.getByRole('link', { name: /Lina Haddad mentioned you on Quay Works/ }).waitFor();
  await page.getByRole('switch', { name: 'Mentions' }).click();
  await expect
    .poll(async () => (await app.get('/notification-settings')).body.resource.mention.email)
    .toBe(false);
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await page.getByText('You’re all caught up').waitFor();
});
