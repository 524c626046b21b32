import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDirectoryPool, type Pool } from '../src/platform/db/connect.ts';
import { reportLoad } from '../src/platform/directory/load.ts';
import { reportCell } from '../src/platform/directory/report-cell.ts';
import { runDueEffects } from '../src/platform/effects.ts';
import { createRouter } from '../src/router/router.ts';
import { openCells, type TestCell, type TestCells } from './cells.ts';
import { dumpPool } from './dump.ts';
import { bookNth, createMovedWorkspace, type MovedWorkspace } from './moves.ts';

/* What of a workspace in one region can be found in the other region, in the directory, and in the log of a router. */

let installation: TestCells;
let [here, there]: TestCell[] = [];
let of: MovedWorkspace;
let router: string;
let logged = '';
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  installation = await openCells(
    [
      { name: 'eu-1', region: 'eu' },
      { name: 'us-1', region: 'us' },
    ],
    { signUpIsOpen: true },
  );
  [here, there] = installation.cells as [TestCell, TestCell];
  router = await startRouter();
  of = await createMovedWorkspace(here as TestCell, 'zelda@quincewood.example');
}, 60_000);
afterAll(async () => {
  for (const close of closing) await close();
  await installation.close();
});

async function startRouter(): Promise<string> {
  const { config } = (here as TestCell).runtime;
  const pool = openDirectoryPool(config.directoryUrl ?? '');
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      logged += chunk.toString();
      done();
    },
  });
  const app = createRouter({
    config: { ...config, trustProxy: undefined },
    log: pino({ level: 'trace' }, stream),
    pool,
  });
  closing.push(async () => {
    await app.close();
    await pool.end();
  });
  return app.listen({ port: 0, host: '127.0.0.1' });
}

async function send(method: string, path: string, body?: object | string): Promise<Response> {
  const response = await fetch(`${router}${path}`, {
    method,
    redirect: 'manual',
    headers: {
      authorization: `Bearer ${of.token}`,
      ...(body !== undefined && {
        'content-type': typeof body === 'string' ? 'application/x-www-form-urlencoded' : 'application/json',
      }),
      origin: (here as TestCell).runtime.config.publicUrl,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  await response.clone().text();
  return response;
}

async function expectStatus(wanted: number, method: string, path: string, body?: object | string) {
  const response = await send(method, path, body);
  expect([method, path, response.status, wanted === response.status ? '' : await response.text()]).toEqual([
    method,
    path,
    wanted,
    '',
  ]);
}

/** Each occurs in one thing that a workspace has. */
const words = {
  address: 'zelda@quincewood.example',
  page: 'larkspur consultation',
  person: 'wilhelmina featherstone',
  personAddress: 'wilhelmina@marigold.example',
  team: 'tamarisk crew',
  invitee: 'kit3@move.example',
  signedUp: 'bramble.example',
};

test('nothing of a workspace is in another region, and only names are in the directory', async () => {
  await expectStatus(201, 'POST', '/v2/event-types', { title: 'Larkspur consultation' });
  const person = { firstName: 'Wilhelmina', lastName: 'Featherstone', emails: [words.personAddress] };
  await expectStatus(200, 'POST', '/v2/crm/people/bulk', { records: [person], mode: 'atomic' });
  await expectStatus(201, 'POST', '/v2/teams', { title: 'Tamarisk crew', slug: 'tamarisk' });
  for (let n = 0; n < 5; n += 1) expect((await bookNth(router, of, n)).status).toBe(200);
  await expectStatus(201, 'POST', '/v2/session', { email: words.address, password: of.password });
  await expectStatus(422, 'POST', '/v2/session', { email: words.address, password: 'a wrong one, of hers' });
  await expectStatus(202, 'POST', '/public/password-resets', { email: words.address });
  await expectStatus(200, 'GET', `/${of.ownerSlug}/${of.eventTypeSlug}`);
  await expectStatus(404, 'GET', `/${of.ownerSlug}/larkspur-of-former-times`);
  await signUpHere();
  await runDueEffects((here as TestCell).runtime);
  for (const cell of installation.cells) {
    await reportCell(cell.runtime);
    await reportLoad(cell.runtime.directory as NonNullable<TestCell['runtime']['directory']>);
  }

  const [own, other] = await Promise.all(
    [here, there].map((cell) => dumpPool((cell as TestCell).runtime.database.pool)),
  );
  const directory = await dumpPool(installation.directory);
  const found = (text: string | undefined) =>
    Object.values({ ...words, slug: of.ownerSlug, id: of.id }).filter((word) => text?.includes(word));
  // Otherwise the test would look for what isn't there.
  expect(found(own)).toHaveLength(Object.keys(words).length + 2);
  expect(found(other)).toEqual([]);
  expect(found(logged.toLowerCase())).toEqual([]);
  expect(found(directory)).toEqual([of.ownerSlug, of.id]);
  expect(directory).toContain('tamarisk,');
});

async function signUpHere(): Promise<void> {
  const form = new URLSearchParams({
    organization: 'Bramble',
    name: 'Ottoline',
    email: '',
    region: 'eu',
  });
  for (let n = 0; n < 5; n += 1) {
    form.set('email', `ottoline${n}@${words.signedUp}`);
    await expectStatus(200, 'POST', '/app/sign-up', form.toString());
  }
  form.set('region', 'mars');
  await expectStatus(503, 'POST', '/app/sign-up', form.toString());
}

test('names of people and secrets are in the directory as hashes, and its tables are those that the guide lists', async () => {
  const { rows } = await installation.directory.query<{ kind: string; value: string }>(
    `select kind, value from directory.name where kind in ('email', 'subject', 'secret')`,
  );
  expect(rows.length).toBeGreaterThan(0);
  for (const { value } of rows) expect(value).toMatch(/^[0-9a-f]{64}$/);
  expect(await listColumns(installation.directory)).toEqual({
    cell: 'name url region state capacity program schema_version bytes lag_seconds reported_at',
    cell_load: 'cell requests bookings counted_at',
    migration: 'name',
    move: 'workspace_id from_cell to_cell step version copied base started_at changed_at frozen_ms',
    name: 'kind value workspace_id reservation reserved_at',
    workspace_cell: 'workspace_id code cell state version created_at joined_at',
    workspace_load: 'workspace_id requests bookings counted_at',
  });
});

async function listColumns(pool: Pool): Promise<Record<string, string>> {
  const { rows } = await pool.query<{ table: string; columns: string }>(
    `select table_name as table, string_agg(column_name, ' ' order by ordinal_position) as columns
     from information_schema.columns where table_schema = 'directory' group by 1 order by 1`,
  );
  return Object.fromEntries(rows.map(({ table, columns }) => [table, columns]));
}
