import { expect, test } from 'vitest';
import { useApp } from '../../test/harness.ts';
import { signIn } from '../../test/session.ts';
import { times } from '../../test/times.ts';

let nowMs = Date.parse('2027-01-31T09:00:00Z');
const app = useApp({
  clock: { now: () => new Date(nowMs) },
  config: { publicUrl: 'https://book.juniper.example', rateLimit: { perToken: 6000, perAddress: 300 } },
});

const noor = {
  email: 'noor@juniper.example',
  password: 'a password for noor',
  firstName: 'N',
  lastName: 'H',
};

test('over HTTPS the cookie is bound to this host, and every answer has HSTS', async () => {
  await app.post('/organizations/users', noor);
  const { answer, cookie } = await signIn(app, noor.email, noor.password);
  expect(answer.headers['set-cookie']).toMatch(/^__Host-daybook_session=.*; Secure$/);
  expect(answer.headers['set-cookie']).not.toMatch(/domain=/i);
  expect(answer.headers['strict-transport-security']).toMatch(/^max-age=\d{8}/);
  const me = await app.get('/session', { token: null, headers: { cookie } });
  expect(me.status).toBe(200);
  const plain = cookie.replace('__Host-', '');
  expect((await app.get('/session', { token: null, headers: { cookie: plain } })).status).toBe(401);
});

test('429: many passwords for one account, with Retry-After; the right one too, until the window ends', async () => {
  const tries = await times(12, () => signIn(app, 'aiko@juniper.example', 'guess number one'));
  const statuses = tries.map(({ answer }) => answer.status).sort();
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 422), 429, 429]);
  const refused = tries.find(({ answer }) => answer.status === 429)?.answer;
  expect(refused?.headers['retry-after']).toBe('900');
  expect(refused?.body).toEqual({
    success: false,
    message: 'Too many requests. Try again in 900 s.',
    status: 429,
  });
  expect((await signIn(app, 'AIKO@juniper.example', 'guess number two')).answer.status).toBe(429);
  expect((await signIn(app, noor.email, noor.password)).answer.status).toBe(201);
  nowMs += 15 * 60_000;
  expect((await signIn(app, 'aiko@juniper.example', 'guess number one')).answer.status).toBe(422);
});

test('429: many accounts from one IP address, unknown ones included', async () => {
  nowMs += 15 * 60_000;
  const tries = await times(51, (index) => signIn(app, `guess${index}@juniper.example`, 'Winter2027!'));
  expect(tries.filter(({ answer }) => answer.status === 429)).toHaveLength(1);
});
