import type { Page } from 'playwright-core';

/** What is checked on a page that is loaded, apart from axe. Each check returns a line for each thing that is wrong. */

const maxStops = 300;

interface Stop {
  readonly name: string;
  readonly isMarked: boolean;
  readonly isSeen: boolean;
  readonly isAgain: boolean;
}

/** Tabs through the whole page: everything interactive is reached, the focus is visible, not covered, and never trapped. */
export async function walkByKeyboard(page: Page): Promise<string[]> {
  await resetFocus(page);
  const found: string[] = [];
  const address = page.url();
  let count = 0;
  let hasEnded = false;
  for (; count < maxStops; count += 1) {
    await page.keyboard.press('Tab');
    await waitForEditor(page);
    const stop = await describeFocus(page);
    if (stop?.isAgain) break;
    if (!stop) {
      // At the end of the page, once: a field that had the focus at first is not where the page begins.
      if (hasEnded) break;
      hasEnded = true;
      continue;
    }
    if (!stop.isMarked) found.push(`focus is not visible: ${stop.name}`);
    if (!stop.isSeen) found.push(`focus is covered: ${stop.name}`);
  }
  if (page.url() !== address) found.push(`focus alone leads to ${page.url()}`);
  if (await page.locator('[role=dialog]:visible').count()) found.push('focus alone opens a dialog');
  if (count === maxStops) found.push(`Tab doesn’t reach the end within ${maxStops} stops`);
  return [...found, ...(await listUnreached(page))];
}

/** A field for formatted text is replaced by its editor, which is loaded with the first focus and then has it. */
async function waitForEditor(page: Page): Promise<void> {
  await page.waitForFunction(() => !document.activeElement?.matches('div[role=textbox]:not(.ProseMirror)'));
}

/** Nothing has the focus, and everything is scrolled to its beginning. */
export function resetFocus(page: Page): Promise<void> {
  return page.evaluate(() => {
    (document.activeElement as HTMLElement | null)?.blur();
    for (const each of document.querySelectorAll('[data-reached]')) each.removeAttribute('data-reached');
    for (const each of [document.documentElement, ...document.querySelectorAll('body *')])
      if (each.scrollTop > 0) each.scrollTop = 0;
  });
}

function describeFocus(page: Page): Promise<Stop | undefined> {
  return page.evaluate(() => {
    const element = document.activeElement as HTMLElement | null;
    if (!element || element === document.body) return undefined;
    const isAgain = element.hasAttribute('data-reached');
    element.setAttribute('data-reached', '');
    const hasMark = (each: Element, pseudo?: string): boolean => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(each, pseudo);
      return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
    };
    const around = [element, element.parentElement, element.parentElement?.parentElement];
    const labels = [...((element as HTMLInputElement).labels ?? [])];
    // In a frame, an element of its page has the focus.
    const isMarked =
      element.tagName === 'IFRAME' ||
      [...around, ...labels, element.nextElementSibling].some((each) => each && hasMark(each)) ||
      hasMark(element, '::after');
    const parts = [0.1, 0.5, 0.9];
    // A link in a sentence may stand on two lines.
    const isSeen = [...element.getClientRects()].some((box) => {
      const [left, right] = [Math.max(box.left, 0), Math.min(box.right, innerWidth)];
      const [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, innerHeight)];
      return parts.some((x) =>
        parts.some((y) => {
          const at = document.elementFromPoint(left + (right - left) * x, top + (bottom - top) * y);
          return at !== null && (element.contains(at) || labels.some((label) => label.contains(at)));
        }),
      );
    });
    const name = `${element.tagName.toLowerCase()}.${[...element.classList].join('.')} "${(
      element.getAttribute('aria-label') ??
      (element.textContent || element.getAttribute('name') || '')
    )
      .trim()
      .slice(0, 40)}"`;
    return { name, isMarked, isSeen, isAgain };
  });
}

/** What can be clicked and was never focused. Inside of a widget with arrow keys, one stop for all is enough. */
function listUnreached(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const widgets =
      '[role=grid], [role=radiogroup], [role=menu], [role=tablist], [role=listbox], [role=toolbar], [role=tree], fieldset';
    const interactive =
      'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=link], [role=checkbox], [role=switch], [role=tab], [contenteditable=true]';
    const isShown = (element: Element): boolean => {
      const { width, height } = element.getBoundingClientRect();
      return (
        width > 0 &&
        height > 0 &&
        element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
      );
    };
    const isOff = (element: Element): boolean =>
      (element as HTMLButtonElement).disabled ||
      element.matches(':disabled') ||
      element.closest('[inert], [aria-hidden=true], [aria-disabled=true]') !== null;
    const isRadioOfGroup = (element: Element): boolean =>
      element.matches('input[type=radio]') &&
      [...document.getElementsByName((element as HTMLInputElement).name)].some((each) =>
        each.hasAttribute('data-reached'),
      );
    return (
      [...document.querySelectorAll(interactive)]
        .filter((element) => isShown(element) && !isOff(element) && !element.hasAttribute('data-reached'))
        .filter((element) => !isRadioOfGroup(element))
        // The arrow of a field with a list: arrow keys open the list.
        .filter((element) => !element.parentElement?.querySelector('[role=combobox][data-reached]'))
        .filter((element) => !element.closest(widgets)?.querySelector('[data-reached]'))
        .filter((element) => !element.closest(widgets)?.hasAttribute('data-reached'))
        .map(
          (element) =>
            `Tab doesn’t reach ${element.tagName.toLowerCase()}.${[...element.classList].join('.')} "${(
              element.getAttribute('aria-label') ??
              element.textContent ??
              ''
            )
              .trim()
              .slice(0, 40)}"`,
        )
        .slice(0, 10)
    );
  });
}

