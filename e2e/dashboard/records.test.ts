import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { getFocusedName } from '../site.ts';
import { isClean, useDashboard } from './dashboard.ts';

const site = useDashboard();
const { app, openSignedIn } = site;

interface Deal {
  readonly id: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

const ids: Record<string, string> = {};
let owner = '';

beforeAll(async () => {
  await app.patch('/organization', { crmEnabled: true });
  await app.post('/crm/objects', { slug: 'offers', singularName: 'Offer', pluralName: 'Offers' });
  const attribute = (body: object) => app.post('/crm/objects/offers/attributes', body);
  await attribute({ label: 'Title', type: 'text', isRequired: true });
  await attribute({
    label: 'Stage',
    type: 'status',
    options: [
      { value: 'Lead', color: 'gray' },
      { value: 'Offer sent', color: 'sky' },
      { value: 'Won', color: 'green' },
    ],
  });
  await attribute({ label: 'Amount', type: 'currency', currency: 'EUR' });
  await attribute({ label: 'Closes on', type: 'date' });
  await attribute({ label: 'Hot', type: 'checkbox' });
  await attribute({ label: 'Owner', type: 'user' });
  await attribute({
    label: 'Company',
    type: 'relation',
    relatedObjectSlug: 'companies',
    relationType: 'many_to_one',
    relatedObjectLabel: 'Offers',
  });
  await app.patch('/crm/objects/offers', { primaryAttribute: 'title' });
  owner = (await app.get('/session')).body.resource.uuid;
  const company = async (name: string, domain: string, employees: number) =>
    (await app.put('/crm/companies', { name, domain, employees })).body.company.id as string;
  const okafor = await company('Quiet Bakery', 'quiet-bakery.example', 6);
  const brandt = await company('Northern Lights', 'northern-lights.example', 58);
  const deal = async (title: string, stage: string, amount: number, companyId: string) => {
    const { body, status } = await app.post('/crm/offers', {
      title,
      stage,
      amount,
      company: [companyId],
      owner: [owner],
      closes_on: '2027-02-03',
    });
    expect(status, JSON.stringify(body)).toBe(201);
    ids[title] = body.record.id;
  };
  await deal('Spring catalog', 'Offer sent', 8400, brandt);
  await deal('Shop window', 'Lead', 2600, okafor);
  await deal('Coffee bags', 'Won', 12_750.5, okafor);
});

const deal = async (title: string): Promise<Deal> =>
  (await app.get(`/crm/offers/${ids[title]}`)).body.record as Deal;

const cell = (page: Page, row: string, name: string | RegExp) =>
  page.getByRole('row').filter({ hasText: row }).getByRole('gridcell', { name });

const press = async (page: Page, ...keys: string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key);
};

