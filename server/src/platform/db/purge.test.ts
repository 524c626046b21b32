import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useApp } from '../../../test/harness.ts';
import { jobs } from '../../slices.ts';
import { purgeExpired } from './purge.ts';

const app = useApp();

const expired = {
  table: 'throttle',
  rows: sql`select ctid from throttle where ends_at < now() order by ends_at`,
};

async function query<T>(text: string): Promise<T[]> {
  return (await app.runtime.database.pool.query(text)).rows as T[];
}

const count = async (): Promise<number> =>
  (await query<{ total: number }>('select count(*) as total from throttle'))[0]?.total ?? 0;

async function fill(rows: number): Promise<void> {
  await query('delete from throttle');
  await query(
    `insert into throttle (key_hash, count, ends_at)
     select sha256(n::text::bytea), 1, now() - n * interval '1 minute' from generate_series(-9, ${rows}) n`,
  );
}

test('what has expired is deleted in batches, but for rows that another transaction has locked', async () => {
  await fill(2_500);
  const client = await app.runtime.database.pool.connect();
  try {
    await client.query('begin');
    await client.query(`select from throttle where key_hash = sha256('7'::bytea) for update`);
    await purgeExpired(app.runtime.database, [expired]);
    expect(await count()).toBe(10);
  } finally {
    await client.query('rollback');
    client.release();
  }
});

test('a timeout or an error in one place undoes nothing else', async () => {
  await fill(1_500);
  const broken = { table: 'throttle', rows: sql`select ctid from throttle where 1 / (count - 1) > 0` };
  await expect(purgeExpired(app.runtime.database, [broken, expired])).rejects.toThrow('could not be deleted');
  expect(await count()).toBe(9);
  // The second batch fails, the first stays deleted.
  await fill(1_500);
  const late = {
    table: 'throttle',
    rows: sql`select ctid from throttle where ends_at < now() and (select count(*) from throttle) > 1000 / (
      select case when count(*) < 600 then 0 else 1 end from throttle) order by ends_at`,
  };
  await expect(purgeExpired(app.runtime.database, [late])).rejects.toThrow('could not be deleted');
  expect(await count()).toBe(510);
});

test('every time by which rows expire has an index, and the jobs that delete them run', async () => {
  const columns = [
    ['idempotency', 'created_at'],
    ['session', 'expires_at'],
    ['session', 'last_seen_at'],
    ['passkey_challenge', 'expires_at'],
    ['oidc_request', 'expires_at'],
    ['provider_request', 'expires_at'],
    ['provider_message', 'expires_at'],
    ['calendar_authorization', 'expires_at'],
    ['password_reset', 'expires_at'],
    ['known_device', 'last_seen_at'],
    ['throttle', 'ends_at'],
    ['sign_up', 'expires_at'],
    ['mail_message', 'created_at'],
    ['webhook_delivery', 'finished_at'],
    ['webhook_attempt', 'started_at'],
    ['webhook_event', 'told_at'],
    ['crm_deleted_record', 'deleted_at'],
  ];
  const indexes = await query<{ table: string; column: string }>(
    `select i.indrelid::regclass::text as table, a.attname as column from pg_index i
     join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]`,
  );
  for (const [table, column] of columns) expect(indexes).toContainEqual({ table, column });
  const names = [
    'platform.housekeeping',
    'identity.tidy',
    'mail.tidy',
    'webhooks.tidy',
    'crm.purge',
    'calendars.purge',
  ];
  const purging = jobs.filter(({ name }) => names.includes(name));
  expect(purging).toHaveLength(names.length);
  for (const job of purging) await job.run(app.runtime, {} as never);
});
