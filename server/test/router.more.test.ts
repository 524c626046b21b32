import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openCells, type TestCell, type TestCells } from './cells.ts';
import type { OwnerCredentials } from '../src/identity/public.ts';
import { issueToken } from '../src/identity/tokens.ts';
import { openStream } from '../src/live/test-live.ts';
import { createSystemActor } from '../src/platform/auth/actor.ts';
import { runInWorkspace } from '../src/platform/context.ts';
import type { WorkspaceId } from '../src/platform/db/workspace-id.ts';
import { exportWorkspace } from '../src/platform/transfer/export-workspace.ts';
import { importWorkspace } from '../src/platform/transfer/import-workspace.ts';

let installation: TestCells;
let router: string;
let one: TestCell;
let two: TestCell;
let ada: OwnerCredentials;
let bob: OwnerCredentials;

beforeAll(async () => {
  installation = await openCells(['one', 'two'], { signUpIsOpen: true });
  [one, two] = installation.cells as [TestCell, TestCell];
  ada = await one.createWorkspace('ada@one.example');
  bob = await two.createWorkspace('bob@two.example');
  router = await installation.startRouter();
}, 60_000);
afterAll(() => installation.close());

interface Options {
  readonly token?: string;
  readonly cookie?: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  readonly from?: string;
}

