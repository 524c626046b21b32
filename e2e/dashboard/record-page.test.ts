import { beforeAll, describe, expect, test } from 'vitest';
import { bookPage, createPage } from '../../server/test/booking.ts';
import { listMailsTo } from '../../server/test/mail.ts';
import { getFocusedName } from '../site.ts';
import { isClean, useDashboard } from './dashboard.ts';

const site = useDashboard();
const { app, openSignedIn, addUser } = site;
const lina = 'lina@juniper.example';

let personId = '';
let companyId = '';

beforeAll(async () => {
  await app.patch('/organization', { crmEnabled: true });
  await addUser(lina, 'Lina');
  const page = await createPage(app, { title: 'Site visit', bookingWindow: { type: 'unlimited' } });
  await bookPage(app, page, { name: 'Vera Moss', email: 'vera@moss.example' });
  await app.runEffects();
  const { collection } = (await app.get('/crm/people?filter[emails]=vera@moss.example')).body;
  personId = collection[0].id;
  companyId = collection[0].company.id;
});

const openRecord = async (path = `/app/records/people/${personId}`, email?: string) =>
  openSignedIn(path, {}, email);

test('a record beside its list has the same actions, and writes a note in place', async () => {
  const page = await openRecord(`/app/records/people?peek=${personId}`);
  const peek = page.getByRole('complementary', { name: 'Vera Moss' });
  const actions = peek.getByRole('group', { name: 'Actions' });
  await actions.getByRole('button', { name: 'Note' }).click();
  await expect.poll(() => page.evaluate(() => document.activeElement?.role)).toBe('textbox');
  await isClean(page, 'peek actions');
}, 60_000);

