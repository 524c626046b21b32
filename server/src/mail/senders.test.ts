import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bookPage, createPage, fixedClock } from '../../test/booking.ts';
import { useDns } from '../../test/dns.ts';
import { useApp } from '../../test/harness.ts';
import { sendDue } from './send.ts';
import { findInvitation, startSmtp, type Delivery } from './test-smtp.ts';
import { jobs } from '../slices.ts';

const smtp = await startSmtp();
const dns = useDns();
const installation = 'no-reply@daybook.example';
const app = useApp({
  clock: fixedClock,
  config: {
    publicUrl: 'https://daybook.example',
    smtpUrl: smtp.url,
    mailFrom: installation,
    get outboundDns() {
      return dns.servers;
    },
  },
});
afterAll(() => smtp.stop());

interface Wire {
  readonly uuid: string;
  readonly name: string;
  readonly state: string;
  readonly records: { about: string; name: string; value: string; state: string }[];
}

const publish = ({ records }: Wire) => {
  for (const { name, value } of records) dns.set(`TXT ${name}`, [value]);
};
const add = async (senderAddress: string): Promise<Wire> =>
  (await app.post('/domains', { purpose: 'sender', senderAddress })).body.resource;
const verify = async ({ uuid }: Wire): Promise<Wire> =>
  (await app.post(`/domains/${uuid}/verify`)).body.resource;
const checkDomains = async (): Promise<void> => {
  await app.runtime.database.pool.query('update domain set next_check_at = created_at');
  await jobs.find(({ name }) => name === 'domains.check')?.run(app.runtime, {});
};
/** What was sent to the invitee since the last time. */
const takeMail = async (): Promise<Delivery> => {
  await app.runEffects();
  await sendDue(app.runtime, {});
  const mail = smtp.deliveries.splice(0).find(({ to }) => to.includes('ines@okafor.example'));
  if (!mail) throw new Error('No email was sent.');
  return mail;
};

let page: { uuid: string; slug: string };
let hour = 9;
/** The id of the event. */
const book = async (): Promise<string> => {
  await bookPage(app, page, { start: `${String((hour += 1)).padStart(2, '0')}:00` });
  const { rows } = await app.runtime.database.pool.query(
    `select event_id from invitee where email = 'ines@okafor.example' order by created_at desc limit 1`,
  );
  return rows[0].event_id as string;
};

beforeAll(async () => {
  page = await createPage(app);
});
beforeEach(() => {
  smtp.deliveries.length = 0;
});

test('422: an address whose domain can’t be used, a missing address, and the second at a domain', async () => {
  const errorsOf = async (body: object) => (await app.post('/domains', body)).body.errors;
  expect(await errorsOf({ purpose: 'sender' })).toEqual({ senderAddress: ['This field is required.'] });
  expect(await errorsOf({ purpose: 'sender', senderAddress: 'hello@daybook.example' })).toEqual({
    senderAddress: ['This is the domain of the installation itself.'],
  });
  expect(await errorsOf({})).toEqual({ name: ['This field is required.'] });
  const { uuid } = await add('hello@twice.example');
  expect(await errorsOf({ purpose: 'sender', senderAddress: 'bye@twice.example' })).toEqual({
    senderAddress: ['This domain has already been added.'],
  });
  await app.delete(`/domains/${uuid}`);
});

test('409: booking pages have no key', async () => {
  const { uuid } = (await app.post('/domains', { name: 'book.juniper.example' })).body.resource;
  expect((await app.post(`/domains/${uuid}/key`)).status).toBe(409);
  await app.delete(`/domains/${uuid}`);
});

describe('emails', () => {
  let sender: Wire;
  let before: string;

  test('come from the installation until DKIM, SPF and DMARC are correct', async () => {
    sender = await add('hello@juniper.example');
    expect(sender.records.map(({ about, name }) => [about, name.replace(/^daybook-\w{8}/, 'S')])).toEqual([
      ['dkim', 'S._domainkey.juniper.example'],
      ['spf', 'juniper.example'],
      ['dmarc', '_dmarc.juniper.example'],
    ]);
    const [dkim] = sender.records;
    dns.set(`TXT ${dkim?.name}`, [dkim?.value ?? '']);
    expect(await verify(sender)).toMatchObject({ state: 'pending', problem: 'records' });
    before = await book();
    const mail = await takeMail();
    expect(mail.email.from?.address).toBe(installation);
    expect(mail.raw).not.toContain('DKIM-Signature');
  });

  test('come from the own address once they are, signed for its domain; bounces go to the installation', async () => {
    publish(sender);
    expect(await verify(sender)).toMatchObject({ state: 'verified', problem: null });
    await book();
    const mail = await takeMail();
    expect(mail.email.from?.address).toBe('hello@juniper.example');
    expect(mail.from).toBe(installation);
    const signature = /DKIM-Signature:[^]*?\r\n(?!\s)/.exec(mail.raw)?.[0].replaceAll(/\s/g, '') ?? '';
    expect(signature).toContain('d=juniper.example');
    expect(signature).toContain(`s=${sender.records[0]?.name.split('.')[0]}`);
    expect(findInvitation(mail)).toContain('hello@juniper.example');
  });

  test('about an event that another address invited to still come from that one', async () => {
    await app.put(`/scheduled-events/${before}/cancel`, { cancellationReason: 'Ill' });
    const mail = await takeMail();
    expect(mail.email.from?.address).toBe(installation);
    expect(mail.email.replyTo?.[0]?.address).toBeDefined();
  });

  test('are signed with the former key until the record of a new one is found', async () => {
    const selectorOf = (mail: Delivery) => /s=(daybook-\w{8})/.exec(mail.raw)?.[1];
    const former = sender.records[0]?.name.split('.')[0];
    const rotated: Wire = (await app.post(`/domains/${sender.uuid}/key`)).body.resource;
    expect(rotated.records.filter(({ about }) => about === 'dkim')).toHaveLength(2);
    expect(await verify(rotated)).toMatchObject({ state: 'verified' });
    await book();
    expect(selectorOf(await takeMail())).toBe(former);
    publish({ ...rotated, records: rotated.records.slice(0, 1) });
    sender = await verify(rotated);
    expect(sender.records.filter(({ about }) => about === 'dkim')).toHaveLength(1);
    await book();
    expect(selectorOf(await takeMail())).toBe(rotated.records[0]?.name.split('.')[0]);
  });

  test('come from the installation when the records are gone, with the own address for replies', async () => {
    dns.set('TXT _dmarc.juniper.example', []);
    for (let check = 0; check < 3; check += 1) await checkDomains();
    await app.runEffects();
    await sendDue(app.runtime, {});
    const told = smtp.deliveries.splice(0).find(({ to }) => to.includes('mara@juniper.example'));
    expect(told?.email.subject).toBe('A domain is no longer in use: juniper.example');
    expect(told?.email.from?.address).toBe(installation);
    expect(told?.email.replyTo?.[0]?.address).toBe('hello@juniper.example');
    await book();
    expect((await takeMail()).email.from?.address).toBe(installation);
  });
});

test('the private key is sealed', async () => {
  const { uuid } = await add('hello@sealed.example');
  const { rows } = await app.runtime.database.pool.query(
    'select private_key_sealed from domain_key where domain_id = $1',
    [uuid],
  );
  const [{ private_key_sealed: sealed }] = rows;
  expect(String(sealed)).not.toContain('PRIVATE KEY');
  expect(app.runtime.secrets.unseal(sealed)).toContain('PRIVATE KEY');
});
