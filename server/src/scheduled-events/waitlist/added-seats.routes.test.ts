import { expect, test } from 'vitest';
import { bookPage, buildBooking, createPage, mara } from '../../../test/booking.ts';
import { useApp } from '../../../test/harness.ts';

const clock = { now: () => new Date('2027-01-11T06:00:00Z') };
/** Nothing follows from a request here: what is true is so with its transaction. */
const app = useApp({ clock, manualEffects: true });

const open = { bookingWindow: { type: 'unlimited' } };
const group = { ...open, type: 'GROUP', maxActiveInvitees: 1, waitlist: true };

const wait = async (page: { slug: string }, date: string, email: string) => {
  const { ownerSlug: _, eventTypeSlug: __, ...booking } = buildBooking(page, { date, email, waitlist: true });
  expect((await app.post(`/public/pages/${mara}/${page.slug}/bookings`, booking)).status).toBe(202);
};
const comingTo = async (eventId: string): Promise<string[]> =>
  (await app.get(`/scheduled-events/${eventId}`)).body.resource.invitees.map(
    ({ email }: { email: string }) => email,
  );

test('seats that are added to a page go to the waitlist in the same transaction; 409: for others', async () => {
  const date = '2027-02-02';
  const page = await createPage(app, group);
  const { uuid } = (await bookPage(app, page, { date })).body;
  await wait(page, date, 'waits@okafor.example');
  expect((await app.patch(`/event-types/${page.uuid}`, { maxActiveInvitees: 2 })).status).toBe(200);
  expect((await bookPage(app, page, { date, email: 'first@okafor.example' })).status).toBe(409);
  expect(await comingTo(uuid)).toContain('waits@okafor.example');
});

test('seats that a larger room brings go to the waitlist as well', async () => {
  const date = '2027-02-03';
  const { uuid: room } = (await app.post('/resources', { name: 'Aalto', kind: 'Hall', capacity: 1 })).body
    .resource;
  const page = await createPage(app, { ...group, resources: [{ kind: 'Hall' }] });
  const { uuid } = (await bookPage(app, page, { date })).body;
  await wait(page, date, 'room@okafor.example');
  await app.patch(`/event-types/${page.uuid}`, { maxActiveInvitees: 2 });
  expect(await comingTo(uuid)).not.toContain('room@okafor.example');
  expect((await app.patch(`/resources/${room}`, { capacity: 2 })).status).toBe(200);
  expect((await bookPage(app, page, { date, email: 'other@okafor.example' })).status).toBe(409);
  expect(await comingTo(uuid)).toContain('room@okafor.example');
});

test('seats that were added while a page was inactive go to the waitlist once it is active', async () => {
  const date = '2027-02-04';
  const page = await createPage(app, group);
  const { uuid } = (await bookPage(app, page, { date })).body;
  await wait(page, date, 'patient@okafor.example');
  await app.patch(`/event-types/${page.uuid}`, { maxActiveInvitees: 2, isActive: false });
  expect(await comingTo(uuid)).not.toContain('patient@okafor.example');
  expect((await app.patch(`/event-types/${page.uuid}`, { isActive: true })).status).toBe(200);
  expect((await bookPage(app, page, { date, email: 'quick@okafor.example' })).status).toBe(409);
  expect(await comingTo(uuid)).toContain('patient@okafor.example');
});

test('nobody waits for seats that were added while they joined', async () => {
  for (let round = 0; round < 8; round += 1) {
    const date = `2027-03-${String(1 + (round % 5) + Math.floor(round / 5) * 7).padStart(2, '0')}`;
    const page = await createPage(app, group);
    const { uuid } = (await bookPage(app, page, { date })).body;
    const { ownerSlug: _, eventTypeSlug: __, ...booking } = buildBooking(page, { date, waitlist: true });
    const late = { ...booking, email: `late${round}@okafor.example` };
    await Promise.all([
      app.post(`/public/pages/${mara}/${page.slug}/bookings`, late),
      app.patch(`/event-types/${page.uuid}`, { maxActiveInvitees: 2 }),
    ]);
    const { body } = await app.get(`/scheduled-events/${uuid}/waitlist`);
    expect(body.collection, `round ${round}`).toEqual([]);
  }
});
