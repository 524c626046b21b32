import { beforeEach, describe, expect, test } from 'vitest';
import { bookPage, fixedClock, createPage } from '../../test/booking.ts';
import { useApp } from '../../test/harness.ts';
import { deliverUntil, queryRows, subscribeWebhook } from './delivery/test-deliveries.ts';
import { respondWithStatus, useReceiver } from './delivery/test-receiver.ts';

const app = useApp({ clock: fixedClock, config: { outboundAllow: ['127.0.0.0/8'] } });
const receiver = useReceiver();

beforeEach(async () => {
  receiver.answer = respondWithStatus(200);
  await queryRows(app, 'delete from webhook_attempt');
  await queryRows(app, 'delete from webhook');
  receiver.received.length = 0;
});

/** The names of the events that were written for a webhook. */
const eventsFor = async (id: string): Promise<string[]> =>
  (
    await queryRows<{ name: string }>(
      app,
      `select e.name from webhook_delivery d join webhook_event e on e.id = d.event_id where d.webhook_id = $1
       order by e.name`,
      [id],
    )
  ).map(({ name }) => name);

const idOf = async (email: string): Promise<string> =>
  (await queryRows<{ id: string }>(app, 'select id from member where email = $1', [email]))[0]?.id ?? '';

let hour = 8;
const nextTime = () => ({ date: '2027-01-12', start: `${String((hour += 1)).padStart(2, '0')}:00` });

describe('a filter', () => {
  test('by page: of the events of invitees those of that page, and everything that has no page', async () => {
    const [wanted, other] = [
      await createPage(app, { title: 'Wanted' }),
      await createPage(app, { title: 'Other' }),
    ];
    const { id } = await subscribeWebhook(app, receiver.url, { filter: { eventTypes: [wanted.uuid] } });
    const all = await subscribeWebhook(app, receiver.url);
    await bookPage(app, other, nextTime());
    await bookPage(app, wanted, nextTime());
    await app.post('/crm/people', { firstName: 'Ola', emails: ['ola@elm.example'] });
    const own = await eventsFor(id);
    expect(own.filter((name) => name === 'invitee.scheduled')).toHaveLength(1);
    expect((await eventsFor(all.id)).filter((name) => name === 'invitee.scheduled')).toHaveLength(2);
    expect(own).toContain('crm.record.created');
  });

  test('by team and by user: the page of the team, the event of the host', async () => {
    const team = (await app.post('/teams', { title: 'Filters' })).body.resource;
    const hosts = [{ email: 'mara@juniper.example' }];
    await app.post(`/teams/${team.uuid}/members`, { email: 'mara@juniper.example', role: 'manager' });
    const ofTeam = await createPage(app, { title: 'Of team', ownerSlug: team.slug, hosts });
    const ofUser = await createPage(app, { title: 'Of user' });
    const byTeam = await subscribeWebhook(app, receiver.url, { filter: { teams: [team.uuid] } });
    const byMara = await subscribeWebhook(app, receiver.url, {
      filter: { users: [await idOf('mara@juniper.example')] },
    });
    const byTomas = await subscribeWebhook(app, receiver.url, {
      filter: { users: [await idOf('tomas@juniper.example')] },
    });
    expect((await bookPage(app, ofTeam, { ...nextTime(), ownerSlug: team.slug })).status).toBe(200);
    expect((await bookPage(app, ofUser, nextTime())).status).toBe(200);
    const scheduled = async ({ id }: { id: string }) =>
      (await eventsFor(id)).filter((name) => name === 'invitee.scheduled').length;
    expect([await scheduled(byTeam), await scheduled(byMara), await scheduled(byTomas)]).toEqual([1, 2, 0]);
  });

  test('by object: records of that object alone', async () => {
    const { id } = await subscribeWebhook(app, receiver.url, {
      events: ['crm.record.created'],
      filter: { objects: ['companies'] },
    });
    await app.post('/crm/people', { firstName: 'Kim', emails: ['kim@fern.example'] });
    expect(await eventsFor(id)).toEqual([]);
    await app.post('/crm/companies', { name: 'Elm', domain: 'elm-filters.example' });
    expect(await eventsFor(id)).toEqual(['crm.record.created']);
  });

  test('422: what does not exist, each by its place; null removes a filter', async () => {
    const page = await createPage(app, { title: 'Known' });
    const filter = {
      eventTypes: [page.uuid, '0198c2f4-6a10-7c3e-9d51-3f0f4a1b2c3d'],
      users: ['NOBODY000000000'],
      objects: ['none'],
    };
    const body = { callbackUrl: receiver.url, events: ['invitee.scheduled'], scope: 'organization' };
    const refused = await app.post('/webhooks', { ...body, filter });
    expect([refused.status, Object.keys(refused.body.errors).sort()]).toEqual([
      422,
      ['filter.eventTypes.1', 'filter.objects.0', 'filter.users.0'],
    ]);
    const { id } = await subscribeWebhook(app, receiver.url, { filter: { eventTypes: [page.uuid] } });
    expect((await app.get(`/webhooks/${id}`)).body.resource.filter).toEqual({ eventTypes: [page.uuid] });
    const { body: changed } = await app.patch(`/webhooks/${id}`, { filter: null });
    expect(changed.resource.filter).toBe(null);
  });
});

describe('headers', () => {
  test('are sent with the test and with every delivery, never shown, and sealed', async () => {
    const headers = { Authorization: 'Bearer top-secret-77', 'X-Tenant': 'elm' };
    const { id } = await subscribeWebhook(app, receiver.url, { headers });
    expect(receiver.received[0]?.headers).toMatchObject({
      authorization: 'Bearer top-secret-77',
      'x-tenant': 'elm',
      'user-agent': 'Daybook-Webhooks/1',
      'content-type': 'application/json',
    });
    const page = await createPage(app, { title: 'Headers' });
    await bookPage(app, page, nextTime());
    await deliverUntil(app, () => receiver.received.some(({ body }) => body.event === 'invitee.scheduled'));
    const delivered = receiver.received.find(({ body }) => body.event === 'invitee.scheduled');
    expect(delivered?.headers['authorization']).toBe('Bearer top-secret-77');

    const { body } = await app.get(`/webhooks/${id}`);
    expect(body.resource.headerNames).toEqual(['Authorization', 'X-Tenant']);
    expect(JSON.stringify(body)).not.toContain('top-secret');
    const [row] = await queryRows(app, 'select * from webhook where id = $1', [id]);
    expect(JSON.stringify(row)).not.toContain('top-secret');
    await app.patch(`/webhooks/${id}`, { headers: null });
    expect((await app.get(`/webhooks/${id}`)).body.resource.headerNames).toEqual([]);
  });

  test.each([
    [{ 'Webhook-Signature': 'x' }],
    [{ Token: 'x' }],
    [{ host: 'x' }],
    [{ 'Content-Length': '1' }],
    [{ 'Transfer-Encoding': 'chunked' }],
    [{ 'bad name': 'x' }],
    [{ 'X-A': 'line\r\nbreak' }],
    [{ 'X-A': '1', 'x-a': '2' }],
  ])('422: %j', async (headers) => {
    const body = { callbackUrl: receiver.url, events: ['invitee.scheduled'], scope: 'user', headers };
    const { status, body: answer } = await app.post('/webhooks', body);
    expect(status).toBe(422);
    expect(Object.keys(answer.errors)[0]).toMatch(/^headers/);
  });
});
