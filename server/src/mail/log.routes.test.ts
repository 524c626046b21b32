import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bookPage, fixedClock, createPage } from '../../test/booking.ts';
import { useApp } from '../../test/harness.ts';
import { sendDue } from './send.ts';
import { startSmtp } from './test-smtp.ts';

const smtp = await startSmtp();
const app = useApp({
  clock: fixedClock,
  config: { smtpUrl: smtp.url, mailFrom: 'no-reply@juniper.example' },
});
afterAll(() => smtp.stop());

const [invitee, gone] = ['ines@okafor.example', 'gone@okafor.example'];
let event = '';

beforeAll(async () => {
  smtp.refuse = (address) => (address === gone ? { responseCode: 550, message: 'No such user' } : undefined);
  const page = await createPage(app, { title: 'Log' });
  event = (await bookPage(app, page, { guests: [gone] })).body.uuid;
  await bookPage(app, page, { date: '2027-01-13', email: 'other@elm.example' });
  await sendDue(app.runtime, {});
});

const list = async (query: string) => {
  const { status, body } = await app.get(`/mail?${query}`);
  expect(status).toBe(200);
  return body;
};

describe('GET /mail', () => {
  test('200: who the mail server refused is seen, with what it said', async () => {
    const { collection } = await list('state=failed');
    expect(collection).toMatchObject([
      {
        kind: 'confirmed',
        recipient: gone,
        eventUuid: event,
        attempts: 1,
        nextAttemptAt: null,
        sentAt: null,
      },
    ]);
    expect(collection[0].error).toContain('550');
    expect(collection[0].error).toContain('No such user');
    // What it says holds the key of the invitee's page.
    expect(JSON.stringify(await list(''))).not.toContain('key=');
  });

  test.each([
    ['state=sent', 4],
    [`event=EVENT`, 3],
    [`recipient=INES@okafor.example`, 1],
    ['kind=cancelled', 0],
    ['kind=confirmed', 5],
    ['since=2999-01-01T00:00:00Z', 0],
    ['until=2999-01-01T00:00:00Z', 5],
  ])('200: %s finds %i', async (query, count) => {
    const { collection, pagination } = await list(query.replace('EVENT', event));
    expect([collection.length, pagination.total]).toEqual([count, count]);
  });

  test('200: page by page, none twice and none left out', async () => {
    const all = (await list('')).collection.map(({ uuid }: { uuid: string }) => uuid);
    const seen: string[] = [];
    let next: string | null = '/v2/mail?count=2';
    while (next) {
      const { body } = await app.get(next.replace('/v2', ''));
      seen.push(...body.collection.map(({ uuid }: { uuid: string }) => uuid));
      next = body.pagination.nextPage;
    }
    expect(seen).toEqual(all);
  });

  test('403: only owners and admins; 422: a state that does not exist', async () => {
    const token = await app.tokenOf('aiko@juniper.example', ['events:read', 'events:write']);
    const { collection } = await list('');
    expect((await app.get('/mail', { token })).status).toBe(403);
    expect((await app.post(`/mail/${collection[0].uuid}/resend`, {}, { token })).status).toBe(403);
    expect((await app.get('/mail?state=lost')).status).toBe(422);
  });
});

describe('POST /mail/{uuid}/resend', () => {
  test('201: a new message, as it was; the old one stays in the list', async () => {
    const [failed] = (await list('state=failed')).collection;
    smtp.refuse = () => undefined;
    const { status, body } = await app.post(`/mail/${failed.uuid}/resend`, {});
    expect([status, body.resource.state, body.resource.subject]).toEqual([201, 'queued', failed.subject]);
    expect(body.resource.uuid).not.toBe(failed.uuid);
    expect((await app.post(`/mail/${body.resource.uuid}/resend`, {})).status).toBe(409);
    await sendDue(app.runtime, {});
    expect(smtp.deliveries.at(-1)?.to).toEqual([gone]);
    expect((await list(`recipient=${gone}`)).collection.map(({ state }: { state: string }) => state)).toEqual(
      ['sent', 'failed'],
    );
  });

  test('409: to a guest who wants no mail; 404: one that does not exist', async () => {
    const [message] = (await list(`recipient=${invitee}`)).collection;
    await app.runtime.database.pool.query(`update mail_message set status = 'refused' where id = $1`, [
      message.uuid,
    ]);
    const hash = app.runtime.secrets.derive('mail refusal', invitee);
    await app.runtime.database.pool.query('insert into mail_refusal (address_hash) values ($1)', [hash]);
    expect((await app.post(`/mail/${message.uuid}/resend`, {})).status).toBe(409);
    expect((await app.post('/mail/0198c2f4-6a10-7c3e-9d51-3f0f4a1b2c3d/resend', {})).status).toBe(404);
  });
});
