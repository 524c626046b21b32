import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { createTestImport } from '../../server/src/crm/test-import.ts';
import { getFocusedName } from '../site.ts';
import { dragByTouch, isClean, useDashboard } from './dashboard.ts';

const site = useDashboard();
const { app, openSignedIn } = site;

beforeAll(async () => {
  await app.post('/crm/objects', { slug: 'orders', singularName: 'Order', pluralName: 'Orders' });
  const attribute = (body: object) => app.post('/crm/objects/orders/attributes', body);
  await attribute({ label: 'Title', type: 'text', isUnique: true });
  await attribute({
    label: 'Stage',
    type: 'status',
    options: [
      { value: 'Asked', color: 'gray' },
      { value: 'Printing', color: 'sky' },
      { value: 'Sent', color: 'green' },
    ],
  });
  await attribute({ label: 'Amount', type: 'currency', currency: 'EUR' });
  await app.patch('/crm/objects/orders', { primaryAttribute: 'title' });
  await app.post('/crm/orders/bulk', {
    records: [
      { title: 'Cards', stage: 'Asked', amount: 100 },
      { title: 'Posters', stage: 'Asked', amount: 250 },
      { title: 'Books', stage: 'Sent', amount: 900 },
      { title: 'Bags' },
    ],
  });
});

const press = async (page: Page, ...keys: string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key);
};

async function stageOf(title: string): Promise<string | undefined> {
  const { body } = await app.get(`/crm/orders?filter[title]=${title}`);
  return body.collection[0].attributes.stage?.value as string | undefined;
}

const lane = (page: Page, name: string) => page.getByRole('region', { name: `Lane ${name}` });

describe('the board', () => {
  test('by keyboard alone: a card is found, moved, opened, and moved back', async () => {
    const page = await openSignedIn('/app/records/orders');
    await page.getByRole('gridcell', { name: '€900' }).waitFor();
    await page.getByRole('button', { name: /^Layout/ }).focus();
    await press(page, 'Enter');
    await page.keyboard.type('stage');
    await press(page, 'Enter');
    await lane(page, 'Asked').getByRole('link', { name: 'Cards' }).waitFor();
    await lane(page, 'None').getByRole('link', { name: 'Bags' }).waitFor();
    await lane(page, 'Asked').getByText('€350').waitFor();
    expect(new URL(page.url()).searchParams.get('lanes')).toBe('stage');
    await isClean(page, 'records board');
    await lane(page, 'Asked').getByRole('link').first().focus();
    const first = await getFocusedName(page);
    await press(page, 'ArrowDown');
    await expect.poll(() => getFocusedName(page)).not.toBe(first);
    const title = await getFocusedName(page);
    await press(page, 'Shift+ArrowRight');
    await lane(page, 'Printing').getByRole('link', { name: title }).waitFor();
    await expect.poll(() => stageOf(title)).toBe('Printing');
    await page.getByText(`Stage of ${title} set to Printing.`).waitFor();
    await expect.poll(() => getFocusedName(page)).toBe(title);
    await press(page, 'ArrowRight');
    await expect.poll(() => getFocusedName(page)).toBe('Books');
    await press(page, 'ArrowLeft');
    await expect.poll(() => getFocusedName(page)).toBe(title);
    // The menu names every lane.
    await press(page, 'Tab');
    await expect.poll(() => getFocusedName(page)).toBe(`Move ${title} to`);
    await press(page, 'Enter');
    await page.keyboard.type('ask');
    await press(page, 'Enter');
    await expect.poll(() => stageOf(title)).toBe('Asked');
    await lane(page, 'Asked').getByRole('link', { name: title }).waitFor();
    await lane(page, 'Asked').getByRole('link', { name: title }).focus();
    await press(page, 'Space');
    await page.getByRole('complementary', { name: title }).waitFor();
  }, 120_000);

  test('by pointer: a card is dragged to another lane; Escape leaves it where it was', async () => {
    const page = await openSignedIn('/app/records/orders?lanes=stage');
    const card = lane(page, 'Sent').getByRole('link', { name: 'Books' });
    const box = await card.boundingBox();
    const target = await lane(page, 'Printing').boundingBox();
    if (!box || !target) throw new Error('The board is not shown.');
    const drag = async (): Promise<void> => {
      await page.mouse.move(box.x + 20, box.y + 8);
      await page.mouse.down();
      await page.mouse.move(box.x - 40, box.y + 40, { steps: 4 });
      await page.mouse.move(target.x + 60, target.y + 90, { steps: 6 });
    };
    await drag();
    await press(page, 'Escape');
    await page.mouse.up();
    expect(await stageOf('Books')).toBe('Sent');
    await drag();
    await page.mouse.up();
    await lane(page, 'Printing').getByRole('link', { name: 'Books' }).waitFor();
    await expect.poll(() => stageOf('Books')).toBe('Printing');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => stageOf('Books')).toBe('Sent');
  }, 60_000);

  test('by touch: a card that a finger rests on is dragged to another lane', async () => {
    const page = await openSignedIn('/app/records/orders?lanes=stage', {
      hasTouch: true,
      viewport: { width: 1280, height: 800 },
    });
    const card = lane(page, 'Sent').getByRole('link', { name: 'Books' });
    const [box, target] = [await card.boundingBox(), await lane(page, 'Printing').boundingBox()];
    if (!box || !target) throw new Error('The board is not shown.');
    const from = { x: box.x + 20, y: box.y + 8 };
    await dragByTouch(page, from, { x: target.x + 60, y: target.y + 90 }, 500);
    await expect.poll(() => stageOf('Books')).toBe('Printing');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => stageOf('Books')).toBe('Sent');
  }, 60_000);
});

