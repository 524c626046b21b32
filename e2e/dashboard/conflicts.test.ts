import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { signIn, withCookie } from '../../server/test/session.ts';
import { mara, savePicture, useDashboard } from './dashboard.ts';

/** Two people edit the same: nobody overwrites the other without being asked. */

const { app, addUser, openSignedIn } = useDashboard();

const question = (page: Page, name = 'Mara Lindqvist') =>
  page.getByRole('dialog', { name: `${name} changed this while you were editing` });

test('a page that someone else saved meanwhile says who, and keeps mine or takes theirs', async () => {
  await addUser('noor@conflicts.example', 'Noor', { role: 'admin' });
  const { cookie } = await signIn(app, 'noor@conflicts.example', mara.password);
  const { uuid } = (await app.post('/event-types', { title: 'Intro', duration: 30 })).body.resource;
  const read = async () => (await app.get(`/event-types/${uuid}/settings`)).body.resource;
  const saveAsNoor = (fields: object) => app.patch(`/event-types/${uuid}`, fields, withCookie(cookie));
  const page = await openSignedIn(`/app/pages/${uuid}`);
  const title = page.getByLabel('Title');
  const save = page.getByRole('button', { name: 'Save', exact: true });

  await title.fill('By Mara');
  await saveAsNoor({ title: 'By Noor', slug: 'by-noor' });
  await save.click();
  await question(page, 'Noor Haddad').getByText('By Noor').waitFor();
  await savePicture(page, 'conflict page');
  expect((await read()).title).toBe('By Noor');
  await question(page, 'Noor Haddad').getByRole('button', { name: 'Keep mine' }).click();
  await page.getByText('Saved.').waitFor();
  expect(await read()).toMatchObject({ title: 'By Mara', slug: 'by-noor' });

  await title.fill('Mara again');
  await saveAsNoor({ title: 'Noor again' });
  await save.click();
  await question(page, 'Noor Haddad').getByRole('button', { name: 'Take theirs' }).click();
  await expect.poll(() => title.inputValue()).toBe('Noor again');
  expect((await read()).title).toBe('Noor again');
  expect(await save.isDisabled()).toBe(true);
}, 60_000);

test('a page sends the version it has read, so that no save between reading and saving is lost', async () => {
  const { uuid } = (await app.post('/event-types', { title: 'Race', duration: 30 })).body.resource;
  const page = await openSignedIn(`/app/pages/${uuid}`);
  const sent = page.waitForRequest((request) => request.method() === 'PATCH');
  await page.getByLabel('Title').fill('Raced');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  expect((await sent).headers()['if-match']).toMatch(/^"/);
}, 60_000);

test('what is typed while a save is under way stays, and is saved by the next', async () => {
  const { uuid } = (await app.post('/agents', { name: 'Desk', maxAttempts: 2 })).body.resource;
  const page = await openSignedIn(`/app/calls/agents/${uuid}`);
  const editor = page.getByRole('complementary');
  const name = editor.getByLabel('Name', { exact: true });
  const save = editor.getByRole('button', { name: 'Save', exact: true });
  let goOn = (): void => undefined;
  const answered = new Promise<void>((resolve) => (goOn = resolve));
  const isSent = page.waitForRequest((request) => request.method() === 'PATCH');
  await page.route(`**/agents/${uuid}`, async (route) => {
    if (route.request().method() === 'PATCH') await answered;
    await route.continue();
  });
  await name.fill('First');
  await save.click();
  await isSent;
  await name.fill('Second');
  goOn();
  await editor.getByRole('heading', { name: 'First' }).waitFor();
  expect(await name.inputValue()).toBe('Second');
  await save.click();
  await editor.getByRole('heading', { name: 'Second' }).waitFor();
  expect((await app.get(`/agents/${uuid}`)).body.resource.name).toBe('Second');
}, 60_000);

test('a form whose fields only others changed saves its own and leaves theirs', async () => {
  const { uuid } = (await app.post('/teams', { title: 'Sales', slug: 'sales-team' })).body.resource;
  const page = await openSignedIn(`/app/settings/teams/${uuid}`);
  await page.getByLabel('Name', { exact: true }).fill('Sales North');
  await app.patch(`/teams/${uuid}`, { slug: 'theirs' });
  await page.getByRole('button', { name: 'Save', exact: true }).first().click();
  await page.getByText('Saved.').waitFor();
  expect((await app.get(`/teams/${uuid}`)).body.resource).toMatchObject({
    title: 'Sales North',
    slug: 'theirs',
  });
}, 60_000);

test('settings, agents and routing forms ask as well', async () => {
  const page = await openSignedIn('/app/settings/workspace');
  await page.getByLabel('Name', { exact: true }).fill('Mine');
  await app.patch('/organization', { name: 'Theirs' });
  await page.getByRole('button', { name: 'Save', exact: true }).first().click();
  const own = page.getByRole('dialog', { name: 'You changed this in another window' });
  await own.getByRole('button', { name: 'Take theirs' }).click();
  await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('Theirs');

  const agent = (await app.post('/agents', { name: 'Desk' })).body.resource;
  await page.goto(`/app/calls/agents/${agent.uuid}`);
  const name = page.getByRole('complementary').getByLabel('Name', { exact: true });
  await name.fill('Mine');
  await app.patch(`/agents/${agent.uuid}`, { name: 'Theirs' });
  await page.getByRole('complementary').getByRole('button', { name: 'Save', exact: true }).click();
  await own.getByRole('button', { name: 'Take theirs' }).click();
  await expect.poll(() => name.inputValue()).toBe('Theirs');

  const fields = [{ inputId: 'email', question: 'Email', type: 'EMAIL_INPUT' }];
  const fallback = { type: 'MESSAGE', headline: 'Thank you.' };
  const form = (await app.post('/routing-forms', { name: 'Ask', fields, routes: [], fallback })).body
    .resource;
  await page.goto(`/app/forms/${form.uuid}`);
  await page.getByLabel('Name', { exact: true }).fill('Mine');
  await app.patch(`/routing-forms/${form.uuid}`, { name: 'Theirs' });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await own.getByRole('button', { name: 'Keep mine' }).click();
  await page.getByText('Saved.').waitFor();
  expect((await app.get(`/routing-forms/${form.uuid}`)).body.resource.name).toBe('Mine');
}, 90_000);

test('what someone else saved is shown as its field shows it: durations with a unit, dates as people write them', async () => {
  const agent = (await app.post('/agents', { name: 'Durations', retryDelayMinutes: 30 })).body.resource;
  const page = await openSignedIn(`/app/calls/agents/${agent.uuid}`);
  const editor = page.getByRole('complementary');
  const own = page.getByRole('dialog', { name: 'You changed this in another window' });
  await editor.getByLabel('Time between attempts').first().fill('45');
  await app.patch(`/agents/${agent.uuid}`, { retryDelayMinutes: 1440 });
  await editor.getByRole('button', { name: 'Save', exact: true }).click();
  await own.getByText('1 day', { exact: true }).waitFor();

  const task = (await app.post('/crm/tasks', { title: 'Dated', dueOn: '2027-02-01' })).body.task;
  await page.goto('/app/tasks');
  await page.getByRole('button', { name: /^Edit.*Dated/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit task' });
  await dialog.getByLabel('Due on').fill('5 Feb 2027');
  await app.patch(`/crm/tasks/${task.uuid}`, { dueOn: '2027-02-03' });
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await own.getByText('3 Feb 2027', { exact: true }).waitFor();
}, 90_000);
