import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { verifyWebhook, WebhookError } from './client.ts';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const other = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;
const body = JSON.stringify({ event: 'webhook.test', webhookUuid: 'a', createdAt: 'ü' });

/** Signed by the library of Standard Webhooks. */
function headersOf(by: readonly string[] = [secret], at = new Date()): Record<string, string> {
  return {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': by.map((each) => new Webhook(each).sign('msg_1', at, body)).join(' '),
  };
}

test('a delivery gives its payload, as text or bytes, with headers of any kind', async () => {
  const payload = await verifyWebhook(body, headersOf(), secret);
  if (payload.event === 'webhook.test') expect(payload.webhookUuid).toBe('a');
  expect(payload).toEqual(JSON.parse(body));
  expect(await verifyWebhook(Buffer.from(body), new Headers(headersOf()), secret)).toEqual(payload);
});

test('while a secret is rotated, either verifies', async () => {
  const both = headersOf([other, secret]);
  expect(await verifyWebhook(body, both, secret)).toBeTruthy();
  expect(await verifyWebhook(body, headersOf(), [other, secret])).toBeTruthy();
});

const minutes = (count: number) => new Date(Date.now() + count * 60_000);

test.each([
  ['another secret', body, headersOf(), other],
  ['another body', `${body} `, headersOf(), secret],
  ['another id', body, { ...headersOf(), 'webhook-id': 'msg_2' }, secret],
  ['an old delivery', body, headersOf([secret], minutes(-6)), secret],
  ['one of the future', body, headersOf([secret], minutes(6)), secret],
  ['a time that is none', body, { ...headersOf(), 'webhook-timestamp': 'now' }, secret],
  ['a signature of another version', body, { ...headersOf(), 'webhook-signature': 'v2,AAAA' }, secret],
  ['a signature that is no Base64', body, { ...headersOf(), 'webhook-signature': 'v1,%%%' }, secret],
  ['a missing header', body, { 'webhook-id': 'msg_1' }, secret],
  ['no secret at all', body, headersOf(), []],
  ['a secret that is no Base64', body, headersOf(), 'whsec_%%%'],
])('%s is refused', async (_, given, headers, by) => {
  await expect(verifyWebhook(given, headers, by)).rejects.toBeInstanceOf(WebhookError);
});
