import { beforeAll, expect, test } from 'vitest';
import { useApp } from '../../test/harness.ts';
import { deliverUntil, emitEvent, queryRows, subscribeWebhook } from './delivery/test-deliveries.ts';
import { respondWithStatus, useReceiver } from './delivery/test-receiver.ts';

const app = useApp({ config: { outboundAllow: ['127.0.0.0/8'] } });
const receiver = useReceiver();
let path = '';

beforeAll(async () => {
  receiver.answer = respondWithStatus(200);
  const { id } = await subscribeWebhook(app, receiver.url);
  path = `/webhooks/${id}/deliveries`;
  receiver.answer = (response) => void response.writeHead(500).end('Teapot 100%');
  await emitEvent(app, { payload: { name: 'Ines Okafor' } });
  await deliverUntil(app, async () => {
    const [row] = await queryRows<{ n: string }>(app, 'select count(*) as n from webhook_attempt');
    return Number(row?.n) > 0;
  });
  await emitEvent(app, { payload: { name: 'Omar' }, event: 'invitee.no_show' });
  await queryRows(
    app,
    `update webhook_delivery d set created_at = '2026-01-02Z' from webhook_event e
     where e.id = d.event_id and e.name = 'invitee.no_show'`,
  );
});

test.each([
  ['event=crm.record.created', ['crm.record.created']],
  ['event=invitee.cancelled', []],
  ['since=2026-01-03T00:00:00Z', ['crm.record.created']],
  ['until=2026-01-03T00:00:00Z', ['invitee.no_show']],
  ['search=ines%20okafor', ['crm.record.created']],
  ['search=teapot%20100%25', ['crm.record.created']],
  ['search=100%25x', []],
  ['search=omar&event=crm.record.created', []],
  ['', ['crm.record.created', 'invitee.no_show']],
])('200: the log with %s shows %j, and counts them', async (query, events) => {
  const { status, body } = await app.get(`${path}?${query}`);
  expect(status).toBe(200);
  expect(body.collection.map(({ event }: { event: string }) => event)).toEqual(events);
  expect(body.pagination.total).toBe(events.length);
});

test('422: an unknown event and a time without an offset, at once', async () => {
  const { status, body } = await app.get(`${path}?event=x&since=yesterday`);
  expect(status).toBe(422);
  expect(Object.keys(body.errors)).toEqual(['event', 'since']);
});
