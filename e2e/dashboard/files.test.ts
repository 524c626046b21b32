import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isClean, useDashboard } from './dashboard.ts';

const { app, openSignedIn } = useDashboard();
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };
const offer = { name: 'offer.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 An offer') };

test('files are added to a record, refused, downloaded and deleted', { timeout: 90_000 }, async () => {
  const { person } = (await app.post('/crm/people', { firstName: 'Tove' })).body;
  const page = await openSignedIn(`/app/records/people/${person.id}`);
  await page.getByRole('button', { name: 'Files', exact: true }).click();
  await page.getByText('No files.').waitFor();
  await page.getByLabel('Add files').setInputFiles([offer, { ...offer, name: 'plan.pdf' }]);
  await page.getByRole('link', { name: 'plan.pdf' }).waitFor();
  await isClean(page, 'files of a record');
  const svg = { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg onload="x">') };
  await page.getByLabel('Add files').setInputFiles(svg);
  await page.getByText('Files of this kind are not taken', { exact: false }).waitFor();

  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'offer.pdf' }).click();
  const saved = await download;
  expect(saved.suggestedFilename()).toBe('offer.pdf');
  expect(readFileSync(await saved.path()).equals(offer.buffer)).toBe(true);

  await page.getByRole('button', { name: 'Delete plan.pdf' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('The file was deleted.').waitFor();
  await page.getByRole('link', { name: 'plan.pdf' }).waitFor({ state: 'detached' });

  const small = await openSignedIn(`/app/records/people/${person.id}`, phone);
  await small.getByRole('button', { name: 'Files', exact: true }).click();
  await small.getByRole('link', { name: 'offer.pdf' }).waitFor();
  await isClean(small, 'files of a record on a phone');
});
