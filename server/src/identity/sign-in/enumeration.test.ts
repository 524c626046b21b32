import { beforeAll, describe, expect, test } from 'vitest';
import { useApp } from '../../../test/harness.ts';
import { listMailsTo } from '../../../test/mail.ts';
import { createNeighbour } from '../../../test/neighbour.ts';
import { signIn } from '../../../test/session.ts';

/** Whether an address is known here, and in how many workspaces, is nobody's to find out. `bench/sign-in.ts` has the times. */

const app = useApp();
const known = 'noor@juniper.example';
const twice = 'twice@juniper.example';
const unknown = 'nobody@juniper.example';
const without = 'aiko@juniper.example';

beforeAll(async () => {
  for (const email of [known, twice]) {
    await app.post('/organizations/users', {
      email,
      firstName: 'Noor',
      lastName: 'Haddad',
      password: 'seven quiet herons',
    });
  }
  await createNeighbour(app.runtime, twice);
});

const bare = ({ status, body, headers }: { status: number; body: unknown; headers: object }) => ({
  status,
  body,
  headers: Object.keys(headers).sort(),
});

test('signing in: the same answer for a wrong password, an unknown address, one without a password, one in two workspaces', async () => {
  const answers = [];
  for (const email of [known, unknown, without, twice]) {
    answers.push(bare((await signIn(app, email, 'a wrong password')).answer));
  }
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
});

test('one slow hash is enough for an address in two workspaces', async () => {
  const { rows } = await app.runtime.database.pool.query<{ password_hash: string }>(
    'select password_hash from member where email = $1',
    [twice],
  );
  expect(rows).toHaveLength(2);
  expect(new Set(rows.map(({ password_hash }) => password_hash.split('$')[4])).size).toBe(1);
});

describe('a password reset', () => {
  test('202: the same answer and the same work for a known and an unknown address: nothing is looked up before it', async () => {
    const counts = async () => {
      const { rows } = await app.runtime.database.pool.query<{ resets: number; jobs: number }>(
        `select (select count(*)::int from password_reset) as resets,
          (select count(*)::int from graphile_worker.jobs where task_identifier = 'identity.request-reset') as jobs`,
      );
      return rows[0] ?? { resets: -1, jobs: -1 };
    };
    const answers = [];
    for (const email of [known, unknown, twice]) {
      const before = await counts();
      answers.push(bare(await app.post('/public/password-resets', { email }, { token: null })));
      expect(await counts()).toEqual({ resets: before.resets, jobs: before.jobs + 1 });
    }
    expect(answers[0]?.status).toBe(202);
    expect(answers[0]?.body).toEqual({
      success: true,
      message: 'If this email address has an account here, we sent an email to it.',
      status: 202,
    });
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await listMailsTo(app, known)).toEqual([]);
  });
});
