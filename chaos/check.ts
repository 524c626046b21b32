import pg from 'pg';
import { attachEmbedded } from '../server/src/platform/embedded/attach.ts';
import { sendWrite, type Target, type Write } from './writers.ts';

/** Every acknowledged write is there, whole, and once. Returns what is wrong, a sentence each. */
export async function checkWrites(dataDir: string, acknowledged: readonly Write[]): Promise<string[]> {
  const { connection, detach } = await attachEmbedded(dataDir);
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string; email: string }>('select id, email from member');
    const idOf = new Map(rows.map(({ id, email }) => [email, id]));
    const wrong = acknowledged
      .filter(({ email, id }) => !idOf.has(email) || (id !== undefined && idOf.get(email) !== id))
      .map(({ email }) => `${email} was acknowledged and is not there.`);
    for (const [what, sql] of Object.entries(halves)) {
      const found = await client.query<{ email: string }>(sql);
      wrong.push(...found.rows.map(({ email }) => `${email} ${what}.`));
    }
    return wrong;
  } finally {
    await client.end();
    await detach();
  }
}

/** Rows that only a half-committed transaction could leave. */
const halves = {
  'has no sign-in': `select email from member m where not exists (select from sign_in s
    where s.workspace_id = m.workspace_id and s.member_id = m.id and s.email = m.email)`,
  'has no slug': `select email from member m where not exists (select from owner_slug o
    where o.workspace_id = m.workspace_id and o.member_id = m.id and o.slug = m.slug)`,
  'has no schedule, which follows from being created': `select email from member m where email like '%@kill.example'
    and not exists (select from schedule s where s.workspace_id = m.workspace_id and s.member_id = m.id)`,
  'has two schedules': `select min(m.email) as email from member m
    join schedule s on s.workspace_id = m.workspace_id and s.member_id = m.id
    where m.email like '%@kill.example' group by m.workspace_id, m.id having count(*) > 1`,
  'is a sign-in of nobody': `select email from sign_in s where not exists (select from member m
    where m.workspace_id = s.workspace_id and m.id = s.member_id)`,
  'has a key with an effect but no answer': `select m.email from member m where m.email like '%@kill.example'
    and not exists (select from idempotency i where i.workspace_id = m.workspace_id and i.status = 201
      and i.key_hash = sha256(convert_to('kill-' || split_part(m.email, '@', 1), 'UTF8')))`,
};

/** Sends writes with an unknown outcome again, twice: both must succeed, with the same user. */
export async function retryWrites(target: Target, unknown: readonly Write[]): Promise<string[]> {
  const wrong: string[] = [];
  for (const write of unknown) {
    const first = (await sendWrite(target, write)) ? write.id : undefined;
    const again = (await sendWrite(target, write)) ? write.id : undefined;
    if (first === undefined || first !== again)
      wrong.push(`${write.email} could not be sent again with its key.`);
  }
  return wrong;
}
