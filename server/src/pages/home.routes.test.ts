import { expect, test } from 'vitest';
import { useApp } from '../../test/harness.ts';

const app = useApp();
const open = (accept: string, language = 'en') =>
  app.inject({ url: '/', headers: { accept, 'accept-language': language } });

test('200: a page that says what this is, and leads to sign-in and reference', async () => {
  const { status, body } = await open('text/html,*/*;q=0.8');
  expect(status).toBe(200);
  expect(body).toContain('<h1>Meetings without the back and forth</h1>');
  for (const path of ['/app', '/docs']) {
    expect(body).toContain(`href="${path}"`);
    expect((await app.inject({ url: path, headers: { accept: 'text/html' } })).status).toBeLessThan(400);
  }
  expect((await open('text/html', 'ar')).body).toContain('<html lang="ar" dir="rtl">');
});

test('303: a client of the API is led to its reference', async () => {
  for (const accept of ['application/json', '*/*']) {
    const { status, headers } = await open(accept);
    expect(status).toBe(303);
    expect(headers['location']).toBe('/docs');
  }
});
