import { describe, expect, test } from 'vitest';
import { useDns } from '../../test/dns.ts';
import { useApp } from '../../test/harness.ts';
import { createNeighbour } from '../../test/neighbour.ts';
import { verifyDomain } from '../../test/single-sign-on.ts';
import { checkAllDomains } from './test-domains.ts';

const dns = useDns();
const app = useApp({
  config: {
    get outboundDns() {
      return dns.servers;
    },
  },
});

const add = (name: string, as: { token?: string } = {}) =>
  app.post('/domains', { name, purpose: 'sign_in' }, as);
const find = async (name: string) =>
  (await app.get('/domains')).body.collection.find((one: { name: string }) => one.name === name);
const listNames = async () => {
  const { rows } = await app.runtime.database.pool.query('select name from sign_in_domain order by name');
  return rows.map(({ name }: { name: string }) => name);
};

describe('adding a sign-in domain', () => {
  test('201: pending, with the one record that proves who owns it', async () => {
    const { status, body } = await add('Fern.Example.');
    expect(status).toBe(201);
    expect(body.resource).toMatchObject({
      name: 'fern.example',
      purpose: 'sign_in',
      state: 'pending',
      identityProviderUuid: null,
    });
    expect(body.resource.records).toEqual([
      {
        about: 'ownership',
        type: 'TXT',
        name: '_daybook.fern.example',
        value: expect.stringMatching(/^daybook-verification=\w{32}$/),
        state: 'unknown',
        found: [],
      },
    ]);
    expect(await listNames()).toEqual([]);
  });

  test.each([
    ['gmail.com', 'Anyone can get an address'],
    ['GMail.com.', 'Anyone can get an address'],
    ['mail.ru', 'Anyone can get an address'],
    ['fern.example', 'already been added'],
    ['no domain', 'Enter the name only'],
    ['localhost', 'Must be a domain'],
    ['10.0.0.1', 'Must be a name'],
  ])('422: %s', async (name, sentence) => {
    const { status, body } = await add(name);
    expect([status, body.errors.name[0]]).toEqual([422, expect.stringContaining(sentence)]);
  });

  test('a domain can serve pages and sign people in', async () => {
    expect((await app.post('/domains', { name: 'both.example' })).status).toBe(201);
    expect((await add('both.example')).status).toBe(201);
  });
});

describe('verifying a sign-in domain', () => {
  test('verified once the record is there, among others', async () => {
    const { uuid, records } = (await add('maple.example')).body.resource;
    const before = await app.post(`/domains/${uuid}/verify`);
    expect(before.body.resource).toMatchObject({ state: 'pending', problem: 'records' });
    dns.set('TXT _daybook.maple.example', ['something else', records[0].value]);
    const after = await app.post(`/domains/${uuid}/verify`);
    expect(after.body.resource).toMatchObject({ state: 'verified', problem: null });
    expect(await listNames()).toEqual(['maple.example']);
  });

  test('another workspace’s domain is taken, until that one removes it', async () => {
    const as = { token: (await createNeighbour(app.runtime)).token };
    const first = await verifyDomain(app, dns, 'shared.example');
    expect(first.state).toBe('verified');
    const { uuid, records } = (await add('shared.example', as)).body.resource;
    dns.set('TXT _daybook.shared.example', [records[0].value]);
    const verify = () => app.post(`/domains/${uuid}/verify`, undefined, as);
    expect((await verify()).body.resource).toMatchObject({ state: 'pending', problem: 'taken' });
    expect((await app.post(`/domains/${uuid}/verify`)).status).toBe(404);
    await app.delete(`/domains/${first.uuid}`);
    expect((await verify()).body.resource).toMatchObject({ state: 'verified', problem: null });
  });
});

test('a missing record ends the proof after seven days of checks', async () => {
  await verifyDomain(app, dns, 'oak.example');
  dns.set('TXT _daybook.oak.example', []);
  await checkAllDomains(app);
  expect(await find('oak.example')).toMatchObject({ state: 'verified', problem: 'records' });
  expect(await listNames()).toContain('oak.example');
  await app.runtime.database.pool.query(`update domain set failures = 167 where name = 'oak.example'`);
  await checkAllDomains(app);
  expect(await find('oak.example')).toMatchObject({ state: 'failing', problem: 'records' });
  expect(await listNames()).not.toContain('oak.example');
});