describe('fields', () => {
  test('an object and its fields are made, changed and deleted, each with what it costs', async () => {
    const page = await openSignedIn('/app/records/orders');
    await page.getByRole('button', { name: 'Switch object' }).click();
    await page.getByRole('option', { name: 'New object' }).click();
    const dialog = page.getByRole('dialog', { name: 'New object' });
    await dialog.getByLabel('Singular name').fill('Project');
    await dialog.getByLabel('Plural name').fill('Projects');
    expect(await dialog.getByLabel('URL slug').inputValue()).toBe('projects');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { name: 'Fields', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'New field' }).click();
    const field = page.getByRole('dialog', { name: 'New field' });
    await field.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => field.getByLabel('Label').getAttribute('aria-invalid')).toBe('true');
    await field.getByLabel('Label').fill('Phase');
    await field.getByLabel('Type').selectOption('Single select');
    for (const [index, name] of ['Idea', 'Draft', 'Done'].entries()) {
      await field.getByRole('button', { name: 'Add option' }).click();
      await field.getByLabel(`Name of option ${index + 1}`).fill(name);
    }
    await field.getByRole('button', { name: 'Reorder Done' }).focus();
    await press(page, 'Space', 'ArrowUp', 'Space');
    await field.getByLabel('Color of option Done').selectOption('Green');
    await isClean(page, 'records new field');
    await field.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Edit Phase' }).waitFor();
    const read = async () => (await app.get('/crm/objects/projects')).body.object;
    const phase = (await read()).attributes.find(({ key }: { key: string }) => key === 'phase');
    expect(phase.options.map(({ value, color }: { value: string; color: string }) => [value, color])).toEqual(
      [
        ['Idea', 'gray'],
        ['Done', 'green'],
        ['Draft', 'blue'],
      ],
    );
    await isClean(page, 'records fields');
    await app.post('/crm/projects', { name: 'Harbour', phase: 'Idea' });
    await page.getByRole('button', { name: 'Edit Phase' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit Phase' });
    await edit.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('1 record will lose its value.').waitFor();
    await isClean(page, 'records delete field');
    await page.getByRole('button', { name: 'Delete field' }).click();
    await page.getByText('Field deleted.').waitFor();
    await page.getByLabel('Permissions of users').selectOption('Read');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(async () => (await read()).permissions.user).toBe('read');
    await page.getByRole('button', { name: 'Delete object' }).click();
    await page.getByText('This deletes 1 record.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete object' }).click();
    await page.getByText('Projects deleted.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Record restored.').waitFor();
    expect((await read()).slug).toBe('projects');
  }, 120_000);
});

/** The worker does not run in tests. */
async function runShownImport(page: Page, before = ''): Promise<void> {
  const shown = (): string => new URL(page.url()).searchParams.get('run') ?? '';
  await expect
    .poll(async () => shown() !== before && (await app.get(`/crm/imports/${shown()}`)).status)
    .toBe(200);
  await createTestImport(app).work(shown());
}

