import { beforeAll, describe, expect, test } from 'vitest';
import { bookPage, createPage, fixedClock } from '../../../test/booking.ts';
import { useApp } from '../../../test/harness.ts';
import { readOutboxState } from '../../platform/outbox.ts';

/** Rescheduling and reassigning with `undoWithin`: nobody is told until it can no longer be undone. */

const app = useApp({ clock: fixedClock, manualEffects: true });

// oxlint-disable-next-line no-explicit-any -- rows of many shapes; tests assert what matters
type Row = any;

const query = async (text: string, values: unknown[] = []): Promise<Row[]> =>
  (await app.runtime.database.pool.query(text, values)).rows;
const mailKinds = async (id: string): Promise<string[]> =>
  (await query('select kind from mail_message where event_id = $1 order by created_at', [id])).map(
    ({ kind }) => kind,
  );
const hostsOf = ({ hosts }: Row): string[] => hosts.map(({ email }: Row) => email);
const read = async (id: string): Promise<Row> => (await app.get(`/scheduled-events/${id}`)).body.resource;
const undo = (id: string, options = {}) => app.put(`/scheduled-events/${id}/undo`, undefined, options);
const endDelay = () => query('update outbox set run_at = now()');

const open = { bookingWindow: { type: 'unlimited' } };
const team = [{ email: 'mara@juniper.example' }, { email: 'tomas@juniper.example' }];
let page: { uuid: string; slug: string };

beforeAll(async () => {
  page = await createPage(app, { ...open, title: 'Undone' });
});

/** A booking of which everyone was told. */
const booked = async (date: string, of = page): Promise<Row> => {
  const { status, body } = await bookPage(app, of, { date });
  expect(status, JSON.stringify(body)).toBe(200);
  await app.runEffects();
  return body;
};
const move = (id: string, date: string, start: string, fields: object = { undoWithin: 30 }) =>
  app.put(`/scheduled-events/${id}/reschedule`, { date, start, timeZone: 'Europe/Berlin', ...fields });

describe('PUT /scheduled-events/{uuid}/undo', () => {
  test('200: the event is where it was, nobody was told of either change, and the time is free again', async () => {
    const { uuid, startTime } = await booked('2027-02-01');
    const moved = (await move(uuid, '2027-02-01', '14:00')).body.resource;
    expect([moved.startTime, Date.parse(moved.undoUntil) > Date.now()]).toEqual([
      '2027-02-01T13:00:00.000000Z',
      true,
    ]);
    // The new time is taken at once, although nobody was told.
    expect((await bookPage(app, page, { date: '2027-02-01', start: '14:00' })).status).toBe(409);
    await app.runEffects();
    expect(await mailKinds(uuid)).toEqual(['confirmed', 'confirmed']);
    // What waits on purpose is no backlog.
    expect(await readOutboxState(app.runtime.database)).toMatchObject({ pending: 1, lagSeconds: 0 });

    const { status, body } = await undo(uuid);
    expect([status, body.resource?.startTime]).toEqual([200, startTime]);
    await endDelay();
    await app.runEffects();
    expect(await mailKinds(uuid)).toEqual(['confirmed', 'confirmed']);
    expect(await query('select 1 from outbox where stream = $1', [uuid])).toEqual([]);
    expect((await bookPage(app, page, { date: '2027-02-01', start: '14:00' })).status).toBe(200);
    expect((await undo(uuid)).status).toBe(409);
  });

  test('200: a reassigned event goes back to its host, also by someone who no longer hosts it', async () => {
    const token = await app.tokenOf('tomas@juniper.example', ['events:write']);
    const { uuid } = await booked('2027-02-02');
    const give = (newHostEmail: string, options = {}) =>
      app.put(
        `/scheduled-events/${uuid}/handover`,
        { newHostEmail, requireHostAvailability: false, undoWithin: 30 },
        options,
      );
    expect(hostsOf((await give('tomas@juniper.example')).body.resource)).toEqual(['tomas@juniper.example']);
    await endDelay();
    await app.runEffects();
    expect((await give('aiko@juniper.example', { token })).status).toBe(200);
    expect((await undo(uuid, { token })).status).toBe(200);
    expect(hostsOf(await read(uuid))).toEqual(['tomas@juniper.example']);
  });

  test('200: a round robin’s event that moved to another host goes back to the first', async () => {
    const shared = await createPage(app, { ...open, type: 'ROUND_ROBIN', hosts: team, title: 'Shared' });
    const event = await booked('2027-02-03', shared);
    const [host = ''] = hostsOf(event);
    const turns = () =>
      query('select member_id, booked_count from event_type_host where event_type_id = $1 order by 1', [
        shared.uuid,
      ]);
    const before = await turns();
    // The host is busy at the new time, so the other one takes the event.
    await app.post('/absences', { email: host, start: '2027-02-03T14:00:00Z', end: '2027-02-03T16:00:00Z' });
    const moved = await move(event.uuid, '2027-02-03', '16:00');
    expect(hostsOf(moved.body.resource)).not.toEqual([host]);
    expect((await undo(event.uuid)).status).toBe(200);
    expect(hostsOf(await read(event.uuid))).toEqual([host]);
    expect(await turns()).toEqual(before);
  });

  test('200: of two changes the last is undone, and everyone is told of the first', async () => {
    const { uuid } = await booked('2027-02-04');
    await move(uuid, '2027-02-04', '14:00');
    await move(uuid, '2027-02-04', '15:00');
    await undo(uuid);
    expect((await read(uuid)).startTime).toBe('2027-02-04T13:00:00.000000Z');
    await endDelay();
    await app.runEffects();
    expect(await mailKinds(uuid)).toEqual(['confirmed', 'confirmed', 'moved', 'moved']);
  });

  test('409: its former time is taken; the event stays moved, and everyone is told', async () => {
    const { uuid } = await booked('2027-02-05');
    await move(uuid, '2027-02-05', '14:00');
    expect((await bookPage(app, page, { date: '2027-02-05', email: 'b@b.example' })).status).toBe(200);
    expect((await undo(uuid)).status).toBe(409);
    await endDelay();
    await app.runEffects();
    expect((await read(uuid)).startTime).toBe('2027-02-05T13:00:00.000000Z');
    expect(await mailKinds(uuid)).toContain('moved');
  });

  test('409: everyone was told, or the event was changed again; null: it can’t be undone', async () => {
    const { uuid } = await booked('2027-02-08');
    expect((await move(uuid, '2027-02-08', '14:00', {})).body.resource.undoUntil).toBeNull();
    expect((await undo(uuid)).status).toBe(409);
    await move(uuid, '2027-02-08', '15:00');
    await app.patch(`/scheduled-events/${uuid}`, { notes: 'Bring the plans.' });
    expect((await undo(uuid)).status).toBe(409);
    await endDelay();
    await app.runEffects();
    await move(uuid, '2027-02-08', '11:00');
    await endDelay();
    expect((await undo(uuid)).status).toBe(409);
  });

  test('403: neither a host nor the one who changed it; 404: nobody’s', async () => {
    const token = await app.tokenOf('aiko@juniper.example', ['events:write']);
    const { uuid } = await booked('2027-02-09');
    await move(uuid, '2027-02-09', '14:00');
    expect((await undo(uuid, { token })).status).toBe(403);
    expect((await undo('dbk-0000000000000000')).status).toBe(404);
  });
});
