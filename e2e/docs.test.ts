import { describe, expect, test } from 'vitest';
import { ownerToken } from '../server/test/runtime.ts';
import { findFreePort } from './free-port.ts';
import { phone, useSite, listViolations } from './site.ts';

const site = useSite({ port: await findFreePort() });

describe('the documentation', () => {
  test('calls an operation with a token that is kept nowhere', async () => {
    const page = await site.open('/docs/reference/identity');
    const console = page.locator('.console[data-path="/whoami"]');
    await console.getByText('Try it').click();
    await console.getByRole('button').click();
    await console.getByText(/^401 in/).waitFor();
    await console.getByLabel('Token').fill(ownerToken);
    await console.getByRole('button').click();
    await console.getByText(/^200 in/).waitFor();
    expect(await console.locator('pre').textContent()).toContain('mara@juniper.example');
    const kept = await page.evaluate(() => [localStorage.length, sessionStorage.length, document.cookie]);
    expect(kept).toEqual([0, 0, '']);
  });

  test('sends parameters and a body from the console', async () => {
    const page = await site.open('/docs/reference/teams');
    const console = page.locator('.console[data-method="POST"][data-path="/teams"]');
    await console.getByText('Try it').click();
    await console.getByLabel('Token').fill(ownerToken);
    await console.getByLabel('Body').fill('{ "title": "From the docs" }');
    await console.getByRole('button').click();
    await console.getByText(/^201 in/).waitFor();
    expect((await site.app.get('/teams?count=50')).body.collection).toContainEqual(
      expect.objectContaining({ title: 'From the docs' }),
    );
  });

  test('is accessible in light and dark, wide and on a phone, and nothing is wider than the window', async () => {
    const both = ['/docs/guide/webhooks', '/docs/reference/notes'];
    const looks = [
      [{}, ['/docs', '/docs/search?q=token', ...both]],
      [{ colorScheme: 'dark' as const }, both],
      [phone, both],
    ] as const;
    for (const [options, paths] of looks) {
      for (const path of paths) {
        const page = await site.open(path, options);
        if (path.includes('reference')) await page.locator('.console summary').first().click();
        expect([path, await listViolations(page)]).toEqual([path, []]);
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect([path, overflow]).toEqual([path, 0]);
        await page.context().close();
      }
    }
  }, 60_000);

  test('can be read, navigated and searched without script', async () => {
    const page = await site.open('/docs', { javaScriptEnabled: false });
    await page.getByRole('searchbox').fill('idempotency');
    await page.getByRole('searchbox').press('Enter');
    await page.getByRole('link', { name: 'Repeated requests' }).click();
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('How the API works');
    expect(await page.locator('.console').count()).toBe(0);
  });
});