describe('the grid', () => {
  test('by keyboard alone: moves, edits, gives back with Escape, saves on leave, undoes', async () => {
    const page = await openSignedIn('/app/records/offers?by=%5B"title"%5D');
    await cell(page, 'Spring catalog', '€8,400').waitFor();
    await isClean(page, 'records grid');
    await page.getByRole('columnheader', { name: 'Company' }).waitFor();
    // The grid is one stop on the way by Tab.
    await page.getByRole('button', { name: 'Closes on' }).focus();
    await press(page, 'Tab', 'Tab');
    await expect.poll(() => getFocusedName(page)).toContain('Coffee bags');
    await press(page, 'ArrowRight', 'ArrowRight');
    await expect.poll(() => getFocusedName(page)).toBe('€12,750.50');
    await press(page, 'ArrowDown');
    await expect.poll(() => getFocusedName(page)).toBe('€2,600');
    await press(page, 'End');
    await expect.poll(() => getFocusedName(page)).toContain('Quiet Bakery');
    await press(page, 'Home');
    await press(page, 'Shift+Space');
    await expect.poll(() => page.getByRole('region', { name: 'Selected items' }).count()).toBe(1);
    await press(page, 'Shift+Space');
    await press(page, 'ArrowRight', 'ArrowRight', 'ArrowRight');
    await expect.poll(() => getFocusedName(page)).toBe('€2,600');
    // Escape gives back the old value and the focus.
    await press(page, '9', '9', 'Escape');
    await expect.poll(() => getFocusedName(page)).toBe('€2,600');
    // Typing replaces; Enter saves.
    await press(page, '3', '1', '0', '0', 'Enter');
    await expect.poll(() => getFocusedName(page)).toBe('€3,100');
    await page.getByText('Amount of Shop window set to €3,100.').waitFor();
    await expect.poll(async () => (await deal('Shop window')).attributes['amount']).toBe(3100);
    await press(page, 'Control+z');
    await expect.poll(async () => (await deal('Shop window')).attributes['amount']).toBe(2600);
    await expect.poll(() => getFocusedName(page)).toBe('€2,600');
    // A choice is found by typing.
    await press(page, 'ArrowLeft', 'Enter');
    await isClean(page, 'records choosing');
    await page.keyboard.type('won');
    await press(page, 'Enter');
    await expect.poll(() => getFocusedName(page)).toBe('Won');
    await expect
      .poll(async () => (await deal('Shop window')).attributes['stage'])
      .toMatchObject({ value: 'Won' });
  }, 120_000);

  test('a value that somebody else changed meanwhile shows both, and either can be kept', async () => {
    const page = await openSignedIn('/app/records/offers');
    await cell(page, 'Spring catalog', '€8,400').dblclick();
    await app.patch(`/crm/offers/${ids['Spring catalog']}`, { amount: 9000, hot: true });
    await page.getByLabel('Amount', { exact: true }).fill('7000');
    await press(page, 'Enter');
    const dialog = page.getByRole('dialog', { name: 'Someone else changed Amount' });
    await dialog.getByText('€9,000').waitFor();
    await dialog.getByText('€7,000').waitFor();
    await isClean(page, 'records conflict');
    expect((await deal('Spring catalog')).attributes['amount']).toBe(9000);
    await dialog.getByRole('button', { name: 'Save yours' }).click();
    await expect.poll(async () => (await deal('Spring catalog')).attributes['amount']).toBe(7000);
    // Another value of the same record stands in nobody's way.
    await app.patch(`/crm/offers/${ids['Spring catalog']}`, { closes_on: '2027-03-01' });
    await cell(page, 'Spring catalog', '€7,000').dblclick();
    await page.getByLabel('Amount', { exact: true }).fill('7500');
    await press(page, 'Enter');
    await expect.poll(async () => (await deal('Spring catalog')).attributes['amount']).toBe(7500);
  }, 60_000);

  test('a refused value stays in its editor and says why; Escape puts back what was there', async () => {
    const page = await openSignedIn('/app/records/offers');
    await cell(page, 'Coffee bags', '€12,750.50').dblclick();
    const field = page.getByLabel('Amount', { exact: true });
    await field.fill('a lot');
    await press(page, 'Enter');
    await page.getByText('Amount must be a number.').waitFor();
    expect([await field.inputValue(), await field.getAttribute('aria-invalid')]).toEqual(['a lot', 'true']);
    await press(page, 'Tab');
    expect(await field.inputValue()).toBe('a lot');
    await press(page, 'Escape');
    await cell(page, 'Coffee bags', '€12,750.50').waitFor();
    // What only the server knows comes back as it was typed.
    await app.put('/crm/people', { emails: ['taken@refused.example'], firstName: 'Aab' });
    await app.put('/crm/people', { emails: ['other@refused.example'], firstName: 'Aac' });
    await page.goto('/app/records/people?by=%5B%22firstName%22%5D');
    await cell(page, 'Aac', 'other@refused.example').dblclick();
    const emails = page.getByLabel('Email addresses', { exact: true });
    await emails.fill('taken@refused.example');
    await press(page, 'Enter');
    await page.getByRole('alert').waitFor();
    expect(await emails.inputValue()).toBe('taken@refused.example');
    await isClean(page, 'records refused');
    await press(page, 'Escape');
    await cell(page, 'Aac', 'other@refused.example').waitFor();
  }, 60_000);

  test('a column is as wide as its edge is dragged, also by keys, and the view can be saved with it', async () => {
    const page = await openSignedIn('/app/records/offers?view=all');
    const head = page.getByRole('columnheader', { name: 'Amount' });
    await head.waitFor();
    const widthOf = async () => Math.round((await head.boundingBox())?.width ?? 0);
    const before = await widthOf();
    const box = await head.locator('.grip').boundingBox();
    if (!box) throw new Error('The column has no edge.');
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 50, y, { steps: 4 });
    await page.mouse.up();
    await expect.poll(widthOf).toBe(before + 50);
    await head.getByRole('button').focus();
    await press(page, 'Shift+ArrowRight');
    await expect.poll(widthOf).toBe(before + 66);
    expect(new URL(page.url()).searchParams.get('cols')).toContain(`amount:${before + 66}`);
    await page.getByText('Unsaved changes').waitFor();
  }, 60_000);

  test('records are made, found, sorted, shown in other columns, changed and deleted together', async () => {
    const page = await openSignedIn('/app/records/offers');
    await page.getByRole('grid').waitFor();
    await press(page, 'c');
    const dialog = page.getByRole('dialog', { name: 'New offer' });
    await dialog.getByRole('button', { name: 'Create' }).click();
    await expect.poll(() => dialog.getByLabel('Title *').getAttribute('aria-invalid')).toBe('true');
    await isClean(page, 'records new');
    await dialog.getByLabel('Title *').fill('Garden signs');
    await dialog.getByLabel('Stage').selectOption('Lead');
    await dialog.getByLabel('Amount').fill('1,250');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await cell(page, 'Garden signs', '€1,250').waitFor();
    await press(page, '/');
    await page.keyboard.type('garden');
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    expect(new URL(page.url()).searchParams.get('q')).toBe('garden');
    await press(page, 'Escape');
    await expect.poll(() => page.getByRole('row').count()).toBe(5);
    await page.getByRole('columnheader', { name: 'Amount' }).getByRole('button').click();
    await expect
      .poll(() => page.getByRole('columnheader', { name: 'Amount' }).getAttribute('aria-sort'))
      .toBe('ascending');
    await expect.poll(() => page.getByRole('row').nth(1).textContent()).toContain('Garden signs');
    await page.getByRole('button', { name: /^Columns/ }).click();
    await page.getByRole('option', { name: 'Created' }).click();
    await press(page, 'Escape');
    await page.getByRole('columnheader', { name: /Created/ }).waitFor();
    await page.getByRole('row').nth(1).getByRole('link').first().click();
    await page.getByRole('complementary', { name: 'Garden signs' }).waitFor();
    await page.getByRole('button', { name: 'Next in the list' }).click();
    await expect.poll(() => page.getByRole('complementary', { name: 'Garden signs' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Previous in the list' }).click();
    await page.getByRole('complementary', { name: 'Garden signs' }).waitFor();
    await press(page, 'Escape');
    await page.getByRole('checkbox', { name: 'Select all' }).click();
    const bulk = page.getByRole('region', { name: 'Selected items' });
    await bulk.getByText('4 selected').waitFor();
    await bulk.getByRole('button', { name: 'Clear selection' }).click();
    for (const row of ['Garden signs', 'Coffee bags']) {
      await page.getByRole('row').filter({ hasText: row }).getByRole('gridcell').first().click();
    }
    await bulk.getByText('2 selected').waitFor();
    await bulk.getByRole('button', { name: 'Edit' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit 2 records' });
    await edit.getByLabel('Field').selectOption('Stage');
    await edit.getByLabel('Stage').selectOption('Offer sent');
    await isClean(page, 'records bulk edit');
    await edit.getByRole('button', { name: 'Update 2 records' }).click();
    await page.getByText('2 records updated.').waitFor();
    expect((await deal('Coffee bags')).attributes['stage']).toMatchObject({ value: 'Offer sent' });
    await page.getByRole('row').filter({ hasText: 'Garden signs' }).getByRole('gridcell').first().click();
    await bulk.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('This deletes 1 record.').waitFor();
    await isClean(page, 'records bulk delete');
    await page.getByRole('button', { name: 'Delete 1 record' }).click();
    await page.getByText('1 record deleted.').waitFor();
    await expect.poll(() => page.getByRole('row').count()).toBe(4);
  }, 120_000);
});

describe('filters and views', () => {
  test('a filter through a relation is in the address, is saved for me and for everyone, and is there again', async () => {
    const page = await openSignedIn('/app/records/offers?view=all');
    await cell(page, 'Coffee bags', '€12,750.50').waitFor();
    await page.getByText('Sum of Amount').waitFor();
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('combobox', { name: 'Add filter' }).fill('employees');
    await press(page, 'Enter');
    const chip = page.getByRole('group', { name: 'Filter by Company, employees' });
    await chip.getByLabel('Comparison of Company, employees').selectOption('at least');
    await chip.getByLabel('Value of Company, employees').fill('50');
    await press(page, 'Enter');
    await page.getByRole('row').filter({ hasText: 'Coffee bags' }).waitFor({ state: 'detached' });
    await page.getByRole('row').filter({ hasText: 'Spring catalog' }).waitFor();
    expect(new URL(page.url()).searchParams.get('where')).toBe('[["company.employees","gte","50"]]');
    await page.getByText('Unsaved changes').waitFor();
    await isClean(page, 'records filtered');
    await page.getByRole('button', { name: 'Save for me' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save view for me' });
    await dialog.getByLabel('View name').fill('Large');
    await dialog.getByRole('button', { name: 'Save' }).click();
    const views = page.getByRole('navigation', { name: 'Saved views' });
    await expect
      .poll(() => views.getByRole('link', { name: 'Large' }).getAttribute('aria-current'))
      .toBe('page');
    expect(await page.getByText('Unsaved changes').count()).toBe(0);
    expect(new URL(page.url()).searchParams.get('where')).toBeNull();
    const saved = async () => (await app.get('/crm/offers/views')).body.collection;
    expect(await saved()).toMatchObject([{ name: 'Large', isShared: false }]);
    // Changed again, it is saved for everyone under the same name.
    await page.getByRole('columnheader', { name: 'Amount' }).getByRole('button').click();
    await page.getByRole('button', { name: 'Save for everyone' }).click();
    const first = async () => (await saved())[0];
    await expect.poll(first).toMatchObject({ name: 'Large', isShared: true, sort: ['amount'] });
    // The last view of an object is the one that is opened again.
    await page.goto('/app/records/offers');
    await expect
      .poll(() => views.getByRole('link', { name: 'Large' }).getAttribute('aria-current'))
      .toBe('page');
    await page.getByRole('row').filter({ hasText: 'Coffee bags' }).waitFor({ state: 'detached' });
    await views.getByRole('link', { name: 'All' }).click();
    await page.getByRole('row').filter({ hasText: 'Coffee bags' }).waitFor();
    await views.getByRole('link', { name: 'Large' }).click();
    await page.getByRole('button', { name: 'This view' }).click();
    await page.getByRole('option', { name: 'Delete view' }).click();
    await page.getByText('View deleted.').waitFor();
    expect(await saved()).toEqual([]);
  }, 120_000);

  test('a nested filter of a view is used as it is, and can be taken away', async () => {
    const { body } = await app.post('/crm/offers/views', {
      name: 'Either',
      filter: { or: [{ title: 'Coffee bags' }, { title: 'Shop window' }] },
    });
    const page = await openSignedIn(`/app/records/offers?view=${body.view.id}`);
    await page.getByRole('row').filter({ hasText: 'Coffee bags' }).waitFor();
    expect(await page.getByRole('row').filter({ hasText: 'Spring catalog' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Remove advanced filter' }).click();
    await page.getByRole('row').filter({ hasText: 'Spring catalog' }).waitFor();
  }, 60_000);
});

describe('a record', () => {
  test('opens beside the list and as a page; facts, links and notes are changed, and the timeline says so', async () => {
    const page = await openSignedIn('/app/records/offers');
    await page.getByRole('row').filter({ hasText: 'Shop window' }).getByRole('link').click();
    const panel = page.getByRole('complementary', { name: 'Shop window' });
    await panel.getByText('Mara Lindqvist', { exact: true }).first().waitFor();
    expect(new URL(page.url()).searchParams.get('peek')).toBe(ids['Shop window']);
    await isClean(page, 'record beside');
    await press(page, 'Escape');
    await expect.poll(() => page.getByRole('complementary').count()).toBe(0);
    await press(page, 'Space');
    await panel.getByRole('link', { name: 'Open as page' }).click();
    await page.getByRole('heading', { name: 'Shop window', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Edit Amount' }).click();
    await page.getByLabel('Amount', { exact: true }).fill('4200');
    await press(page, 'Enter');
    await expect.poll(() => getFocusedName(page)).toMatch(/^Edit Amount: /);
    await expect.poll(async () => (await deal('Shop window')).attributes['amount']).toBe(4200);
    await page.getByRole('button', { name: 'Edit Company' }).click();
    await page.getByRole('combobox', { name: 'Company' }).fill('northern');
    await page.getByRole('option', { name: 'Northern Lights' }).click();
    await page.getByText('Company of Shop window set to Northern Lights.').waitFor();
    await page.getByRole('button', { name: 'Notes' }).click();
    await page.getByLabel('Write a note').click();
    await page.locator('[contenteditable="true"]').waitFor();
    await page.keyboard.type('Wants <two> windows');
    await page.getByRole('button', { name: 'Save note' }).click();
    await page.getByText('Wants <two> windows').first().waitFor();
    await page.getByRole('button', { name: 'Timeline' }).click();
    await page.getByText('Mara Lindqvist wrote a note.').waitFor();
    await isClean(page, 'record page');
    // The other side of the relation has it as well, and can take it away.
    const [company] = (await deal('Shop window')).attributes['company'] as string[];
    await page.goto(`/app/records/companies/${company}`);
    const offers = page.getByRole('region', { name: 'Offers' });
    await offers.getByRole('link', { name: 'Shop window' }).waitFor();
    await offers.getByRole('button', { name: 'Remove Shop window' }).click();
    await offers.getByRole('link', { name: 'Shop window' }).waitFor({ state: 'detached' });
    await offers.getByRole('button', { name: 'Add to Offers' }).click();
    await page.getByRole('combobox', { name: 'Add to Offers' }).fill('shop');
    await page.getByRole('option', { name: 'Shop window' }).click();
    await offers.getByRole('link', { name: 'Shop window' }).waitFor();
    await isClean(page, 'record company');
  }, 120_000);

  test('a merged one leads to its survivor; a deleted one comes back', async () => {
    const make = async (title: string) => (await app.post('/crm/offers', { title })).body.record.id as string;
    const [survivorId, mergedId] = [await make('Signs'), await make('Signs again')];
    await app.post('/crm/offers/merge', { survivorId, mergedId });
    const page = await openSignedIn(`/app/records/offers/${mergedId}`);
    await page.getByRole('heading', { name: 'Signs', level: 1 }).waitFor();
    await expect.poll(() => new URL(page.url()).pathname).toBe(`/app/records/offers/${survivorId}`);
    await page.getByRole('main').getByRole('button', { name: 'More' }).click();
    await page.getByRole('option', { name: 'Delete' }).click();
    await page.getByText('Signs deleted.').waitFor();
    expect((await app.get(`/crm/offers/${survivorId}`)).status).toBe(404);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Record restored.').waitFor();
    expect((await app.get(`/crm/offers/${survivorId}`)).status).toBe(200);
  }, 60_000);

  test('a person has the facts of their meetings, is exported, and erased once their name is typed', async () => {
    const { body } = await app.put('/crm/people', {
      firstName: 'Eve',
      lastName: 'Harbour',
      emails: ['eve@harbour.example'],
    });
    const page = await openSignedIn(`/app/records/people/${body.person.id}`);
    await page.getByRole('heading', { name: 'Eve Harbour', level: 1 }).waitFor();
    await page.getByText('Meetings in the last 90 days').waitFor();
    await isClean(page, 'record person');
    await page.getByRole('main').getByRole('button', { name: 'More' }).click();
    const downloaded = page.waitForEvent('download');
    await page.getByRole('option', { name: 'Export personal data' }).click();
    expect((await downloaded).suggestedFilename()).toBe('Eve Harbour.json');
    await page.getByRole('main').getByRole('button', { name: 'More' }).click();
    await page.getByRole('option', { name: 'Erase personal data' }).click();
    const dialog = page.getByRole('dialog', { name: 'Erase Eve Harbour everywhere?' });
    const erase = dialog.getByRole('button', { name: 'Erase personal data' });
    expect(await erase.isDisabled()).toBe(true);
    await dialog.getByLabel('Type “Eve Harbour” to confirm').fill('Eve Harbour');
    await erase.click();
    await page.getByText('Person erased.').waitFor();
    expect((await app.get(`/crm/people/${body.person.id}`)).status).toBe(404);
  }, 60_000);
});