describe('the page of a record', () => {
  test('keeps a note that is not saved yet, through its tabs and other pages', async () => {
    const page = await openRecord();
    const actions = page.getByRole('group', { name: 'Actions' });
    const note = page.getByRole('textbox', { name: 'Write a note' });
    await actions.getByRole('button', { name: 'Note' }).click();
    await page.locator('.ProseMirror').waitFor();
    await page.keyboard.type('Half a thought');
    await page.getByRole('button', { name: 'Timeline' }).click();
    await note.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Notes' }).click();
    await expect.poll(() => note.innerText()).toContain('Half a thought');
    await page.getByRole('link', { name: 'Tasks', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Tasks' }).waitFor();
    await page.goBack();
    await page.getByRole('button', { name: 'Notes' }).click();
    await expect.poll(() => note.innerText()).toContain('Half a thought');
    await page.getByRole('button', { name: 'Save note' }).click();
    await page.getByRole('article').getByText('Half a thought').waitFor();
    await page.getByRole('button', { name: 'Timeline' }).click();
    await note.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Notes' }).click();
    await expect.poll(() => note.innerText()).not.toContain('Half a thought');
  }, 120_000);

  test('leads with actions that know the person, and with their meetings; empty fields are folded', async () => {
    const page = await openRecord();
    const actions = page.getByRole('group', { name: 'Actions' });
    await page.getByText('Next meeting').waitFor();
    await page.getByText('Site visit').first().waitFor();
    // It stays in reach of the keyboard, and says why it can't be used.
    await actions.getByRole('button', { name: 'Call' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText('Add a phone number to call.').waitFor();
    await page.getByRole('button', { name: /^Show \d+ empty fields$/ }).click();
    await page.getByRole('button', { name: 'Edit Phone number' }).click();
    await page.getByLabel('Phone number', { exact: true }).fill('+4930123456');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Hide empty fields' }).click();
    await page.getByRole('button', { name: 'Edit Phone number' }).waitFor();
    await isClean(page, 'record actions');
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('t');
    await page.getByRole('dialog', { name: 'New task' }).getByLabel('Task').fill('Send the plan');
    await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const tasks = await app.get(`/crm/tasks?objectSlug=people&recordId=${personId}`);
    expect(tasks.body.collection.map(({ title }: { title: string }) => title)).toEqual(['Send the plan']);
    await page.keyboard.press('b');
    await page.getByRole('heading', { name: 'Book for someone' }).waitFor();
    const search = new URL(page.url()).searchParams;
    expect(['name', 'email', 'phone'].map((name) => search.get(name))).toEqual([
      'Vera Moss',
      'vera@moss.example',
      '+4930123456',
    ]);
  }, 120_000);

  test('a company shows the meetings of its people, and gets a person who is created and linked in place', async () => {
    const page = await openRecord(`/app/records/companies/${companyId}`);
    await page.getByText('Site visit').first().waitFor();
    const people = page.getByRole('region', { name: 'People' });
    await people.getByRole('button', { name: 'Add to People' }).click();
    await page.getByRole('combobox', { name: 'Add to People' }).fill('Ivo Moss');
    await page.getByRole('option', { name: 'Create “Ivo Moss”' }).click();
    const dialog = page.getByRole('dialog', { name: 'New person' });
    expect(await dialog.getByLabel('First name').inputValue()).toBe('Ivo');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await people.getByRole('link', { name: 'Ivo Moss' }).waitFor();
    await people.getByRole('button', { name: 'Remove Ivo Moss' }).click();
    await people.getByRole('link', { name: 'Ivo Moss' }).waitFor({ state: 'detached' });
  }, 120_000);

  test('a mention by keyboard notifies, the notification leads to the record, and a reply comes back', async () => {
    const page = await openRecord();
    await page
      .getByRole('button', { name: /^Comment/ })
      .first()
      .click();
    await page.locator('[contenteditable="true"]').waitFor();
    await page.keyboard.type('Who visits? @li');
    const list = page.getByRole('listbox', { name: 'People' });
    await list.getByRole('option', { name: 'Lina Haddad' }).waitFor();
    await isClean(page, 'record mention');
    const editor = page.locator('[contenteditable="true"]');
    expect(await editor.getAttribute('aria-activedescendant')).toBe(
      await list.getByRole('option').first().getAttribute('id'),
    );
    await page.keyboard.press('Enter');
    await list.waitFor({ state: 'detached' });
    await page.keyboard.type('please');
    await page.getByRole('button', { name: 'Comment', exact: true }).last().click();
    await page.getByRole('article').getByText('@Lina Haddad').waitFor();
    const [mail] = await listMailsTo(app, lina);
    expect(mail?.subject).toBe('Mara Lindqvist mentioned you on Vera Moss');

    const hers = await openRecord('/app/notifications', lina);
    await hers.getByRole('link', { name: /Mara Lindqvist mentioned you on Vera Moss/ }).click();
    await hers.getByRole('heading', { name: 'Vera Moss', level: 1 }).waitFor();
    await hers.getByRole('button', { name: 'Comments' }).click();
    await hers.getByRole('button', { name: 'Reply' }).click();
    await hers.locator('[contenteditable="true"]').waitFor();
    await hers.keyboard.type('I do.');
    await hers.getByRole('button', { name: 'Reply' }).click();
    await hers.getByText('I do.').waitFor();
    await isClean(hers, 'record comments');

    const back = await openRecord();
    await back.getByRole('link', { name: /^Notifications/ }).click();
    await back.getByRole('link', { name: /Lina Haddad replied on Vera Moss/ }).waitFor();
    await isClean(back, 'notifications');
    await back.getByRole('button', { name: 'Mark all as read' }).click();
    await back.getByText('You’re all caught up').waitFor();
  }, 180_000);

  test('a pinned note stays on top of the timeline, which is filtered by kind and user', async () => {
    for (const note of ['First', 'Second']) await app.post(`/crm/people/${personId}/notes`, { note });
    const page = await openRecord();
    await page.getByRole('button', { name: 'Notes' }).click();
    await page.getByRole('article').filter({ hasText: 'First' }).getByRole('button', { name: 'Pin' }).click();
    await page.getByRole('button', { name: 'Unpin' }).waitFor();
    await page.getByRole('button', { name: 'Timeline' }).click();
    await page.getByRole('region', { name: 'Pinned' }).getByText('First').waitFor();
    await page.getByRole('button', { name: 'Everything' }).click();
    await page.getByRole('option', { name: 'Notes' }).click();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByText('booked a meeting').count()).toBe(0);
    await page.getByText('Mara Lindqvist wrote a note.').first().waitFor();
    await page.getByRole('button', { name: 'Everyone' }).click();
    await page.getByRole('option', { name: 'A visitor' }).click();
    await page.getByText('No matching entries').waitFor();
    await isClean(page, 'record timeline');
  }, 120_000);

  test('favorites are in the rail in their order, and so is what was opened last', async () => {
    const page = await openRecord();
    await page.getByRole('button', { name: 'Add to favorites' }).click();
    const favorites = page.getByRole('navigation', { name: 'Favorites' });
    await favorites.getByRole('link', { name: 'Vera Moss' }).waitFor();
    await page.goto(`/app/records/companies/${companyId}`);
    await page.getByRole('button', { name: 'Add to favorites' }).click();
    const links = favorites.getByRole('link');
    await expect.poll(() => links.count()).toBe(2);
    const names = () => links.allInnerTexts();
    await links.nth(1).focus();
    const second = (await names())[1];
    await page.keyboard.press('Alt+ArrowUp');
    await expect.poll(async () => (await names())[0]).toBe(second);
    await expect.poll(async () => (await app.get('/favorites')).body.favorites[0].id).toBe(companyId);
    expect(await getFocusedName(page)).toBe(second);
    await page.getByRole('button', { name: 'Add to favorites', pressed: true }).click();
    await expect.poll(() => links.count()).toBe(1);
    const recent = page.getByRole('navigation', { name: 'Recent' });
    await recent.getByRole('link', { name: second ?? '' }).waitFor();
    await recent.getByRole('button', { name: 'Recent' }).click();
    await expect.poll(() => recent.getByRole('link').count()).toBe(0);
    await isClean(page, 'rail with favorites');
  }, 120_000);
});