describe('files', () => {
  test('a file is assigned, tried, imported without its wrong values, and undone; the list is exported', async () => {
    const page = await openSignedIn('/app/records/orders');
    await page.getByRole('link', { name: 'Import' }).click();
    await page.getByLabel('File').setInputFiles({
      name: 'orders.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('Title;Sum;Stage\nLabels;12,50;Asked\nStamps;7,25;Nowhere\n'),
    });
    expect(await page.getByLabel('Title').inputValue()).toBe('title');
    await page.getByLabel('Sum').selectOption('Amount');
    await isClean(page, 'records import');
    await page.getByRole('button', { name: 'Test run' }).click();
    await runShownImport(page);
    await page.getByText('An import would change this:').waitFor();
    await page.getByRole('table', { name: 'Rows with errors' }).getByText('Stage').waitFor();
    expect((await app.get('/crm/orders?filter[title]=Labels')).body.collection).toHaveLength(0);
    const trial = new URL(page.url()).searchParams.get('run') ?? '';
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await runShownImport(page, trial);
    await page.getByText('Import complete.').waitFor();
    await page.getByText('The rest of the row was imported.').waitFor();
    await isClean(page, 'records imported');
    expect((await app.get('/crm/orders?filter[title]=Stamps')).body.collection).toHaveLength(1);
    const { body } = await app.get('/crm/orders?filter[title]=Labels');
    expect(body.collection[0].attributes.amount).toBe(12.5);
    await page.getByRole('button', { name: 'Undo import' }).click();
    await page.getByText('Undoing the import…').waitFor();
    await runShownImport(page);
    await page.getByText('Import undone.').waitFor();
    expect((await app.get('/crm/orders?filter[title]=Labels')).body.collection).toHaveLength(0);
    await page.goto('/app/records/orders?where=[["title","eq","Books"]]');
    await page.getByRole('gridcell', { name: '€900' }).waitFor();
    const downloaded = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    const file = await (await downloaded).createReadStream();
    let text = '';
    for await (const chunk of file) text += String(chunk);
    expect(text).toContain('Books');
    expect(text).not.toContain('Posters');
  }, 120_000);

  test('two records are merged with a choice for each field, and are two again', async () => {
    await app.post('/crm/orders/bulk', {
      records: [
        { title: 'Calendars', stage: 'Asked', amount: 10 },
        { title: 'Calendars 2027', stage: 'Sent' },
      ],
    });
    const page = await openSignedIn('/app/records/orders?q=calendars');
    await page.getByRole('gridcell', { name: '€10' }).waitFor();
    for (const row of [1, 2]) await page.getByRole('row').nth(row).getByRole('gridcell').first().click();
    await page.getByRole('button', { name: 'Merge' }).click();
    const dialog = page.getByRole('dialog', { name: 'Merge records' });
    await dialog.getByRole('radio', { name: 'Sent' }).check();
    await dialog.getByRole('radio', { name: 'Calendars 2027' }).check();
    await isClean(page, 'records merge');
    await dialog.getByRole('button', { name: 'Merge' }).click();
    await page.getByRole('complementary', { name: 'Calendars 2027' }).waitFor();
    const found = async () => (await app.get('/crm/orders?search=calendars')).body.collection as unknown[];
    await expect.poll(async () => (await found()).length).toBe(1);
    expect(JSON.stringify(await found())).toContain('"amount":10');
    expect(await stageOf('Calendars 2027')).toBe('Sent');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Merge undone.').waitFor();
    expect(await found()).toHaveLength(2);
  }, 60_000);
});

test('all that a filter finds is counted, and deleted', async () => {
  const page = await openSignedIn('/app/records/orders?where=[["title","eq","Bags"]]');
  await page.getByRole('row').filter({ hasText: 'Bags' }).waitFor();
  await page.getByRole('main').getByRole('button', { name: 'More' }).click();
  await page.getByRole('option', { name: 'Delete all filtered records' }).click();
  await page.getByText('This deletes 1 record.').waitFor();
  await page.getByRole('button', { name: 'Delete 1 record' }).click();
  await page.getByText('1 record deleted.').waitFor();
  const { body } = await app.get('/crm/orders?filter[title]=Bags');
  expect(body.collection).toEqual([]);
}, 60_000);
