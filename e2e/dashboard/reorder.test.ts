import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { createPage } from '../../server/test/booking.ts';
import { png } from '../../server/src/images/test-pictures.ts';
import { isClean, savePicture, useDashboard } from './dashboard.ts';

/** Lists that are reordered, and files that are dropped. */

const site = useDashboard();
const { app, openSignedIn } = site;

const press = async (page: Page, ...keys: string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key);
};
const middleOf = async (locator: Locator) => {
  const box = await locator.boundingBox();
  if (!box) throw new Error('It is not on the screen.');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};
const drag = async (page: Page, from: Locator, to: Locator): Promise<void> => {
  const [a, b] = [await middleOf(from), await middleOf(to)];
  await page.mouse.move(a.x, a.y);
  await page.mouse.down();
  await page.mouse.move(a.x + (b.x - a.x) / 2, a.y + (b.y - a.y) / 2, { steps: 3 });
  await page.mouse.move(b.x + Math.sign(b.x - a.x) * 6, b.y + Math.sign(b.y - a.y) * 6, { steps: 3 });
};

describe('booking pages', () => {
  test('move by pointer and by keys, as visitors see them', async () => {
    for (const title of ['Oak', 'Elm', 'Fir']) await createPage(app, { title });
    const page = await openSignedIn('/app/pages');
    const handle = (name: string) => page.getByRole('button', { name: `Reorder ${name}`, exact: true });
    const order = async (): Promise<string> =>
      (await app.get('/event-types?sort=position&count=100')).body.collection
        .map(({ title }: { title: string }) => title)
        .filter((title: string) => ['Oak', 'Elm', 'Fir'].includes(title))
        .join(' ');
    await handle('Fir').waitFor();
    await drag(page, handle('Fir'), handle('Oak'));
    await savePicture(page, 'pages dragging');
    await page.mouse.up();
    await expect.poll(order).toBe('Fir Oak Elm');
    await handle('Elm').focus();
    await press(page, 'Space');
    await page.getByText(/^Elm lifted at place/).waitFor();
    await isClean(page, 'pages lifted');
    await press(page, 'ArrowUp', 'ArrowUp');
    await press(page, 'Escape');
    await page.getByText(/^Canceled. Elm stays/).waitFor();
    expect(await order()).toBe('Fir Oak Elm');
    await press(page, 'Space', 'ArrowUp', 'Space');
    await expect.poll(order).toBe('Fir Elm Oak');
    await handle('Oak').click();
    await page.getByRole('button', { name: 'Move Oak up' }).click();
    await handle('Oak').click();
    await expect.poll(order).toBe('Fir Oak Elm');
    const visitor = await app.inject({ method: 'GET', url: '/mara-lindqvist' });
    const html = String(visitor.body);
    expect(html.indexOf('>Fir<')).toBeLessThan(html.indexOf('>Oak<'));
    expect(html.indexOf('>Oak<')).toBeLessThan(html.indexOf('>Elm<'));
  }, 120_000);
});

