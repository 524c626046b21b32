import { expect, test } from 'vitest';
import { freePort } from './free-port.ts';
import { useSite } from './site.ts';
import { ownerToken } from '../server/test/runtime.ts';

const site = useSite({ port: await freePort() });

test('the reference works in a page that has no origin: it shows operations, and no cookie is in its reach', async () => {
  const page = await site.open('/docs/');
  await page
    .getByRole('button', { name: /Scheduled events/ })
    .first()
    .click({ timeout: 60_000 });
  await page.getByText('Book a time').first().waitFor({ timeout: 30_000 });
  const seen = await page.evaluate(() => {
    const attempt = (read: () => unknown) => {
      try {
        return String(read());
      } catch (error) {
        return (error as Error).name;
      }
    };
    return { origin: attempt(() => globalThis.origin), cookie: attempt(() => document.cookie) };
  });
  expect(seen).toEqual({ origin: 'null', cookie: 'SecurityError' });
  // Code from text is forbidden, as everywhere. Later, since it is allowed while the test's own code runs.
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = `setTimeout(() => { try { new Function('')(); document.title = 'ran' } catch (error) { document.title = error.name } })`;
    document.head.append(script);
  });
  await expect.poll(() => page.title()).toBe('EvalError');
  // What a reader tries out goes to the API with a token.
  const tried = await page.evaluate(
    async ([url, token]) => {
      const response = await fetch(`${url}/v2/whoami`, { headers: { authorization: `Bearer ${token}` } });
      return response.json();
    },
    [site.url, ownerToken],
  );
  expect(tried).toEqual({ email: 'mara@juniper.example' });
  expect(site.requests.every((url) => url.startsWith(site.url) || url.startsWith('data:'))).toBe(true);
}, 120_000);
