import { describe, expect, test } from 'vitest';
import { fixedClock, listFreeTimes, createPage } from '../../test/booking.ts';
import { useApp } from '../../test/harness.ts';
import { generateEventId } from '../platform/ids.ts';

const app = useApp({ clock: fixedClock });

/** An event of any length, past all that the API would allow. */
async function addEvent(page: { uuid: string }, from: string, to: string, host = 'mara@juniper.example') {
  const client = await app.runtime.database.pool.connect();
  const id = generateEventId();
  try {
    await client.query(`begin; set local daybook.workspace = '*'`);
    await client.query(
      `insert into scheduled_event (workspace_id, id, event_type_id, title, type, starts_at, ends_at, duration, max_seats)
       select workspace_id, $1, id, title, type, $2, $3, 1, 1 from event_type where id = $4`,
      [id, from, to, page.uuid],
    );
    await client.query(
      `insert into event_host (workspace_id, event_id, host_id, event_type_id, busy_from, busy_to, starts_at, ends_at)
       select workspace_id, $1, id, $4, $2, $3, $2, $3 from member where email = $5`,
      [id, from, to, page.uuid, host],
    );
    await client.query('commit');
  } finally {
    client.release();
  }
  return id;
}

describe('busy time of any length', () => {
  test('is seen from every day in it: two weeks, and a year', async () => {
    const page = await createPage(app, { bookingWindow: { type: 'unlimited' } });
    await addEvent(page, '2027-02-01T08:30:00Z', '2027-02-15T10:15:00Z');
    await addEvent(page, '2027-02-15T11:00:00Z', '2028-02-15T12:00:00Z');
    expect((await listFreeTimes(app, page, '2027-02-01'))[0]).toBe('09:00');
    for (const date of ['2027-02-02', '2027-02-08', '2027-02-10', '2027-02-12', '2027-06-01', '2028-02-14']) {
      expect(await listFreeTimes(app, page, date), date).toEqual([]);
    }
    // Between the two, and once the second is over, on the clock of Berlin.
    expect(await listFreeTimes(app, page, '2027-02-15')).toEqual(['11:30']);
    expect((await listFreeTimes(app, page, '2028-02-15'))[0]).toBe('13:00');
  });

  test('does not stand in its own way when it moves', async () => {
    const page = await createPage(app, { bookingWindow: { type: 'unlimited' } });
    const id = await addEvent(page, '2028-03-01T08:00:00Z', '2028-03-15T10:00:00Z');
    await addEvent(page, '2028-02-29T08:00:00Z', '2028-02-29T16:00:00Z');
    const move = { date: '2028-03-08', start: '10:00', timeZone: 'Europe/Berlin', duration: 30 };
    expect((await app.put(`/scheduled-events/${id}/reschedule`, move)).status).toBe(200);
    expect(await listFreeTimes(app, page, '2028-03-08')).not.toContain('10:00');
    expect((await listFreeTimes(app, page, '2028-03-09'))[0]).toBe('09:00');
  });

  test('names its source when somebody asks why', async () => {
    const page = await createPage(app, { bookingWindow: { type: 'unlimited' } });
    const id = await addEvent(page, '2028-05-01T08:00:00Z', '2028-05-20T10:00:00Z');
    const path = `/availability/mara-lindqvist/event-types/${page.slug}/explain?at=2028-05-16T10:00:00Z`;
    expect((await app.get(path)).body.resource).toMatchObject({
      reason: 'busy',
      source: { kind: 'event', id },
    });
  });
});
