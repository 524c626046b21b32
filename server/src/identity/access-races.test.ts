import { newToken as tokenFields } from '@daybook/contract/identity';
import { beforeEach, describe, expect, test } from 'vitest';
import { useApp, type Answer } from '../../test/harness.ts';
import { signIn, withCookie } from '../../test/session.ts';
import { computeEffectiveScopes, type Actor } from '../platform/auth/actor.ts';
import { runInWorkspace } from '../platform/context.ts';
import type { WorkspaceId } from '../platform/db/workspace-id.ts';
import { createPasskey } from './factors/test-authenticator.ts';
import { createToken } from './tokens.ts';

/** Access that is created in the moment in which its user is deactivated or signed out. Who comes first is set by locks, not by luck. */

const app = useApp({ config: { rateLimit: 'off' } });
const password = 'seven quiet herons';
const query = (text: string, values: unknown[] = []) => app.runtime.database.pool.query(text, values);

let count = 0;
let email: string;
let uuid: string;
let cookie: string;

beforeEach(async () => {
  count += 1;
  email = `racing${count}@juniper.example`;
  const fields = { email, firstName: 'Noor', lastName: 'Haddad', role: 'admin', password };
  uuid = (await app.post('/organizations/users', fields)).body.resource.uuid;
  ({ cookie } = await signIn(app, email, password));
});

const newToken = { name: 'Website', scopes: ['booking'] };
const whoami = async (token: string) => (await app.get('/whoami', { token })).status;
const isSomebodyWaiting = async (): Promise<boolean> => {
  const { rowCount } = await query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rowCount !== 0;
};
/** Until the request is answered, or waits for the other transaction. */
const settle = async (request: Promise<unknown>): Promise<void> => {
  let isDone = false;
  void request.finally(() => (isDone = true));
  await expect.poll(async () => isDone || (await isSomebodyWaiting()), { interval: 20 }).toBe(true);
};

describe('access that is created', () => {
  const post = (path: string, body: object) => app.post(path, body, withCookie(cookie));
  const ways: [string, () => Promise<() => Promise<Answer>>][] = [
    ['a token', async () => () => post('/tokens', newToken)],
    [
      'a token in the name of a colleague',
      async () => () => post('/tokens', { ...newToken, userEmail: 'aiko@juniper.example' }),
    ],
    [
      'a passkey',
      async () => {
        const { body } = await post('/session/passkeys/challenge', {});
        const credential = createPasskey().attest(body);
        return () => post('/session/passkeys', { credential });
      },
    ],
    ['an authenticator', async () => () => post('/session/totp', {})],
  ];

  test.each(ways)('403: %s, while its session is being ended', async (_case, prepare) => {
    const create = await prepare();
    const other = await app.runtime.database.pool.connect();
    try {
      await other.query('begin');
      await other.query('delete from session where member_id = $1', [uuid]);
      const creating = create();
      await settle(creating);
      await other.query('commit');
      expect((await creating).status).toBe(403);
    } finally {
      other.release(true);
    }
  });

  test('401: a token, while its maker is being deactivated', async () => {
    const other = await app.runtime.database.pool.connect();
    try {
      await other.query('begin');
      await other.query('update member set is_active = false where id = $1', [uuid]);
      const creating = post('/tokens', { ...newToken, userEmail: 'aiko@juniper.example' });
      await settle(creating);
      await other.query('commit');
      expect((await creating).status).toBe(401);
    } finally {
      other.release(true);
    }
  });
});

describe('a token whose creation ends a moment later', () => {
  /** Creates a token of the user, with one that they have, and keeps the transaction open while `meanwhile` runs. */
  const createDuring = async (meanwhile: () => Promise<Answer>, actor: Actor): Promise<string> => {
    const request = { current: undefined as Promise<Answer> | undefined };
    const fields = tokenFields.parse(newToken);
    const { secret } = await runInWorkspace(app.runtime, actor, async (ctx) => {
      const made = await createToken(ctx, fields);
      request.current = meanwhile();
      await settle(request.current);
      return made;
    });
    expect((await request.current)?.status).toBe(200);
    return secret;
  };
  const actorOf = async (kind: 'token' | 'session'): Promise<Actor> => {
    if (kind === 'token') await app.tokenOf(email, ['admin:full']);
    const table = kind === 'token' ? 'api_token' : 'session';
    const { rows } = await query(`select id, workspace_id from ${table} where member_id = $1`, [uuid]);
    const [{ id, workspace_id: workspaceId }] = rows as [{ id: string; workspace_id: WorkspaceId }];
    const scopes = computeEffectiveScopes(['admin:full'], 'admin');
    return { kind, id, workspaceId, memberId: uuid, email, role: 'admin', scopes };
  };

  test.each(['token', 'session'] as const)('401: its maker is deactivated (%s)', async (kind) => {
    const deactivate = () => app.delete(`/organizations/users/${uuid}`);
    expect(await whoami(await createDuring(deactivate, await actorOf(kind)))).toBe(401);
  });

  test.each(['token', 'session'] as const)('401: an admin signs its user out (%s)', async (kind) => {
    const signOut = () => app.delete(`/organizations/users/${uuid}/sessions`, {});
    expect(await whoami(await createDuring(signOut, await actorOf(kind)))).toBe(401);
  });

  test.each(['token', 'session'] as const)('401: its user signs out everywhere else (%s)', async (kind) => {
    const actor = await actorOf(kind);
    const here = await signIn(app, email, password);
    const signOut = () => app.delete('/sessions', {}, withCookie(here.cookie));
    expect(await whoami(await createDuring(signOut, actor))).toBe(401);
  });
});
