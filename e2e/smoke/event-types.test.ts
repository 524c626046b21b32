import { expect, test } from 'vitest';
import { bookPage } from '../../server/test/booking.ts';
import { isClean, useDashboard } from '../dashboard/dashboard.ts';

const { app, openSignedIn } = useDashboard();

test('a page is made, refused at its fields, edited beside its preview, and booked; switched off, it is not', async () => {
  const page = await openSignedIn('/app/pages');
  await page.getByRole('link', { name: 'New booking page' }).click();
  await page.getByLabel('Duration', { exact: true }).fill('0');
  await page.getByRole('button', { name: 'Create page' }).click();
  await expect.poll(() => page.getByLabel('Title').getAttribute('aria-invalid')).toBe('true');
  expect(await page.getByLabel('Duration', { exact: true }).getAttribute('aria-invalid')).toBe('true');
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('title');
  await isClean(page, 'new page refused');
  await page.getByLabel('Title').fill('Garden visit');
  await page.getByLabel('Duration', { exact: true }).fill('45');
  await page.getByRole('button', { name: 'Create page' }).click();
  await page.getByRole('heading', { name: 'Garden visit', level: 1 }).waitFor();
  const preview = page.frameLocator('iframe');
  await preview.getByRole('heading', { name: 'Garden visit' }).waitFor();
  await page.getByRole('textbox', { name: 'Description' }).click();
  await page.getByRole('button', { name: 'Bold' }).waitFor();
  await page.keyboard.type('We look at <your> garden.');
  await page.getByText('Unsaved changes').waitFor();
  await preview.getByText('We look at <your> garden.').waitFor();
  await page.getByRole('button', { name: 'Add location' }).click();
  await page.getByRole('button', { name: 'Add location' }).click();
  await page.getByRole('combobox', { name: 'Location 2' }).selectOption('In person');
  await page.getByRole('group', { name: 'Location 2' }).getByLabel('Address').fill('Garden 1');
  await page.getByRole('button', { name: 'Add question' }).click();
  await page.getByRole('combobox', { name: 'Answer' }).selectOption('Dropdown');
  await page.getByLabel('Events per day').fill('0');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(() => page.getByLabel('Events per day').getAttribute('aria-invalid')).toBe('true');
  const question = page.getByRole('group', { name: 'Question 1' });
  expect(await question.getByRole('textbox', { name: 'Question' }).getAttribute('aria-invalid')).toBe('true');
  expect(await question.getByLabel('Choices, one per line').getAttribute('aria-invalid')).toBe('true');
  await isClean(page, 'page refused');
  await page.getByLabel('Events per day').fill('3');
  await page.getByLabel('Booked time per month').fill('10 hours');
  await page.getByLabel('Bookings per invitee').fill('2');
  await page.getByLabel('Counted').selectOption('per month');
  await page.getByLabel('Invitees can cancel until').fill('1 day');
  await question.getByRole('textbox', { name: 'Question' }).fill('Which garden?');
  await question.getByLabel('Choices, one per line').fill('Front\nBack');
  await page.getByLabel('Buffer after').fill('15');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved', { exact: true }).waitFor();
  await isClean(page, 'page editor');
  const { body } = await app.get('/event-types?count=100');
  const made = body.collection.find(({ title }: { title: string }) => title === 'Garden visit');
  const { resource } = (await app.get(`/event-types/${made.uuid}/settings`)).body;
  expect(resource).toMatchObject({
    duration: 45,
    description: '<p>We look at &lt;your&gt; garden.</p>',
    bufferAfter: 15,
    dailyLimit: 3,
    monthlyMinutes: 600,
    inviteeLimit: { bookings: 2, period: 'month' },
    cancellationNotice: 1440,
    locations: [{ type: 'VIDEO_CALL' }, { type: 'IN_PERSON', address: 'Garden 1' }],
    inviteeQuestions: [{ question: 'Which garden?', type: 'SELECT_INPUT', options: ['Front', 'Back'] }],
  });
  const booked = await bookPage(app, made, { date: '2027-01-15', start: '09:00', location: 'VIDEO_CALL' });
  expect(booked.status, JSON.stringify(booked.body)).toBe(200);
  await page.getByLabel('Date', { exact: true }).fill('2027-01-15');
  await page.getByLabel('Time', { exact: true }).fill('09:00');
  await page.getByText('Friday, 15 January, 09:00 isn’t available.').waitFor();
  await page.getByRole('link', { name: 'Open event' }).waitFor();
  await page.getByRole('switch', { name: 'Active' }).click();
  await page.getByText('People can no longer book this page.').waitFor();
  expect((await app.get(`/event-types/${made.uuid}`)).body.resource.isActive).toBe(false);
}, 180_000);
