import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cloneDatabase } from '../../../test/databases.ts';
import { executeSql } from '../../../test/postgres.ts';
import { openPool, type Connection, type Pool } from './connect.ts';

/** What arrives without a workspace, and how; and what belongs to the installation as a whole. */
const globals: Record<string, string> = {
  account_link: 'a link of a mail, by its hash',
  call_line: 'the installation itself',
  call_address: "a voice platform's report, by the call's id",
  catcher_token: "a webhook catcher's address, by its hash",
  credential: 'a bearer token or a session cookie, by its hash',
  form_slug: "a form's public address",
  scim_secret: 'a token of a directory, by its hash',
  grant_secret: 'a code or token of an app, by its hash',
  image_address: 'a picture, by its name',
  installation: 'the installation itself',
  invitee_key: "an invitee's own page, by their id and key",
  link_token: 'a link, by its hash',
  calendar_feed_token: 'a calendar feed, by its hash',
  mail_refusal: 'the installation itself',
  migration: 'the installation itself',
  oidc_request: 'the installation itself',
  oidc_subject: 'someone who comes from the identity provider',
  passkey_challenge: 'the installation itself',
  passkey_owner: 'a passkey, by its credential',
  platform_workspace: 'a workspace of a platform, by the IDs of the platform',
  page_domain: 'a host name, at which a visitor arrives',
  certificate: 'the installation itself',
  certificate_account: 'the installation itself',
  certificate_challenge: 'the installation itself',
  owner_slug: "a user's or a team's public address",
  sign_in: 'someone who signs in, by their address',
  registered_client: 'the installation itself',
  throttle: 'the installation itself',
  sign_in_domain: 'someone who signs in, by the domain of their address',
};

let connection: Connection;
let pool: Pool;
let drop: () => Promise<void>;

beforeAll(async () => {
  ({ connection, drop } = await cloneDatabase());
  pool = openPool(connection, 2);
});

afterAll(async () => {
  await pool.end();
  await drop();
});

/** Where the schema would not shard by workspace, or a table stands before the second wall (design.md, rule 7). */
async function breaches(): Promise<string[]> {
  const { rows } = await pool.query<{ breach: string }>(
    `with tables as (
       select c.oid, c.relname, c.relrowsecurity, c.relforcerowsecurity, c.relname = any ($1) as global,
         (select attnum from pg_attribute a where a.attrelid = c.oid and attname = 'workspace_id') as workspace
       from pg_class c
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
     )
     select relname || ' is not keyed by workspace_id first' as breach from tables t
     where not global and not exists (
       select from pg_index i where i.indrelid = t.oid and i.indisprimary and i.indkey[0] = t.workspace)
     union all
     select t.relname || ' refers to another table without workspace_id: ' || k.conname
     from tables t join pg_constraint k on k.conrelid = t.oid and k.contype = 'f'
     where t.workspace is null or not t.workspace = any (k.conkey)
       or not k.confkey @> (
         select array_agg(attnum) from pg_attribute a where a.attrelid = k.confrelid and a.attname = 'workspace_id')
     union all
     select t.relname || ' is unique beyond its workspace: ' || i.indexrelid::regclass
     from tables t join pg_index i on i.indrelid = t.oid and (i.indisunique or i.indisexclusion)
     where not global and (t.workspace is null or not t.workspace = any (i.indkey::int2[]))
     union all
     select relname || ' has no forced row level security' from tables
     where not global and not (relrowsecurity and relforcerowsecurity)
     union all
     select relname || ' has no policy by workspace' from tables t
     where not global and not exists (
       select from pg_policy p where p.polrelid = t.oid and p.polpermissive and p.polcmd = '*'
         and pg_get_expr(p.polqual, p.polrelid) = 'workspace_visible(workspace_id)')
     union all
     select relname || ' has a policy that lets more through' from tables t
     where exists (
       select from pg_policy p where p.polrelid = t.oid and p.polpermissive
         and pg_get_expr(p.polqual, p.polrelid) is distinct from 'workspace_visible(workspace_id)')
     order by breach`,
    [Object.keys(globals)],
  );
  return rows.map(({ breach }) => breach);
}

test('every table, key, reference and unique index belongs to a workspace, behind row level security', async () => {
  expect(await breaches()).toEqual([]);
});

test('a global table holds nothing but the way to a workspace', async () => {
  const { rows } = await pool.query<{ name: string; ours: boolean }>(
    `select c.relname as name, exists (
       select from pg_attribute a where a.attrelid = c.oid and a.attname = 'workspace_id' and a.attnotnull) as ours
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname = any ($1)`,
    [Object.keys(globals)],
  );
  const astray = rows.filter(({ name, ours }) => !ours && globals[name] !== 'the installation itself');
  expect(astray).toEqual([]);
  expect(rows.length).toBeGreaterThan(4);
});

describe('the check bites', () => {
  const columns = 'workspace_id uuid not null references workspace, id uuid not null, member_id text';
  test.each([
    [
      'create table bad (id uuid primary key)',
      [
        'bad has no forced row level security',
        'bad has no policy by workspace',
        'bad is not keyed by workspace_id first',
        'bad is unique beyond its workspace: bad_pkey',
      ],
    ],
    [
      `create table bad (${columns}, primary key (id, workspace_id)); call protect('bad')`,
      ['bad is not keyed by workspace_id first'],
    ],
    [
      `create table bad (${columns}, primary key (workspace_id, id)); create unique index bad_u on bad (member_id); call protect('bad')`,
      ['bad is unique beyond its workspace: bad_u'],
    ],
    [
      `create table bad (${columns}, primary key (workspace_id, id), exclude using gist (id with =)); call protect('bad')`,
      ['bad is unique beyond its workspace: bad_id_excl'],
    ],
    [
      `create table bad (${columns}, primary key (workspace_id, id), parent uuid references parent (id)); call protect('bad')`,
      ['bad refers to another table without workspace_id: bad_parent_fkey'],
    ],
    [
      `create table bad (${columns}, primary key (workspace_id, id)); alter table bad enable row level security`,
      ['bad has no forced row level security', 'bad has no policy by workspace'],
    ],
    [
      `create table bad (${columns}, primary key (workspace_id, id)); call protect('bad'); create policy everyone on bad using (true)`,
      ['bad has a policy that lets more through'],
    ],
  ])('on %s', async (statement, expected) => {
    const parent = 'create table parent (workspace_id uuid, id uuid unique, primary key (workspace_id, id))';
    await executeSql(connection, `${parent}; ${statement}`);
    const found = await breaches();
    await executeSql(connection, 'drop table bad; drop table parent');
    expect(found.filter((breach) => breach.startsWith('bad '))).toEqual(expected);
  });
});

test('a row is created and updated by one clock', async () => {
  const { rows } = await pool.query(
    `select c.table_name from information_schema.columns c join information_schema.columns u using (table_schema, table_name)
     where c.table_schema = 'public' and c.column_name = 'created_at' and u.column_name = 'updated_at'
       and c.column_default is distinct from u.column_default`,
  );
  expect(rows).toEqual([]);
});