/** At 320 CSS pixels, as 1280 at 400 %: no scrolling to the side, except for tables, grids, boards, calendars and code. */
export function listTooWide(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const twoDimensional =
      'table, [role=grid], [role=table], pre, code, .board, .week, .grid, .tabs, nav, .seg, [data-two-dimensional]';
    const found: string[] = [];
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth + 1)
      found.push(`the page scrolls to the side by ${scrollWidth - clientWidth} px`);
    for (const element of document.querySelectorAll('main, main *, [role=dialog], [role=dialog] *')) {
      const { overflowX } = getComputedStyle(element);
      if (!/auto|scroll/.test(overflowX)) continue;
      if (element.scrollWidth <= element.clientWidth + 1) continue;
      if (element.matches(twoDimensional) || element.closest('[role=grid]')) continue;
      if (element.querySelector(':is(table, [role=grid], [role=table], pre, .board, .week)')) continue;
      found.push(
        `${element.tagName.toLowerCase()}.${[...element.classList].join('.')} scrolls to the side by ${element.scrollWidth - element.clientWidth} px`,
      );
    }
    return found.slice(0, 6);
  });
}

const spacing =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; } p { margin-block-end: 2em !important; }';

/** With the spacing of WCAG 1.4.12, no text is cut at its lower edge, and the page does not scroll to the side. */
export async function listCutBySpacing(page: Page): Promise<string[]> {
  return page.evaluate((css) => {
    // As the browser's user would add it: the page's policy forbids elements with a style.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets.push(sheet);
    // An event in the week is as high as it is long; its link leads to all that it says.
    const texts = 'main :is(button, a:not(.ev), .tag, h1, h2, h3, p, label, td, th, li, span:not(.ev *))';
    const found = [...document.querySelectorAll(texts)]
      .filter(
        (element) => element.textContent.trim() !== '' && !element.closest('.hidden, .hidden-text, svg'),
      )
      .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter((element) => {
        const { overflowY, textOverflow } = getComputedStyle(element);
        const isCut = /hidden|clip/.test(overflowY) && element.scrollHeight > element.clientHeight + 2;
        return isCut && textOverflow !== 'ellipsis';
      })
      .map(
        (element) =>
          `${element.tagName.toLowerCase()}.${[...element.classList].join('.')} "${element.textContent.trim().slice(0, 40)}" is cut`,
      )
      .slice(0, 6);
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth + 1)
      found.push(`the page scrolls to the side by ${scrollWidth - clientWidth} px`);
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
    return found;
  }, spacing);
}

/** In forced colors, what is chosen still differs from what is not, although backgrounds are gone. */
export async function listLostInForcedColors(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  const found = await page.evaluate(() => {
    const states = ['aria-current', 'aria-selected', 'aria-pressed', 'aria-checked'];
    const look = (element: Element): string =>
      [element, ...element.querySelectorAll('*')].slice(0, 4).map(lookAlone).join('/');
    const lookAlone = (element: Element): string =>
      ['', '::before', '::after']
        .map((pseudo) => {
          const { backgroundColor, borderTopColor, borderBottomWidth, borderBottomColor, borderBottomStyle } =
            getComputedStyle(element, pseudo);
          const {
            outlineStyle,
            color,
            textDecorationLine,
            fontWeight,
            transform,
            content,
            left,
            opacity,
            display,
          } = getComputedStyle(element, pseudo);
          return [
            ...[
              backgroundColor,
              borderTopColor,
              borderBottomWidth,
              borderBottomColor,
              borderBottomStyle,
              content,
            ],
            ...[outlineStyle, color, textDecorationLine, fontWeight, transform, left, opacity, display],
          ].join(' ');
        })
        .join('|') + element.querySelectorAll('svg').length;
    const isChosen = (element: Element, state: string): boolean =>
      !['', 'false', null].includes(element.getAttribute(state));
    return states.flatMap((state) =>
      [...document.querySelectorAll(`[${state}]`)]
        .filter((element) => isChosen(element, state) && element.checkVisibility())
        .flatMap((element) => {
          const others = [...(element.parentElement?.children ?? [])].filter(
            (each) => each !== element && each.tagName === element.tagName && !isChosen(each, state),
          );
          const isSame = others.length > 0 && others.every((each) => look(each) === look(element));
          return isSame
            ? [
                `${state} is not visible: ${element.tagName.toLowerCase()} "${element.textContent.trim().slice(0, 40)}"`,
              ]
            : [];
        }),
    );
  });
  await page.emulateMedia({ forcedColors: 'none', reducedMotion: 'reduce' });
  return [...new Set(found)].slice(0, 6);
}

/** With reduced motion, nothing moves or fades for longer than a frame. */
export function listMoving(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('body, body *')]
      .flatMap((element) => {
        const { animationName, animationDuration, transitionDuration, transitionProperty } =
          getComputedStyle(element);
        const longest = (durations: string): number =>
          Math.max(...durations.split(',').map(Number.parseFloat));
        const isAnimated = animationName !== 'none' && longest(animationDuration) > 0.02;
        const moves = /all|transform|left|top|width|height|inset|margin/.test(transitionProperty);
        const isMoved = moves && longest(transitionDuration) > 0.02;
        return isAnimated || isMoved
          ? [
              `${element.tagName.toLowerCase()}.${[...element.classList].join('.')}: ${isAnimated ? animationName : transitionProperty}`,
            ]
          : [];
      })
      .slice(0, 6),
  );
}
