import { expect, test } from 'vitest';
import { fixedClock, buildBooking, createPage } from '../../test/booking.ts';
import { useApp, type TestApp } from '../../test/harness.ts';
import { createPoll, createEmail, castVote } from '../../test/polls.ts';

const app = useApp({ clock: fixedClock });
const unguarded = useApp({ clock: fixedClock });

const open = { bookingWindow: { type: 'unlimited' } };
const at = <T>(times: number, act: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: times }, (_, index) => act(index)));
const countOf = (list: readonly number[], status: number): number =>
  list.filter((each) => each === status).length;
const query = async (of: TestApp, text: string, values: unknown[] = []) =>
  (await of.runtime.database.pool.query(text, values)).rows;
const confirmedAt = (of: TestApp, startTime: string) =>
  query(of, `select title from scheduled_event where starts_at = $1 and status = 'confirmed'`, [startTime]);

test('of many who pick a time at once, one does, and there is one event', async () => {
  const poll = await createPoll(app, await createPage(app, open));
  await at(3, () => castVote(app, poll));
  const statuses = await at(
    12,
    async (index) =>
      (await app.put(`/polls/${poll.uuid}/finalise`, { startTime: poll.times[index % 3].startTime })).status,
  );
  expect([countOf(statuses, 200), countOf(statuses, 409)]).toEqual([1, 11]);
  const events = await at(3, (index) => confirmedAt(app, poll.times[index].startTime));
  expect(events.flat()).toEqual([{ title: 'Catalogue' }]);
});

test('an address that votes many times at once has one vote', async () => {
  const poll = await createPoll(app, await createPage(app, open));
  const email = createEmail();
  const statuses = await at(12, async () => (await castVote(app, poll, { email })).status);
  expect([countOf(statuses, 201), countOf(statuses, 202)]).toEqual([1, 11]);
  expect((await app.get(`/polls/${poll.uuid}`)).body.resource.voters).toBe(1);
  // Were the lock not there, the index would refuse it.
  const again = `insert into poll_vote select workspace_id, gen_random_uuid(), poll_id, name, upper(email) from poll_vote where poll_id = $1`;
  const columns = '(workspace_id, id, poll_id, name, email, timezone, answers)';
  const twice = again
    .replace('poll_vote select', `poll_vote ${columns} select`)
    .replace('upper(email)', `upper(email), timezone, answers`);
  await expect(query(app, twice, [poll.uuid])).rejects.toThrow('poll_vote_once');
});

test('a vote waits for the transaction that ends the poll: 409 once that is done, 201 if it is not', async () => {
  const page = await createPage(app, open);
  for (const [end, status] of [
    ...([
      ['commit', 409],
      ['rollback', 201],
    ] as const),
  ]) {
    const poll = await createPoll(app, page);
    const client = await app.runtime.database.pool.connect();
    try {
      await client.query('begin');
      await client.query(`update poll set status = 'cancelled' where id = $1`, [poll.uuid]);
      const voting = castVote(app, poll);
      await waitForLock(app, client);
      await client.query(end);
      expect((await voting).status).toBe(status);
    } finally {
      client.release();
    }
  }
});

test('a time is never sold twice: many pick it and book it at once', async () => {
  const page = await createPage(app, open);
  for (let round = 0; round < 3; round += 1) {
    const poll = await createPoll(app, page);
    await at(2, () => castVote(app, poll));
    const { startTime } = poll.times[0];
    const when = { date: startTime.slice(0, 10), start: startTime.slice(11, 16), timeZone: 'UTC' };
    const statuses = await at(8, async (index) =>
      index % 2 === 0
        ? (await app.put(`/polls/${poll.uuid}/finalise`, { startTime })).status
        : (await app.post('/event', buildBooking(page, { ...when, email: createEmail() }))).status,
    );
    expect([countOf(statuses, 200), countOf(statuses, 409)]).toEqual([1, 7]);
    expect(await confirmedAt(app, startTime)).toHaveLength(1);
  }
});

test('control: it is the constraint that decides, and without it the time is sold twice', async () => {
  await query(unguarded, 'alter table event_host drop constraint event_host_never_twice');
  for (const [of, status, events] of [
    ...([
      [app, 409, 1],
      [unguarded, 200, 2],
    ] as const),
  ]) {
    const poll = await createPoll(of, await createPage(of, open));
    await castVote(of, poll);
    const { startTime, endTime } = poll.times[0];
    const client = await of.runtime.database.pool.connect();
    try {
      await client.query('begin');
      // A booking that is about to be committed: a search for available times does not see it yet.
      await client.query(
        `with event as (
           insert into scheduled_event (workspace_id, id, event_type_id, title, type, starts_at, ends_at, duration, max_seats)
           select workspace_id, 'dbk-' || left(replace(id::text, '-', ''), 16), event_type_id, 'Other', 'ONE_ON_ONE', $2, $3, 30, 1
           from poll where id = $1 returning *)
         insert into event_host (workspace_id, event_id, host_id, busy_from, busy_to, starts_at, ends_at, event_type_id)
         select e.workspace_id, e.id, p.host_ids[1], $2, $3, $2, $3, e.event_type_id from event e join poll p on p.id = $1`,
        [poll.uuid, startTime, endTime],
      );
      const picking = of.put(`/polls/${poll.uuid}/finalise`, { startTime });
      if (status === 409) await waitForLock(of, client);
      else await picking;
      await client.query('commit');
      expect((await picking).status).toBe(status);
    } finally {
      client.release();
    }
    expect(await confirmedAt(of, startTime)).toHaveLength(events);
  }
});

/** Until somebody waits for what this connection has locked. */
async function waitForLock(
  of: TestApp,
  client: { query(text: string): Promise<{ rows: { pid: number }[] }> },
): Promise<void> {
  const { rows } = await client.query('select pg_backend_pid() as pid');
  const isAwaited = `select count(*)::int as count from pg_stat_activity where $1 = any (pg_blocking_pids(pid))`;
  for (;;) {
    const [row] = await query(of, isAwaited, [rows[0]?.pid]);
    if (row.count > 0) return;
  }
}
