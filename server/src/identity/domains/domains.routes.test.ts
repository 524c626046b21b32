import { afterAll, describe, expect, test } from 'vitest';
import { useApp } from '../../../test/harness.ts';
import { createNeighbour } from '../../../test/neighbour.ts';
import { verifyDomain } from '../../../test/single-sign-on.ts';
import { startDns } from '../../platform/safe-fetch/test-hostile.ts';
import { recheckDomains } from './domains.ts';

const dns = await startDns();
const app = useApp({ config: { outboundDns: [dns.address] } });
afterAll(() => dns.close());

const add = (name: string) => app.post('/sign-in-domains', { name });
const find = async (name: string) =>
  (await app.get('/sign-in-domains')).body.collection.find((one: { name: string }) => one.name === name);

describe('POST /sign-in-domains', () => {
  test('201: pending, with the record to add', async () => {
    const { status, body } = await add('Fern.Example.');
    expect(status).toBe(201);
    expect(body.resource).toMatchObject({ name: 'fern.example', state: 'pending' });
    expect(body.resource.records).toEqual([
      {
        type: 'TXT',
        name: '_daybook.fern.example',
        value: expect.stringMatching(/^daybook-verification=\w{32}$/),
      },
    ]);
  });

  test.each([
    ['gmail.com', 'Anyone can get an address'],
    ['fern.example', 'already added'],
    ['no domain', 'Must be a domain'],
    ['localhost', 'Must be a domain'],
    ['10.0.0.1', 'Must be a domain'],
  ])('422: %s', async (name, sentence) => {
    const { status, body } = await add(name);
    expect([status, body.errors.name[0]]).toEqual([422, expect.stringContaining(sentence)]);
  });
});

describe('POST /sign-in-domains/{uuid}/verify', () => {
  test('200: verified once the record is there', async () => {
    const { uuid, records } = (await add('maple.example')).body.resource;
    const before = await app.post(`/sign-in-domains/${uuid}/verify`, {});
    expect(before.body.resource).toMatchObject({
      state: 'pending',
      error: expect.stringContaining('not found'),
    });
    dns.texts['_daybook.maple.example'] = ['something else', records[0].value];
    const after = await app.post(`/sign-in-domains/${uuid}/verify`, {});
    expect(after.body.resource).toMatchObject({ state: 'verified', error: null });
  });

  test('409: another workspace has verified it, until it deletes it', async () => {
    const { token } = await createNeighbour(app.runtime);
    const first = await verifyDomain(app, dns, 'shared.example');
    expect(first.state).toBe('verified');
    const { uuid, records } = (await app.post('/sign-in-domains', { name: 'shared.example' }, { token })).body
      .resource;
    dns.texts['_daybook.shared.example'] = [records[0].value];
    expect((await app.post(`/sign-in-domains/${uuid}/verify`, {}, { token })).status).toBe(409);
    expect((await app.post(`/sign-in-domains/${uuid}/verify`, {})).status).toBe(404);
    await app.delete(`/sign-in-domains/${first.uuid}`);
    expect((await app.post(`/sign-in-domains/${uuid}/verify`, {}, { token })).body.resource.state).toBe(
      'verified',
    );
  });
});

test('a record that is missing fails at first, and ends the proof after seven days', async () => {
  await verifyDomain(app, dns, 'oak.example');
  const age = (column: string, days: number) =>
    app.runtime.database.pool.query(
      `update sign_in_domain set ${column} = now() - make_interval(days => $1) where name = 'oak.example'`,
      [days],
    );
  dns.texts['_daybook.oak.example'] = [];
  await age('checked_at', 2);
  await recheckDomains(app.runtime);
  expect((await find('oak.example')).state).toBe('failing');
  await age('checked_at', 2);
  await age('failing_since', 8);
  await recheckDomains(app.runtime);
  expect((await find('oak.example')).state).toBe('pending');
});
