import { createHash } from 'node:crypto';
import pg from 'pg';
import type { Connection } from '../../server/src/platform/db/connect.ts';
import { token, type Server } from './server.ts';

/** One custom object with ten attributes and any number of records, written by SQL exactly as the server's code would. */

// oxlint-disable-next-line no-explicit-any -- whatever the wire says
export async function callServer(server: Server, method: string, path: string, body?: object): Promise<any> {
  const response = await fetch(`http://127.0.0.1:${server.port}/v2${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as unknown;
  if (response.status >= 300)
    throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
  return answer;
}

export const cities = 200;
export const stages = ['New', 'Qualified', 'Offered', 'Won', 'Lost'];

export interface TestObject {
  readonly accountIds: readonly string[];
  readonly stage: Record<string, unknown> & {
    readonly options: { id: number; value: string; color: string }[];
  };
}

export async function createTestObject(server: Server): Promise<TestObject> {
  await callServer(server, 'PATCH', '/organization', { crmEnabled: true });
  await callServer(server, 'POST', '/crm/objects', {
    slug: 'deals',
    singularName: 'Deal',
    pluralName: 'Deals',
  });
  await callServer(server, 'POST', '/crm/objects', {
    slug: 'accounts',
    singularName: 'Account',
    pluralName: 'Accounts',
  });
  const attribute = async (fields: object) =>
    (await callServer(server, 'POST', '/crm/objects/deals/attributes', fields)).attribute;
  await attribute({ label: 'Code', type: 'text', isUnique: true });
  await attribute({ label: 'Title', type: 'text' });
  await attribute({ label: 'City', type: 'text' });
  await attribute({ label: 'Source', type: 'text' });
  await attribute({ label: 'Amount', type: 'number' });
  await attribute({ label: 'Score', type: 'number' });
  const stage = await attribute({
    label: 'Stage',
    type: 'select',
    options: stages.map((value) => ({ value })),
  });
  await attribute({ label: 'Urgent', type: 'checkbox' });
  await attribute({ label: 'Closes', type: 'date' });
  await attribute({
    label: 'Account',
    type: 'relation',
    relatedObjectSlug: 'accounts',
    relatedObjectLabel: 'Deals',
    relationType: 'many_to_many',
  });
  await callServer(server, 'PATCH', '/crm/objects/deals', { primaryAttribute: 'title' });
  const made = await callServer(server, 'POST', '/crm/accounts/bulk', {
    records: Array.from({ length: 100 }, () => ({})),
  });
  return { stage, accountIds: made.results.map(({ id }: { id: string }) => id) };
}

/** Records with the numbers from one to another, in batches that fit into memory. */
export async function loadRecords(
  connection: Connection,
  { stage }: TestObject,
  from: number,
  to: number,
): Promise<number> {
  const client = new pg.Client(connection);
  await client.connect();
  await client.query(`set daybook.workspace = '*'`);
  const began = performance.now();
  const optionIds = `'{${stage.options.map(({ id }) => id).join(',')}}'::int[]`;
  for (let first = from; first < to; first += step) {
    const last = Math.min(to, first + step) - 1;
    await client.query(statement(first, last, optionIds));
  }
  const perSecond = ((to - from) / (performance.now() - began)) * 1000;
  for (const table of ['crm_record', 'crm_unique', 'crm_change'])
    await client.query(`vacuum analyze ${table}`);
  await client.end();
  return perSecond;
}

const step = 50_000;

/** The id of the record with this number. */
export function buildRecordIdSql(number: string): string {
  const time = `lpad(to_hex(1700000000000 + ${number}), 12, '0')`;
  const rest = `'7' || lpad(to_hex((${number})::int % 4096), 3, '0') || '8' || substr(md5((${number})::text), 1, 15)`;
  return `(${time} || ${rest})::uuid::text`;
}

export function buildRecordId(number: number): string {
  const hex = (value: number, length: number) => value.toString(16).padStart(length, '0');
  const md5 = createHash('md5').update(String(number)).digest('hex').slice(0, 15);
  const digits = `${hex(1_700_000_000_000 + number, 12)}7${hex(number % 4096, 3)}8${md5}`;
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

const statement = (first: number, last: number, optionIds: string): string => `
  with object as (select workspace_id, id from crm_object where slug = 'deals'),
  code as (select a.id from crm_attribute a, object o where a.object_id = o.id and a.key = 'code'),
  made as (
    select g, (${buildRecordIdSql('g')})::uuid as id,
      'Deal ' || md5(g::text) as title, 'city-' || g % ${cities} as city, 'source-' || g % 7 as source,
      (g::bigint * 7919 % 1000003)::float8 as amount, (g % 101)::float8 as score,
      (${optionIds})[1 + g % ${stages.length}] as stage, g % 3 = 0 as urgent, date '2027-01-01' + g % 700 as closes
    from generate_series(${first}, ${last}) g
  ),
  docs as (
    select made.*, jsonb_build_object('code', 'C-' || g, 'title', title, 'city', city, 'source', source, 'amount', amount,
      'score', score, 'stage', stage, 'urgent', urgent, 'closes', closes::text) as data from made
  ),
  records as (
    insert into crm_record (workspace_id, object_id, id, data, search, t1, t2, t3, t4, n1, n2, n3, n4, d1)
    select o.workspace_id, o.id, d.id, d.data, lower(d.title), 'c-' || g, lower(d.title), d.city, d.source, d.amount, d.score,
      d.stage, d.urgent::int, d.closes::timestamptz from docs d, object o
  ),
  keys as (
    insert into crm_unique (workspace_id, attribute_id, key_norm, object_id, record_id)
    select o.workspace_id, code.id, 'c-' || g, o.id, d.id from docs d, object o, code
  ),
  changes as (
    insert into crm_change (workspace_id, id, object_id, record_id, kind, actor_kind, diff)
    select o.workspace_id, gen_random_uuid(), o.id, d.id, 'record.created', 'system',
      (select jsonb_object_agg(key, jsonb_build_array(null, value)) from jsonb_each(d.data)) from docs d, object o
  )
  insert into crm_count as c (workspace_id, object_id, share, total)
  select workspace_id, id, 0, ${last - first + 1} from object
  on conflict (workspace_id, object_id, share) do update set total = c.total + excluded.total`;
