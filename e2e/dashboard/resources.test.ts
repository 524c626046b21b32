import { expect, test } from 'vitest';
import { bookPage, createPage } from '../../server/test/booking.ts';
import { fillInForm, phone } from '../site.ts';
import { isClean, useDashboard } from './dashboard.ts';

/** Rooms, in a real browser. */

const site = useDashboard();
const { app, openSignedIn } = site;

test('an admin adds a room and lets a page need it; a visitor on a phone gets it, and nobody else at that time', async () => {
  const made = await createPage(app, { title: 'Workshop' });
  const other = await createPage(app, { title: 'Other', hosts: [{ email: 'tomas@juniper.example' }] });
  const settings = await openSignedIn('/app/settings/resources');
  await settings.getByText('No rooms or equipment yet').waitFor();
  await settings.getByRole('button', { name: 'Add' }).first().click();
  const dialog = settings.getByRole('dialog', { name: 'Add room or equipment' });
  await dialog.getByLabel('Name').fill('Aalto');
  await dialog.getByLabel('Type').fill('Room');
  await dialog.getByLabel('Capacity').fill('many');
  await dialog.getByLabel('Location').fill('Second floor');
  await isClean(settings, 'add a room');
  await dialog.getByRole('button', { name: 'Add' }).click();
  await expect.poll(() => dialog.locator('[aria-invalid]').getAttribute('name')).toBe('capacity');
  await dialog.getByLabel('Capacity').fill('6');
  await dialog.getByRole('button', { name: 'Add' }).click();
  await settings.getByText('Room, 6 people, Second floor').waitFor();
  await isClean(settings, 'rooms');

  const page = await openSignedIn(`/app/pages/${made.uuid}`);
  await page.getByRole('checkbox', { name: 'Room', exact: true }).check();
  await page.getByRole('group', { name: 'Allowed: Room' }).getByRole('checkbox', { name: 'Aalto' }).check();
  await isClean(page, 'what a page needs');
  await page.getByRole('button', { name: 'Save' }).first().click();
  const needs = async (uuid: string) =>
    (await app.get(`/event-types/${uuid}/settings`)).body.resource.resources;
  await expect
    .poll(() => needs(made.uuid))
    .toMatchObject([{ kind: 'Room', resourceIds: [expect.any(String)] }]);

  await app.patch(`/event-types/${other.uuid}`, { resources: [{ kind: 'Room' }] });
  expect((await bookPage(app, other, { start: '15:30' })).status).toBe(200);
  const taken = await site.open(`/mara-lindqvist/${made.slug}?date=2027-01-12`, phone);
  await taken
    .getByRole('button', { name: '15:00' })
    .or(taken.getByRole('link', { name: '15:00' }))
    .first()
    .waitFor();
  expect(await taken.getByText('15:30', { exact: true }).count()).toBe(0);
  const visitor = await site.open(`/mara-lindqvist/${made.slug}?date=2027-01-12&time=16:00`, phone);
  await fillInForm(visitor, { email: 'room@okafor.example' });
  await visitor.getByRole('button', { name: 'Book 16:00' }).click();
  await visitor.getByText('Aalto, Second floor').waitFor();

  const { collection } = (await app.get('/scheduled-events?inviteeEmail=room@okafor.example')).body;
  await page.goto(`/app/events/${collection[0].uuid}`);
  await page.getByText('Aalto, Second floor').waitFor();
  await settings.reload();
  await settings.getByRole('button', { name: 'Edit “Aalto”' }).click();
  await settings.getByText('Workshop', { exact: false }).waitFor();
  await isClean(settings, 'a room');
  await settings.getByRole('button', { name: 'Delete' }).click();
  await settings
    .getByRole('dialog', { name: 'Delete “Aalto”?' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await settings.getByText('2 events to come have it', { exact: false }).waitFor();
}, 120_000);
