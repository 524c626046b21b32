import { openPool, type Client, type Connection } from '../../server/src/platform/db/connect.ts';
import { createQueryBuilder } from '../../server/src/platform/db/kysely.ts';
import type { WorkspaceId } from '../../server/src/platform/db/workspace-id.ts';
import { createSystemActor } from '../../server/src/platform/auth/actor.ts';
import { hashSecret } from '../../server/src/platform/auth/token.ts';
import type { Ctx } from '../../server/src/platform/context.ts';
import { openObject } from '../../server/src/crm/schema/definitions.ts';
import { listRecords } from '../../server/src/crm/query/list-records.ts';
import type { RecordQuery } from '../../server/src/crm/query/parse-query.ts';
import { loadPartners } from '../../server/src/crm/records/serialize-records.ts';
import { token } from './server.ts';

/** The statements of a request as the server's code builds them, to be sent again without the server, and explained. */
interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** On the second request, a server has the total in its cache and only checks that it still holds. */
type Time = 'first' | 'again';

async function statementsOf(
  connection: Connection,
  query: RecordQuery,
  time: Time,
): Promise<{ begin: string; list: Statement[] }> {
  const pool = openPool(connection, 1);
  const client = await pool.connect();
  const { rows } = await client.query<{ workspace_id: WorkspaceId }>('select workspace_id from workspace');
  const workspaceId = rows[0]?.workspace_id as WorkspaceId;
  const begin = `begin read only; set local daybook.workspace = '${workspaceId}'; set local role daybook_app`;
  await client.query(begin);
  const list: Statement[] = [];
  const noting = new Proxy(client, {
    get(target, name) {
      if (name !== 'query') return Reflect.get(target, name) as unknown;
      return (query: string | { text: string; values?: unknown[] }, values?: unknown[]) => {
        const text = typeof query === 'string' ? query : query.text;
        list.push({ text, values: values ?? (typeof query === 'string' ? [] : (query.values ?? [])) });
        return target.query(query as string, values as unknown[]);
      };
    },
  });
  const db = createQueryBuilder(noting as Client);
  const actor = createSystemActor(workspaceId);
  const ctx = { db, database: pool, workspaceId, actor, now: new Date() } as unknown as Ctx;
  const definition = await openObject(ctx, 'deals', 'read');
  // Servers have definitions in their cache.
  const known = list.slice(0, 1);
  const ask = async () => {
    list.length = 0;
    const found = await listRecords(ctx, definition, query);
    await loadPartners(ctx, definition, found.rows);
  };
  await ask();
  if (time === 'again') await ask();
  await client.query('commit');
  client.release();
  await pool.end();
  return { begin, list: [...known, ...list] };
}

/** Concurrent loops that send only the statements of a request, prepared, in one transaction each. */
export async function measureSqlOnly(
  connection: Connection,
  query: RecordQuery,
  { clients, seconds }: { clients: number; seconds: number },
): Promise<number> {
  const { begin, list } = await statementsOf(connection, query, 'again');
  const pool = openPool(connection, 20);
  const until = performance.now() + seconds * 1000;
  let answers = 0;
  const loop = async () => {
    while (performance.now() < until) {
      await pool.query({
        name: 'authenticate',
        text: 'select * from authenticate($1)',
        values: [hashSecret(token)],
      });
      const client = await pool.connect();
      await client.query(begin);
      for (const [index, { text, values }] of list.entries()) {
        await client.query({ name: `s${index}-${text.length}`, text, values: [...values] });
      }
      await client.query('commit');
      client.release();
      answers += 1;
    }
  };
  await Promise.all(Array.from({ length: clients }, loop));
  await pool.end();
  return answers / seconds;
}

/** The plan of each statement on records, including those that only the first such request needs. */
export async function explainQuery(connection: Connection, query: RecordQuery): Promise<string[]> {
  const { begin, list } = await statementsOf(connection, query, 'again');
  const first = await statementsOf(connection, query, 'first');
  const once = first.list.filter(({ text }) => list.every((statement) => statement.text !== text));
  const pool = openPool(connection, 1);
  const client = await pool.connect();
  await client.query(begin);
  const lines = await plansOf(client, list);
  for (const line of await plansOf(client, once)) lines.push(`the first time: ${line}`);
  await client.query('commit');
  client.release();
  await pool.end();
  return lines;
}

/** The scans of a plan, and whether any is sequential. */
async function plansOf(client: Client, list: readonly Statement[]): Promise<string[]> {
  const lines: string[] = [];
  const onRecords = list.filter(({ text }) => /from crm_(record|count|link|change)/.test(text));
  for (const { text, values } of onRecords) {
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `explain (analyze, costs off, timing off) ${text}`,
      [...values],
    );
    const plan = rows.map((row) => row['QUERY PLAN'].trim());
    lines.push(
      ...plan.filter((line) => /Scan|SubPlan|Index Cond|Removed|Sort Method|Aggregate|Execution/.test(line)),
    );
  }
  return lines;
}
