import { expect, test } from 'vitest';
import { useApp } from '../../test/harness.ts';
import { findLinkTo } from '../../test/mail.ts';
import { confirmSignUp, requestSignUp } from './sign-up.ts';
import { purgeExpired } from '../platform/db/purge.ts';
import { unconfirmedSignUps } from './sign-up.store.ts';

const app = useApp({ config: { signUpIsOpen: true } });
const olga = { name: 'Olga Iwanowa', language: 'en', timezone: 'UTC' };
const password = 'nine patient badgers';
const client = { address: '203.0.113.9', userAgent: '', device: undefined, session: undefined };
const names = async () => {
  const { rows } = await app.runtime.database.pool.query<{ name: string }>('select name from workspace');
  return rows.map(({ name }) => name);
};

test('a workspace that nobody confirmed is deleted after its time, and one that was confirmed stays', async () => {
  for (const organization of ['Sorrel', 'Dock']) {
    const email = `olga@${organization.toLowerCase()}.example`;
    await requestSignUp(app.runtime, { ...olga, organization, email }, client.address);
  }
  await confirmSignUp(app.runtime, (await findLinkTo(app, 'olga@sorrel.example')).token, password, client);
  await purgeExpired(app.runtime.database, [unconfirmedSignUps]);
  expect(await names()).toEqual(expect.arrayContaining(['Sorrel', 'Dock']));
  await app.runtime.database.pool.query(`update sign_up set expires_at = now() - interval '1 second'`);
  await purgeExpired(app.runtime.database, [unconfirmedSignUps]);
  expect(await names()).toContain('Sorrel');
  expect(await names()).not.toContain('Dock');
});
