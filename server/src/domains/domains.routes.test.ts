import { afterEach, describe, expect, test } from 'vitest';
import { useDns } from '../../test/dns.ts';
import { useApp } from '../../test/harness.ts';
import { listMailsTo } from '../../test/mail.ts';
import { createNeighbour } from '../../test/neighbour.ts';
import { checkAllDomains, createVerifiedDomain, publicUrl } from './test-domains.ts';

const dns = useDns();
const app = useApp({
  config: {
    publicUrl,
    get outboundDns() {
      return dns.servers;
    },
  },
});

afterEach(async () => {
  dns.setAnswering(true);
  await app.runtime.database.pool.query('delete from domain');
});

const add = (name: string) => app.post('/domains', { name });
const read = async (uuid: string) =>
  (await app.get('/domains')).body.collection.find((each: { uuid: string }) => each.uuid === uuid);

describe('adding a domain', () => {
  test('201: says which records to create', async () => {
    const { status, body } = await add(' Bücher.Juniper.example. ');
    expect(status).toBe(201);
    expect(body.resource).toMatchObject({
      name: 'xn--bcher-kva.juniper.example',
      purpose: 'pages',
      state: 'pending',
      problem: null,
      records: [
        {
          type: 'CNAME',
          name: 'xn--bcher-kva.juniper.example',
          value: 'daybook.example',
          state: 'unknown',
        },
        {
          type: 'TXT',
          name: '_daybook.xn--bcher-kva.juniper.example',
          value: expect.stringMatching(/^daybook-verification=\w{32}$/),
        },
      ],
    });
  });

  test('422: a name that can’t be one, and one that was added before', async () => {
    for (const name of ['10.0.0.1', 'daybook.example', 'https://book.juniper.example', 'com', 'x.local']) {
      const { status, body } = await add(name);
      expect([name, status, Object.keys(body.errors ?? {})]).toEqual([name, 422, ['name']]);
    }
    await add('book.juniper.example');
    expect((await add('BOOK.juniper.example')).body.errors).toEqual({
      name: ['This domain has already been added.'],
    });
  });

  test('422: every wrong field at once', async () => {
    const { body } = await app.post('/domains', { name: '10.0.0.1', purpose: 'other' });
    expect(Object.keys(body.errors).sort()).toEqual(['name', 'purpose']);
  });
});

describe('verifying a domain', () => {
  test('200: says what is missing, then what is wrong, then that it is verified', async () => {
    const { uuid, records } = (await add('steps.juniper.example')).body.resource;
    const verify = async () => (await app.post(`/domains/${uuid}/verify`)).body.resource;
    const states = ({ records: all }: { records: { state: string }[] }) => all.map(({ state }) => state);
    const missing = await verify();
    expect([missing.state, missing.problem, ...states(missing)]).toEqual([
      'pending',
      'records',
      'missing',
      'missing',
    ]);
    dns.set('CNAME steps.juniper.example', ['elsewhere.example']);
    dns.set(`TXT ${records[1].name}`, ['daybook-verification=other']);
    const wrong = await verify();
    expect(states(wrong)).toEqual(['wrong', 'wrong']);
    expect(wrong.records[0].found).toEqual(['elsewhere.example']);
    dns.set('CNAME steps.juniper.example', ['daybook.example']);
    dns.set(`TXT ${records[1].name}`, ['v=spf1 -all', records[1].value]);
    const done = await verify();
    expect([done.state, done.problem, ...states(done)]).toEqual(['verified', null, 'correct', 'correct']);
    expect(done.verifiedAt).not.toBeNull();
  });

  test('200: no answer from the name servers changes nothing', async () => {
    const uuid = await createVerifiedDomain(app, dns, 'dark.juniper.example');
    dns.setAnswering(false);
    for (let check = 0; check < 4; check += 1) await checkAllDomains(app);
    expect(await read(uuid)).toMatchObject({ state: 'verified', problem: 'unreachable' });
  });

  test('200: the token of another workspace proves nothing, and a verified domain has one workspace', async () => {
    const { token } = await createNeighbour(app.runtime, 'owner@fern-domains.example');
    await createVerifiedDomain(app, dns, 'shared.juniper.example');
    const theirs = (await app.post('/domains', { name: 'shared.juniper.example' }, { token })).body.resource;
    const verify = () => app.post(`/domains/${theirs.uuid}/verify`, undefined, { token });
    expect((await verify()).body.resource).toMatchObject({ state: 'pending', problem: 'records' });
    dns.set(`TXT ${theirs.records[1].name}`, [theirs.records[1].value]);
    expect((await verify()).body.resource).toMatchObject({ state: 'pending', problem: 'taken' });
    // Once the first workspace's record is gone for three checks, the domain is free.
    for (let check = 0; check < 3; check += 1) await checkAllDomains(app);
    await checkAllDomains(app);
    expect((await verify()).body.resource).toMatchObject({ state: 'verified' });
  });

  test('the job verifies a pending domain, gives up one that changed, and tells owners and admins', async () => {
    const { uuid, records } = (await add('job.juniper.example')).body.resource;
    for (const { type, name, value } of records) dns.set(`${type} ${name}`, [value]);
    await checkAllDomains(app);
    expect(await read(uuid)).toMatchObject({ state: 'verified' });
    dns.set('CNAME job.juniper.example', []);
    await checkAllDomains(app);
    expect(await read(uuid)).toMatchObject({ state: 'verified', problem: 'records' });
    await checkAllDomains(app);
    await checkAllDomains(app);
    expect(await read(uuid)).toMatchObject({ state: 'failing', verifiedAt: null });
    await app.runEffects();
    const [mail] = await listMailsTo(app, 'mara@juniper.example');
    expect(mail?.subject).toBe('A domain is no longer in use: job.juniper.example');
    dns.set('CNAME job.juniper.example', ['daybook.example']);
    await checkAllDomains(app);
    expect(await read(uuid)).toMatchObject({ state: 'verified' });
  });

  test('404: a domain of another workspace', async () => {
    const { token } = await createNeighbour(app.runtime, 'owner@moss-domains.example');
    const { uuid } = (await add('mine.juniper.example')).body.resource;
    const answers = await Promise.all([
      app.post(`/domains/${uuid}/verify`, undefined, { token }),
      app.delete(`/domains/${uuid}`, undefined, { token }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
  });
});

test('a change of the state is in the audit log, a check that changes nothing is not', async () => {
  const uuid = await createVerifiedDomain(app, dns, 'audited.juniper.example');
  await app.post(`/domains/${uuid}/verify`);
  const { rows } = await app.runtime.database.pool.query(
    'select action from audit_entry where object_id = $1 order by happened_at, id',
    [uuid],
  );
  expect(rows.map(({ action }) => action)).toEqual(['domain.created', 'domain.updated']);
});
