import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useReceiver } from '../../server/src/webhooks/delivery/test-receiver.ts';
import { savePicture, settle, useDashboard } from './dashboard.ts';
import { listScreens } from './screens.ts';

/** Nothing ends outside of its sheet, and no text outside of its box, on any screen. */

const { app, openSignedIn } = useDashboard({ config: { outboundAllow: ['127.0.0.0/8'] } });
const receiver = useReceiver();
const widths = [1440, 1024, 390];

test.each(['en', 'de', 'ar'])(
  'every screen fits its sheet at 1440, 1024 and 390 px: %s',
  async (language) => {
    const paths = await listScreens(app, receiver.url);
    await app.put('/preferences', { language });
    const page = await openSignedIn('/app');
    const found: string[] = [];
    for (const path of paths) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await settle(page);
      for (const width of widths) {
        await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
        const outside = await findOutside(page);
        if (outside.length > 0)
          await savePicture(page, `outside${path.replaceAll('/', ' ')} ${language} ${width}`);
        found.push(...outside.map((each) => `${path} ${width}: ${each}`));
      }
    }
    await app.put('/preferences', { language: 'en' });
    expect(found).toEqual([]);
  },
  600_000,
);

/**
 * What is wider than the sheet, even if the sheet could be scrolled there, except in parts that scroll by design; and text
 * that leaves the button, tag, card or cell around it.
 */
function findOutside(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const tolerance = 1.5;
    const sheet = document.querySelector('main.sheet');
    if (!sheet) return ['no sheet'];
    const bounds = sheet.getBoundingClientRect();
    const isHidden = (element: Element): boolean => {
      const { width, height } = element.getBoundingClientRect();
      return (
        width < 2 ||
        height < 2 ||
        !element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
      );
    };
    /** The part between an element and its sheet that cuts or scrolls it. The bodies of pages may not. */
    const findClip = (element: Element): Element | null => {
      for (let each: Element | null = element; each && each !== sheet; each = each.parentElement) {
        const isBody = each.matches('.body, .panel, .panel-body, .split');
        if (!isBody && getComputedStyle(each).overflowX !== 'visible') return each;
      }
      return null;
    };
    /** The nearest element around a text that has a border or a background: what readers take for its box. */
    const findBox = (element: Element): Element | null => {
      for (let each: Element | null = element; each; each = each.parentElement) {
        const { backgroundColor, borderInlineEndWidth, display } = getComputedStyle(each);
        const isFilled = !/^(?:transparent|rgba\(.*, 0\))$/.test(backgroundColor);
        if (display !== 'inline' && (isFilled || borderInlineEndWidth !== '0px')) return each;
      }
      return null;
    };
    const describe = (element: Element, by: number): string =>
      `${element.tagName.toLowerCase()}.${[...element.classList].join('.')} ` +
      `"${(element.textContent ?? '').trim().slice(0, 40)}" by ${Math.round(by)} px`;
    const beyond = (inner: DOMRect, outer: DOMRect): number =>
      Math.max(inner.right - outer.right, outer.left - inner.left);
    const above = (inner: DOMRect, outer: DOMRect): number =>
      Math.max(inner.bottom - outer.bottom, outer.top - inner.top);
    const found: string[] = [];
    for (const element of sheet.querySelectorAll('*')) {
      if (isHidden(element) || element.closest('svg, .hidden')) continue;
      if (element === sheet || (element.parentElement && findClip(element.parentElement))) continue;
      const by = beyond(element.getBoundingClientRect(), bounds);
      if (by > tolerance) found.push(describe(element, by));
    }
    const walker = document.createTreeWalker(sheet.parentElement ?? sheet, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      const box = parent && findBox(parent);
      if (!parent || !box || !node.textContent?.trim() || isHidden(parent) || parent.closest('.hidden, svg'))
        continue;
      const clip = findClip(parent);
      if (clip && box.contains(clip)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const [text, around] = [range.getBoundingClientRect(), box.getBoundingClientRect()];
      const by = Math.max(beyond(text, around), box.matches('button, .btn, .tag') ? above(text, around) : 0);
      if (by > tolerance) found.push(`text of ${describe(box, by)}`);
    }
    return found.slice(0, 6);
  });
}
