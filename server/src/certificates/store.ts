import { sql } from 'kysely';
import { transact, type Database } from '../platform/db/transaction.ts';

export interface CertificateRow {
  readonly name: string;
  readonly keySealed: Buffer;
  readonly chain: string;
}

export async function findCertificate(database: Database, name: string): Promise<CertificateRow | undefined> {
  return transact(database, '*', async (db) => {
    const { rows } = await sql<CertificateRow>`
      select name, key_sealed as "keySealed", chain from certificate
      where name = ${name} and chain is not null`.execute(db);
    return rows[0];
  });
}

/** How long a process that was killed keeps others from ordering. */
const orderSeconds = 120;

/** Makes this process the one that orders a certificate, if it is due; false when it is not, or another process orders it. */
export async function claimOrder(database: Database, name: string): Promise<boolean> {
  return transact(database, '*', async (db) => {
    const { rows } = await sql`
      insert into certificate as c (name, ordered_until)
      values (${name}, clock_timestamp() + make_interval(secs => ${orderSeconds}))
      on conflict (name) do update set ordered_until = excluded.ordered_until
      where c.renew_at <= clock_timestamp() and coalesce(c.ordered_until, '-infinity') <= clock_timestamp()
      returning name`.execute(db);
    return rows.length > 0;
  });
}

/** By any process. */
export async function isBeingOrdered(database: Database, name: string): Promise<boolean> {
  return transact(database, '*', async (db) => {
    const { rows } = await sql`
      select from certificate where name = ${name} and ordered_until > clock_timestamp()`.execute(db);
    return rows.length > 0;
  });
}

export async function saveCertificate(
  database: Database,
  { name, keySealed, chain }: CertificateRow,
  renewAt: Date,
): Promise<void> {
  await transact(database, '*', (db) =>
    sql`
      update certificate set key_sealed = ${keySealed}, chain = ${chain}, renew_at = ${renewAt.toISOString()},
        ordered_until = null, failures = 0, problem = null
      where name = ${name}`.execute(db),
  );
}

const maxWaitSeconds = 86_400;

/** The next order waits a minute, then twice as long after each failure: authorities limit how many may fail. */
export async function recordFailure(database: Database, name: string, problem: string): Promise<void> {
  await transact(database, '*', (db) =>
    sql`
      update certificate set ordered_until = null, failures = failures + 1, problem = ${problem.slice(0, 500)},
        renew_at = clock_timestamp() + make_interval(secs => least(${maxWaitSeconds}, 60 * power(2, least(failures, 20))))
      where name = ${name}`.execute(db),
  );
}

/** Names whose certificates are missing or due: those of workspaces, and that of the installation. */
export async function listDueNames(database: Database, ownName: string): Promise<string[]> {
  return transact(database, '*', async (db) => {
    const { rows } = await sql<{ name: string }>`
      select n.name from (select name from page_domain union select ${ownName}) n
      left join certificate c using (name)
      where coalesce(c.renew_at, '-infinity') <= clock_timestamp()
      order by c.renew_at nulls first, n.name`.execute(db);
    return rows.map(({ name }) => name);
  });
}

/** Deletes keys of domains that were removed, and challenges that nobody asks for any more. */
export async function tidyCertificates(database: Database, ownName: string): Promise<void> {
  await transact(database, '*', async (db) => {
    await sql`delete from certificate c where name <> ${ownName}
      and not exists (select from page_domain d where d.name = c.name)`.execute(db);
    await sql`delete from certificate_challenge where created_at < now() - interval '1 day'`.execute(db);
  });
}

export async function insertChallenge(database: Database, token: string, answer: string): Promise<void> {
  await transact(database, '*', (db) =>
    sql`insert into certificate_challenge (token, answer) values (${token}, ${answer})
      on conflict (token) do update set answer = excluded.answer`.execute(db),
  );
}

export async function deleteChallenge(database: Database, token: string): Promise<void> {
  await transact(database, '*', (db) =>
    sql`delete from certificate_challenge where token = ${token}`.execute(db),
  );
}

export async function findChallenge(database: Database, token: string): Promise<string | undefined> {
  return transact(database, '*', async (db) => {
    const { rows } = await sql<{ answer: string }>`
      select answer from certificate_challenge where token = ${token}`.execute(db);
    return rows[0]?.answer;
  });
}

/** The key of the account at the authority: the given one, unless there is one already. */
export async function keepAccountKey(
  database: Database,
  authority: string,
  keySealed: Buffer,
): Promise<Buffer> {
  return transact(database, '*', async (db) => {
    await sql`insert into certificate_account (authority, key_sealed) values (${authority}, ${keySealed})
      on conflict do nothing`.execute(db);
    const { rows } = await sql<{ key: Buffer }>`
      select key_sealed as key from certificate_account where authority = ${authority}`.execute(db);
    return rows[0]?.key ?? keySealed;
  });
}
