import { expect, test } from 'vitest';
import { useApp } from '../../test/harness.ts';

const app = useApp();

test('200: of many who choose the calendar for bookings at once, all are answered and one is chosen', async () => {
  const { rows } = await app.runtime.database.pool.query<{ connection: string; calendar: string }>(
    `with connection as (insert into calendar_connection (workspace_id, id, member_id, provider, account_key, account, secret_sealed)
       select workspace_id, gen_random_uuid(), id, 'caldav', n::text, '', '' from member, generate_series(1, 8) n
       where email = 'mara@juniper.example' returning workspace_id, id, member_id)
     insert into calendar (workspace_id, id, connection_id, member_id, external_id, name, can_write, is_read)
     select workspace_id, gen_random_uuid(), id, member_id, '', '', true, false from connection
     returning connection_id as connection, id as calendar`,
  );
  const answers = await Promise.all(
    rows.map(({ connection, calendar }) =>
      app.patch(`/calendar-connections/${connection}`, { calendars: [{ id: calendar, isWritten: true }] }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(rows.map(() => 200));
  const written = await app.runtime.database.pool.query('select from calendar where is_written');
  expect(written.rowCount).toBe(1);
});