async function call(method: string, path: string, { token, cookie, body, headers, from }: Options = {}) {
  const response = await fetch(`${from ?? router}${path}`, {
    method,
    redirect: 'manual',
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(cookie && { cookie }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = text !== '' && response.headers.get('content-type')?.startsWith('application/json');
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}

describe('finds the cell', () => {
  test('by a token, whose format is that of every other installation', async () => {
    expect(ada.token).toMatch(/^dbk_[0-9A-Za-z]{46}$/);
    expect((await call('GET', '/v2/whoami', { token: ada.token })).body).toEqual({
      email: 'ada@one.example',
    });
    expect((await call('GET', '/v2/whoami', { token: bob.token })).body).toEqual({
      email: 'bob@two.example',
    });
    expect(
      (await call('GET', '/v2/whoami', { token: 'dbk_nobody-has-ever-created-this-token-01' })).status,
    ).toBe(401);
  });

  test('by a token from before the directory, which it knows by its hash', async () => {
    const old = 'a-token-that-somebody-chose-for-the-first-start';
    const { workspaceId, memberId } = await findOwner(two);
    await runInWorkspace(two.runtime, createSystemActor(workspaceId), (ctx) =>
      issueToken(ctx, { memberId, name: 'old', scopes: ['admin:full'], secret: old }),
    );
    expect((await call('GET', '/v2/whoami', { token: old })).body).toEqual({ email: 'bob@two.example' });
  });

  test('by the address of a sign-in, then by its cookie', async () => {
    for (const { email, password } of [ada, bob]) {
      const answer = await call('POST', '/v2/session', { body: { email, password } });
      expect(answer.status).toBe(201);
      const cookies = answer.headers.getSetCookie().map((text) => text.split(';')[0] ?? '');
      const cookie = cookies.find((text) => text.startsWith('daybook_session=')) ?? '';
      expect(cookies.some((text) => text.startsWith('daybook_cell='))).toBe(true);
      const { body } = await call('GET', '/v2/session', { cookie });
      expect(body.resource.email).toBe(email);
    }
  });

  test('of an address with accounts in two cells by its password', async () => {
    const both = 'both@example.org';
    const first = await one.createWorkspace(both);
    const second = await two.createWorkspace(both);
    for (const { password } of [first, second]) {
      expect((await call('POST', '/v2/session', { body: { email: both, password } })).status).toBe(201);
    }
    expect((await call('POST', '/v2/session', { body: { email: both, password: 'wrong' } })).status).toBe(
      422,
    );
  });

  test('by a slug, also for visitors who are signed in elsewhere', async () => {
    for (const owner of [ada, bob]) {
      const { body: page } = await call('POST', '/v2/event-types', {
        token: owner.token,
        body: { title: 'Intro' },
      });
      const path = new URL(page.resource.schedulingUrl).pathname;
      expect((await call('GET', path)).status).toBe(200);
      expect((await call('GET', `/public/pages${path}`, { token: ada.token })).status).toBe(200);
    }
    expect((await call('GET', '/nobody-has-this/intro')).status).toBe(404);
  });

  test('by a link, and a booking by the key of its invitee', async () => {
    const { body: page } = await call('POST', '/v2/event-types', {
      token: bob.token,
      body: { title: 'Linked' },
    });
    const single = await call('GET', `/v2/event-types/${page.resource.uuid}/single-use-link`, {
      token: bob.token,
    });
    const { pathname } = new URL(single.body.link);
    expect((await call('GET', pathname)).status).toBe(200);
    expect((await call('GET', `/public/links${pathname.slice(2)}`)).status).toBe(200);
  });

  test('of a new workspace among the open ones, and then by the link of its email', async () => {
    await installation.directory.query(`update directory.cell set state = 'closed' where name = 'one'`);
    const fresh = await installation.startRouter();
    const form = new URLSearchParams({ organization: 'Sorrel', name: 'Olga', email: 'olga@example.org' });
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      origin: one.runtime.config.publicUrl,
    };
    const answer = await call('POST', '/app/sign-up', { from: fresh, body: form.toString(), headers });
    expect(answer.status).toBe(200);
    await installation.directory.query(`update directory.cell set state = 'open'`);
    const { rows } = await two.runtime.database.pool.query<{ token_sealed: Buffer }>(
      'select token_sealed from sign_up',
    );
    const token = two.runtime.secrets.unseal(rows[0]?.token_sealed as Buffer);
    expect((await call('GET', `/app/sign-up/${token}`)).status).toBe(200);
  });
});

const findOwner = async ({ runtime }: TestCell) => {
  const { rows } = await runtime.database.pool.query<{ workspace_id: WorkspaceId; id: string }>(
    'select workspace_id, id from member order by created_at limit 1',
  );
  return { workspaceId: rows[0]?.workspace_id as WorkspaceId, memberId: rows[0]?.id ?? '' };
};

test('two cells never give the same slug to two owners', async () => {
  const invite = (token: string, email: string) =>
    call('POST', '/v2/teams', { token, body: { title: 'Race', slug: 'one-slug' } }).then(({ status }) => [
      email,
      status,
    ]);
  const answers = await Promise.all([invite(ada.token, 'a'), invite(bob.token, 'b')]);
  expect(answers.map(([, status]) => status).sort()).toEqual([201, 422]);
});

test('an event stream arrives piece by piece, and ends with its reader', async () => {
  const stream = await openStream(router, { authorization: `Bearer ${bob.token}` });
  expect(stream.status).toBe(200);
  await call('POST', '/v2/event-types', { token: bob.token, body: { title: 'Seen live' } });
  await stream.until((event) => 'tag' in event && event.tag === 'Event types');
  await stream.close();
});

test('headers without a body, and what has not changed, as the cell answers them', async () => {
  const head = await call('HEAD', '/v2/whoami', { token: ada.token });
  expect([head.status, head.body]).toEqual([200, '']);
  const { body } = await call('GET', '/v2/event-types', { token: ada.token });
  const path = `/v2/event-types/${body.collection[0].uuid}`;
  const first = await call('GET', path, { token: ada.token });
  const etag = first.headers.get('etag') ?? '';
  const again = await call('GET', path, { token: ada.token, headers: { 'if-none-match': etag } });
  const direct = await one.app.inject({
    url: path,
    headers: { authorization: `Bearer ${ada.token}`, 'if-none-match': etag },
  });
  expect(again.status).toBe(direct.statusCode);
});

describe('passes on', () => {
  /** A cell that only remembers what it was asked. */
  const seen: { headers: IncomingMessage['headers']; size: number; firstMs: number }[] = [];
  const fake = createServer((request, response) => {
    const entry = { headers: request.headers, size: 0, firstMs: performance.now() };
    seen.push(entry);
    request.on('data', (chunk: Buffer) => (entry.size += chunk.length));
    request.on('end', () => response.end('done'));
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => {
      fake.listen(0, '127.0.0.1', resolve);
    });
    const url = `http://127.0.0.1:${(fake.address() as AddressInfo).port}`;
    await installation.directory.query(`insert into directory.cell values ('fake', $1, '', 'closed')`, [url]);
    await installation.directory.query(
      `insert into directory.workspace_cell values ('0198c2f4-6a10-7c3e-9d51-3f0f4a1b2c3d', 'fakeCode', 'fake')`,
    );
  });
  afterAll(async () => {
    fake.close();
    await installation.directory.query(`delete from directory.workspace_cell where cell = 'fake'`);
    await installation.directory.query(`delete from directory.cell where name = 'fake'`);
  });
  const token = `dbk_${'x'.repeat(32)}fakeCode123456`;

  test('a large body before it has arrived whole', async () => {
    const fresh = await installation.startRouter();
    const part = new Uint8Array(600_000);
    let ended = 0;
    const body = new ReadableStream<Uint8Array>({
      async start(controller) {
        for (let count = 0; count < 4; count += 1) controller.enqueue(part);
        await expect.poll(() => seen.at(-1)?.size ?? 0, { timeout: 5_000 }).toBeGreaterThan(1_000_000);
        ended = performance.now();
        controller.enqueue(part);
        controller.close();
      },
    });
    const options = { method: 'POST', headers: { authorization: `Bearer ${token}` }, body, duplex: 'half' };
    const response = await fetch(`${fresh}/v2/crm/imports`, options as RequestInit);
    expect(await response.text()).toBe('done');
    expect(seen.at(-1)?.size).toBe(3_000_000);
    expect(seen.at(-1)?.firstMs).toBeLessThan(ended);
  });

  test('the address of the client, and not what the client says about it', async () => {
    const fresh = await installation.startRouter();
    const headers = {
      'x-forwarded-for': '203.0.113.9',
      forwarded: 'for=203.0.113.9',
      'x-forwarded-host': 'evil.example',
    };
    await call('GET', '/v2/whoami', { token, headers, from: fresh.replace('127.0.0.1', 'localhost') });
    const { headers: sent } = seen.at(-1) as (typeof seen)[number];
    expect(sent['x-forwarded-for']).toMatch(/^(127\.0\.0\.1|::1|::ffff:127\.0\.0\.1)$/);
    expect(sent['forwarded']).toBeUndefined();
    expect(sent['x-forwarded-host']).not.toBe('evil.example');
    expect(sent['connection']).toBe('keep-alive');
  });
});

describe('a workspace that has moved', () => {
  async function moveToTwo(owner: OwnerCredentials): Promise<WorkspaceId> {
    const { rows } = await one.runtime.database.pool.query<{ workspace_id: WorkspaceId }>(
      'select workspace_id from member where email = $1',
      [owner.email],
    );
    const id = rows[0]?.workspace_id as WorkspaceId;
    const folder = await mkdtemp(join(tmpdir(), 'daybook-cells-'));
    const path = join(folder, 'workspace.tar');
    await exportWorkspace(one.connection, one.runtime.secrets, id, path, () => {});
    await importWorkspace(two.connection, two.runtime.secrets, path, () => {});
    await rm(folder, { recursive: true });
    return id;
  }

  test('is refused by its former cell, and the router asks the right one', async () => {
    const owner = await one.createWorkspace('mover@one.example');
    const body = { title: 'Before' };
    expect((await call('POST', '/v2/event-types', { token: owner.token, body })).status).toBe(201);
    const id = await moveToTwo(owner);
    await one.runtime.database.pool.query(`update workspace set moved_to = 'two' where workspace_id = $1`, [
      id,
    ]);
    await installation.directory.query(
      `update directory.workspace_cell set cell = 'two', version = version + 1 where workspace_id = $1`,
      [id],
    );
    const { slug } = (await call('GET', '/v2/organizations/users', { token: owner.token })).body
      .collection[0];
    for (const url of ['/v2/event-types', '/v2/whoami', `/${slug}`]) {
      const headers = { authorization: `Bearer ${owner.token}` };
      const direct = await one.app.inject({ url, headers });
      expect([url, direct.statusCode, direct.headers['x-daybook-misdirected']]).toEqual([url, 421, '1']);
      expect((await call('GET', url, { token: owner.token })).status).toBe(200);
    }
    const sent = await call('POST', '/v2/event-types', { token: owner.token, body: { title: 'After' } });
    expect(sent.status).toBe(201);
    const { rows } = await two.runtime.database.pool.query(
      'select title from event_type where workspace_id = $1',
      [id],
    );
    expect(rows.map(({ title }: { title: string }) => title).sort()).toEqual(['After', 'Before']);
  });

  test('lets its users sign in, also those with an account in another workspace of its former cell', async () => {
    const email = 'twice@one.example';
    const mover = await one.createWorkspace(email);
    const id = await moveToTwo(mover);
    const stayer = await one.createWorkspace(email);
    const signIn = async (password: string, from: string) =>
      (await call('POST', '/v2/session', { body: { email, password }, from })).status;
    const [asked, fresh] = [await installation.startRouter(), await installation.startRouter()];
    expect(await signIn(stayer.password, asked)).toBe(201);
    await one.runtime.database.pool.query(`update workspace set moved_to = 'two' where workspace_id = $1`, [
      id,
    ]);
    await installation.directory.query(
      `update directory.workspace_cell set cell = 'two', version = version + 1 where workspace_id = $1`,
      [id],
    );
    for (const from of [asked, fresh]) {
      expect(await signIn(mover.password, from)).toBe(201);
      expect(await signIn(stayer.password, from)).toBe(201);
      expect(await signIn('neither of the two', from)).toBe(422);
    }
    // A password that was changed since is still in the rows that the former cell has for a day.
    await two.runtime.database.pool.query(
      'update member set password_hash = null where workspace_id = $1 and email = $2',
      [id, email],
    );
    expect(await signIn(mover.password, fresh)).toBe(422);
  });

  test('is found where it is, when its former cell has forgotten it', async () => {
    const owner = await one.createWorkspace('leaver@one.example');
    expect((await call('GET', '/v2/whoami', { token: owner.token })).status).toBe(200);
    const id = await moveToTwo(owner);
    await one.runtime.database.pool.query('delete from credential where workspace_id = $1', [id]);
    await installation.directory.query(
      `update directory.workspace_cell set cell = 'two' where workspace_id = $1`,
      [id],
    );
    await new Promise((resolve) => {
      setTimeout(resolve, 1_100);
    });
    expect((await call('GET', '/v2/whoami', { token: owner.token })).status).toBe(200);
  });

  test('without an owner is 503, and no wrong answer', async () => {
    const owner = await one.createWorkspace('lost@one.example');
    expect((await call('GET', '/v2/event-types', { token: owner.token })).status).toBe(200);
    await one.runtime.database.pool.query(
      `update workspace set moved_to = 'two' where workspace_id = (select workspace_id from member where email = $1)`,
      [owner.email],
    );
    const answer = await call('GET', '/v2/event-types', { token: owner.token });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
  });
});

test('the directory down: known workspaces go on, and new ones are told to come back', async () => {
  const page = `/${(await call('GET', '/v2/organizations/users', { token: ada.token })).body.collection[0].slug}`;
  expect((await call('GET', page)).status).toBe(200);
  await installation.cutDirectory(true);
  try {
    expect((await call('GET', '/v2/whoami', { token: ada.token })).status).toBe(200);
    expect((await call('GET', '/v2/whoami', { token: bob.token })).status).toBe(200);
    expect((await call('GET', page)).status).toBe(200);
    const form = new URLSearchParams({ organization: 'Dock', name: 'Ilse', email: 'ilse@example.org' });
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      origin: one.runtime.config.publicUrl,
    };
    const signUp = await call('POST', '/app/sign-up', { body: form.toString(), headers });
    expect([signUp.status, signUp.headers.get('retry-after')]).toEqual([503, '2']);
    const unknown = await call('GET', '/somebody-new');
    expect([unknown.status, unknown.headers.get('retry-after')]).toEqual([503, '2']);
    const { body } = await call('GET', '/readyz');
    expect(body).toMatchObject({
      status: 'ready',
      directory: 'unreachable',
      cells: { one: 'ready', two: 'ready' },
    });
  } finally {
    await installation.cutDirectory(false);
  }
  await expect.poll(async () => (await call('GET', '/somebody-new')).status, { timeout: 5_000 }).toBe(404);
});

