import { beforeAll, expect, test } from 'vitest';
import { createTestImport } from '../../server/src/crm/test-import.ts';
import { isClean, useDashboard } from './dashboard.ts';

const { app, openSignedIn } = useDashboard();

beforeAll(() => app.patch('/organization', { crmEnabled: true }));

const contacts = [
  'First name,Last name,Email',
  'Ines,Okonkwo,ines@okonkwo.example',
  'Inès,Okonkwo,i.okonkwo@okonkwo.example',
  'Pavel,Novak,pavel@novak.example',
  'Pavel,Novák,p.novak@novak.example',
].join('\n');

const countGroups = async (): Promise<number> =>
  (await app.get('/crm/people/duplicates')).body.collection.length;

test('an import says how many duplicates there are; two are compared and merged, the others at once, with Undo', async () => {
  const before = await countGroups();
  const page = await openSignedIn('/app/records/people/import');
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'contacts.csv', mimeType: 'text/csv', buffer: Buffer.from(contacts) });
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect.poll(() => new URL(page.url()).searchParams.get('run')).not.toBe(null);
  await createTestImport(app).work(new URL(page.url()).searchParams.get('run') ?? '');
  await page.getByText('Import complete.').waitFor();
  await expect.poll(countGroups).toBe(before + 2);
  await page.getByText(`${before + 2} possible duplicates`).waitFor();
  await isClean(page, 'imported duplicates');
  await page.getByRole('link', { name: 'Review duplicates' }).click();
  await page.getByRole('heading', { name: 'Duplicates', level: 1 }).waitFor();
  await page.getByText('i.okonkwo@okonkwo.example').waitFor();
  await isClean(page, 'duplicates');

  await page.getByRole('button', { name: 'Compare and merge Ines Okonkwo' }).click();
  const dialog = page.getByRole('dialog', { name: 'Merge records' });
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click();
  await page.getByText('Records merged into Ines Okonkwo.').waitFor();
  await expect.poll(() => page.getByText('i.okonkwo@okonkwo.example').count()).toBe(0);

  await page.getByRole('checkbox', { name: 'Select Pavel Novak' }).click();
  const bar = page.getByRole('region', { name: 'Selected items' });
  await bar.getByRole('button', { name: 'Merge' }).click();
  await page.getByRole('dialog', { name: 'Merge 1 group?' }).getByRole('button', { name: 'Merge' }).click();
  await page.getByText('1 group merged.').waitFor();
  expect(await countGroups()).toBe(before);
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect.poll(countGroups).toBe(before + 1);

  await page.getByRole('button', { name: 'Not duplicates Pavel Novak' }).click();
  await page.getByText('1 group won’t be suggested again.').waitFor();
  expect(await countGroups()).toBe(before);
  await page.reload();
  await page.getByRole('heading', { name: 'Duplicates', level: 1 }).waitFor();
  expect(await page.getByText('p.novak@novak.example').count()).toBe(0);
}, 120_000);

test('without duplicates, the page says what would be there', async () => {
  const { slug } = (
    await app.post('/crm/objects', { singularName: 'Boat', pluralName: 'Boats', slug: 'boats' })
  ).body.object;
  const page = await openSignedIn(`/app/records/${slug}`);
  await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('option', { name: 'Find duplicates' }).click();
  await page.getByText('No duplicates').waitFor();
  await isClean(page, 'no duplicates');
}, 60_000);
