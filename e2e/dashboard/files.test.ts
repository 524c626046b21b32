import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createPage, mara } from '../../server/test/booking.ts';
import { fillInForm, checkEachForm, phone, listViolations } from '../site.ts';
import { isClean, useDashboard } from './dashboard.ts';

const { app, open, openSignedIn } = useDashboard();
const offer = { name: 'offer.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 An offer') };

test('files are added to a record, refused, downloaded and deleted', { timeout: 90_000 }, async () => {
  const { person } = (await app.post('/crm/people', { firstName: 'Tove' })).body;
  const page = await openSignedIn(`/app/records/people/${person.id}`);
  await page.getByRole('button', { name: 'Files', exact: true }).click();
  await page.getByText('No files yet').waitFor();
  await page.getByLabel('Add files').setInputFiles([offer, { ...offer, name: 'plan.pdf' }]);
  await page.getByRole('link', { name: 'plan.pdf' }).waitFor();
  await isClean(page, 'files of a record');
  const svg = { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg onload="x">') };
  await page.getByLabel('Add files').setInputFiles(svg);
  await page.getByText('This file type isn’t allowed', { exact: false }).waitFor();

  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'offer.pdf' }).click();
  const saved = await download;
  expect(saved.suggestedFilename()).toBe('offer.pdf');
  expect(readFileSync(await saved.path()).equals(offer.buffer)).toBe(true);

  await page.getByRole('button', { name: 'Delete plan.pdf' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('File deleted.').waitFor();
  await page.getByRole('link', { name: 'plan.pdf' }).waitFor({ state: 'detached' });
});

test('a visitor on a phone answers with a file, and the host downloads it', { timeout: 90_000 }, async () => {
  const made = await createPage(app, {
    title: 'With a brief',
    inviteeQuestions: [{ question: 'Your brief', type: 'FILE_INPUT', isRequired: true }],
  });
  const visitor = await open(`/${mara}/${made.slug}?date=2027-01-12&time=16:00`, phone);
  await fillInForm(visitor, { email: 'brief@okafor.example' });
  const book = visitor.getByRole('button', { name: 'Book 16:00' });
  await book.click();
  await visitor.getByText('This field is required.').waitFor();
  const svg = { name: 'brief.pdf', mimeType: 'application/pdf', buffer: Buffer.from('<svg onload="x">') };
  await visitor.getByLabel('Your brief').setInputFiles(svg);
  await visitor.getByText('The file couldn’t be uploaded', { exact: false }).waitFor();
  await visitor.getByLabel('Your brief').setInputFiles({ ...offer, name: 'brief.pdf' });
  await visitor.getByText('File uploaded.').waitFor();
  await checkEachForm(visitor, async (form, rules) =>
    expect(await listViolations(visitor, rules), `${form} of a page with a file`).toEqual([]),
  );
  await book.click();
  await visitor.waitForURL(/\/bookings\//);

  const { collection } = (await app.get('/scheduled-events?inviteeEmail=brief@okafor.example')).body;
  const page = await openSignedIn(`/app/events/${collection[0].uuid}`);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'brief.pdf' }).click();
  expect(readFileSync(await (await download).path()).equals(offer.buffer)).toBe(true);
});