describe('records', () => {
  const prepare = async (slug: string): Promise<void> => {
    await app.post('/crm/objects', { slug, singularName: 'Tree', pluralName: slug });
    for (const label of ['Name', 'Height', 'Age']) {
      await app.post(`/crm/objects/${slug}/attributes`, {
        label,
        type: label === 'Name' ? 'text' : 'number',
      });
    }
    await app.patch(`/crm/objects/${slug}`, { primaryAttribute: 'name' });
    await app.post(`/crm/${slug}`, { name: 'Oak', height: 20, age: 90 });
  };

  test('columns and saved views move by pointer and by Alt and an arrow', async () => {
    await prepare('trees');
    for (const name of ['Tall', 'Old']) await app.post('/crm/trees/views', { name, isShared: true });
    const page = await openSignedIn('/app/records/trees?view=all');
    const heads = async (): Promise<string> =>
      (await page.getByRole('columnheader').allInnerTexts()).map((text) => text.trim()).join(' ');
    const sortBy = (name: string) => page.getByRole('columnheader', { name }).getByRole('button');
    await page.getByRole('gridcell', { name: '90' }).waitFor();
    const before = await heads();
    expect(before.indexOf('Height')).toBeLessThan(before.indexOf('Age'));
    await drag(page, sortBy('Age'), sortBy('Height'));
    await page.mouse.up();
    await expect
      .poll(async () => (await heads()).indexOf('Age') < (await heads()).indexOf('Height'))
      .toBe(true);
    expect(new URL(page.url()).searchParams.get('by')).toBeNull();
    await sortBy('Age').focus();
    await press(page, 'Alt+ArrowRight');
    await expect
      .poll(async () => (await heads()).indexOf('Height') < (await heads()).indexOf('Age'))
      .toBe(true);

    const views = async (): Promise<string> =>
      (await app.get('/crm/trees/views')).body.collection.map(({ name }: { name: string }) => name).join(' ');
    const tab = (name: string) => page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name });
    await drag(page, tab('Old'), tab('Tall'));
    await page.mouse.up();
    await expect.poll(views).toBe('Old Tall');
    await tab('Old').focus();
    await press(page, 'Alt+ArrowRight');
    await expect.poll(views).toBe('Tall Old');
  }, 120_000);

  /** As a browser hands over files that are dragged from the desktop. */
  const drop = async (
    page: Page,
    target: string,
    name: string,
    type: string,
    bytes: string,
  ): Promise<void> => {
    const files = await page.evaluateHandle(
      ([file = '', mime = '', text = '']) => {
        const data = new DataTransfer();
        const content = Uint8Array.from(atob(text), (letter) => letter.codePointAt(0) ?? 0);
        data.items.add(new File([content], file, { type: mime }));
        return data;
      },
      [name, type, bytes],
    );
    await page.dispatchEvent('body', 'dragenter', { dataTransfer: files });
    await page.locator('.drop-veil').first().waitFor();
    await page.dispatchEvent(target, 'dragover', { dataTransfer: files });
    await savePicture(page, `drop ${name}`);
    await page.dispatchEvent(target, 'drop', { dataTransfer: files });
  };
  const base64 = (text: string): string => Buffer.from(text).toString('base64');

  test('a file dropped anywhere on a record is attached; a CSV file on the list is imported; others are refused', async () => {
    await prepare('woods');
    const { id } = (await app.get('/crm/woods')).body.collection[0];
    const page = await openSignedIn(`/app/records/woods/${id}`);
    await page.getByRole('heading', { name: 'Oak' }).waitFor();
    await drop(page, '.body.record', 'offer.txt', 'text/plain', base64('An offer'));
    const files = async () =>
      (await app.get(`/crm/woods/${id}/files`)).body.collection.map(({ name }: { name: string }) => name);
    await expect.poll(files).toEqual(['offer.txt']);

    await page.goto('/app/records/woods?view=all');
    await page.getByRole('gridcell', { name: '90' }).waitFor();
    await drop(page, '.records.list', 'tree.png', 'image/png', png.toString('base64'));
    await page.getByText('This file can’t be imported. Drop a CSV, TSV or NDJSON file.').waitFor();
    await drop(page, '.records.list', 'trees.csv', 'text/csv', base64('Name,Height\nElm,12\n'));
    await page.getByRole('heading', { name: 'Import', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Test run' }).waitFor();
  }, 120_000);

  test('a picture dropped on a profile is used, and a text file is refused', async () => {
    const page = await openSignedIn('/app/settings/profile');
    await page.locator('.picture').first().waitFor();
    await drop(page, '.picture', 'me.txt', 'text/plain', base64('Not a picture'));
    await page.getByText('This isn’t a picture that can be used. Drop a PNG, JPEG or WebP file.').waitFor();
    await drop(page, '.picture', 'me.png', 'image/png', png.toString('base64'));
    await expect
      .poll(async () => (await app.get('/organizations/users?per_page=100')).body.collection[0].avatarUrl)
      .not.toBeNull();
  }, 90_000);
});
