import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useReceiver } from '../../server/src/webhooks/delivery/test-receiver.ts';
import { settle, settleRequests, useDashboard } from '../dashboard/dashboard.ts';
import { listScreens } from '../dashboard/screens.ts';
import { listViolations } from '../site.ts';

const { app, openSignedIn, requests } = useDashboard({ config: { outboundAllow: ['127.0.0.0/8'] } });
const receiver = useReceiver();

/** Areas of the rail, in its order. */
const areas = ['events', 'pages', 'availability', 'tasks', 'forms', 'calls'];

test('a screen that is still loading has its heading', async () => {
  const paths = await listScreens(app, receiver.url);
  const page = await openSignedIn('/app');
  await settle(page);
  await page.route('**/v2/**', () => undefined);
  const found: string[] = [];
  for (const path of paths.filter((each) => each !== '/app')) {
    await page.goto(path);
    const skeleton = page.locator('main .skeleton').first();
    await Promise.race([skeleton.waitFor({ state: 'attached' }), page.locator('main h1').first().waitFor()]);
    const heading = await page
      .locator('main h1')
      .first()
      .textContent({ timeout: 2000 })
      .catch(() => '');
    if (!heading?.trim()) found.push(`${path}: no heading`);
    if (paths.indexOf(path) % 8 === 0)
      found.push(...(await listViolations(page, 'structure')).map((line) => `${path}: ${line}`));
  }
  expect(found).toEqual([]);
}, 300_000);

test('an area that was pointed at opens without another request', async () => {
  const page = await openSignedIn('/app');
  for (const area of areas) {
    await page.goto('/app');
    await settle(page);
    const link = page.locator(`.rail a[href="/app/${area}"]`);
    await link.hover();
    await settleRequests(requests);
    await page.route('**/v2/**', () => undefined);
    await link.click();
    await page.waitForURL(`**/app/${area}*`);
    await page.locator('main h1').first().waitFor();
    await settle(page);
    expect([area, await countMainSkeletons(page)]).toEqual([area, 0]);
    await page.unroute('**/v2/**');
  }
}, 120_000);

/** Skeletons of the page or of its list. Charts and panels beyond the first may still be read. */
const countMainSkeletons = (page: Page): Promise<number> =>
  page.locator('main > .skeleton, main .list > .skeleton, main .body > .skeleton').count();

test('the way back shows no skeleton, however slow the server is', async () => {
  const page = await openSignedIn('/app/events');
  await settle(page);
  for (const area of ['pages', 'tasks', 'availability']) {
    await page.locator(`.rail a[href="/app/${area}"]`).click();
    await page.waitForURL(`**/app/${area}*`);
    await settle(page);
  }
  await page.route('**/v2/**', () => undefined);
  await watchSkeletons(page);
  for (const area of ['pages', 'events', 'availability', 'tasks']) {
    await page.locator(`.rail a[href="/app/${area}"]`).click();
    await page.waitForURL(`**/app/${area}*`);
    await page.locator('main h1').first().waitFor();
  }
  await settle(page);
  expect(await page.evaluate(() => (globalThis as unknown as { skeletons: number }).skeletons)).toBe(0);
}, 60_000);

/** Counts the skeletons that are added from now on. */
async function watchSkeletons(page: Page): Promise<void> {
  await page.evaluate(() => {
    const counted = globalThis as unknown as { skeletons: number };
    counted.skeletons = 0;
    new MutationObserver((records) => {
      for (const { addedNodes } of records)
        for (const node of addedNodes)
          if (node instanceof Element && (node.matches('.skeleton') || node.querySelector('.skeleton')))
            counted.skeletons += 1;
    }).observe(document.body, { childList: true, subtree: true });
  });
}
