import { beforeAll, describe, expect, test } from 'vitest';
import { bookPage, fixedClock, createPage } from '../../test/booking.ts';
import { useApp } from '../../test/harness.ts';
import { countByStatus } from '../../test/times.ts';
import { sendDue } from './send.ts';

const app = useApp({ clock: fixedClock });
const withServer = useApp({ config: { smtpUrl: 'smtp://127.0.0.1:1' } });

const look = (url: string, more: { headers?: Record<string, string>; remoteAddress?: string } = {}) =>
  app.inject({
    method: 'GET',
    url,
    headers: { host: 'localhost:4000', ...more.headers },
    ...(more.remoteAddress && more),
  });

let id: string;
let kept: string;
beforeAll(async () => {
  const page = await createPage(app, { title: '<b>Bold</b> call' });
  await bookPage(app, page, { language: 'fr' });
  await sendDue(app.runtime, {});
  const { rows } = await app.runtime.database.pool.query(
    `select id, status from mail_message where to_email = 'ines@okafor.example'`,
  );
  ({ id, status: kept } = rows[0]);
});

describe('GET /dev/mail, without a mail server', () => {
  test('200: lists what was written, with nothing of it as markup', async () => {
    const { status, body, headers } = await look('/dev/mail');
    expect([status, kept]).toEqual([200, 'kept']);
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['content-security-policy']).toContain("img-src 'self'");
    expect(headers['cache-control']).toBe('no-store');
    expect(body).toContain(`href="/dev/mail/${id}"`);
    expect(body).toContain('Réservé : &lt;b&gt;Bold&lt;/b&gt; call, mardi 12 janvier 2027, 10:00');
    expect(body).not.toContain('<b>Bold');
  });

  test('200: shows a message, its HTML and its invitation', async () => {
    expect((await look(`/dev/mail/${id}`)).body).toContain(`src="/dev/mail/${id}/html"`);
    expect((await look(`/dev/mail/${id}/html`)).body).toContain('&lt;b&gt;Bold&lt;/b&gt; call');
    const ics = await look(`/dev/mail/${id}/invite.ics`);
    expect(ics.headers['content-type']).toBe('text/calendar; charset=utf-8');
    expect(ics.body).toContain('METHOD:REQUEST');
  });

  test('404: no such message', async () => {
    const answers = [
      await look('/dev/mail/nonsense'),
      await look('/dev/mail/0198c2f4-6a10-7c3e-9d51-3f0f4a1b2c3d'),
    ];
    expect(countByStatus(answers)).toEqual({ 404: 2 });
  });

  test('404: from elsewhere, through a proxy, or under another name', async () => {
    const answers = [
      await look('/dev/mail', { remoteAddress: '203.0.113.7' }),
      await look('/dev/mail', { headers: { 'x-forwarded-for': '203.0.113.7' } }),
      await look('/dev/mail', { headers: { host: 'rebound.evil.example' } }),
      await look(`/dev/mail/${id}/html`, { headers: { host: 'daybook.example:4000' } }),
    ];
    expect(countByStatus(answers)).toEqual({ 404: 4 });
  });
});

test('404: with a mail server there is no local outbox', async () => {
  const { status } = await withServer.inject({
    method: 'GET',
    url: '/dev/mail',
    headers: { host: 'localhost' },
  });
  expect(status).toBe(404);
});
