import { expect, test } from 'vitest';
import { findFreePort } from '../free-port.ts';
import { useSite } from '../site.ts';

const site = useSite({ port: await findFreePort() });

test('the documentation finds while one types, leads there by keys, and copies an example', async () => {
  const page = await site.open('/docs', { permissions: ['clipboard-read', 'clipboard-write'] });
  await page.keyboard.press('/');
  await page.keyboard.type('verify delivery');
  const first = page.locator('#found a').first();
  await first.waitFor();
  expect(await first.textContent()).toContain('Verify every delivery');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/docs/guide/webhooks#verify-every-delivery');
  await page.getByRole('button', { name: 'Copy' }).nth(2).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('hmac.compare_digest');
  expect(site.requests.every((url) => url.startsWith(site.url))).toBe(true);
});