test('metrics tell how each cell answers, to the operator alone', async () => {
  await call('GET', '/v2/whoami', { token: ada.token });
  await call('GET', '/v2/whoami', { token: bob.token });
  const { body } = await call('GET', '/metrics');
  for (const cell of ['one', 'two'])
    expect(body).toMatch(
      new RegExp(
        `^daybook_router_request_duration_seconds_count\\{cell="${cell}",status="200"\\} \\d+$`,
        'm',
      ),
    );
  const outside = await call('GET', '/metrics', { headers: { 'x-forwarded-for': '203.0.113.9' } });
  expect(outside.status).toBe(404);
});

test('one cell down: its own workspaces get 503, and the others answer as before', async () => {
  await two.app.close();
  const down = await call('GET', '/v2/whoami', { token: bob.token });
  expect([down.status, down.headers.get('retry-after')]).toEqual([503, '2']);
  expect((await call('GET', '/v2/whoami', { token: ada.token })).status).toBe(200);
  expect((await call('GET', '/docs')).status).toBe(200);
  expect((await call('GET', '/images/which-may-be-there.png')).status).toBe(503);
  const { body } = await call('GET', '/readyz');
  expect(body).toMatchObject({ status: 'ready', cells: { one: 'ready', two: 'unreachable' } });
});
