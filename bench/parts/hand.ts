import type { Locator, Page } from 'playwright-core';

/**
 * A person at the dashboard, with a mouse or with a keyboard alone. Counts what they do, and turns it into seconds by the keystroke-level
 * model (Card, Moran and Newell, 1980), which says how long someone takes who knows the way. Waiting for the server is measured.
 */

export type Way = 'mouse' | 'keyboard';

/** Seconds of the model: a key, pointing, pressing and releasing a button, changing between devices, deciding. */
const seconds = { key: 0.2, point: 1.1, click: 0.2, change: 0.4, decide: 1.35 };

export interface Effort {
  readonly clicks: number;
  readonly keys: number;
  readonly seconds: number;
}

export interface Hand {
  /** Goes to an area: by its link, or by `G` and its letter. */
  goTo(path: string, letter: string): Promise<void>;
  choose(target: Locator): Promise<void>;
  fill(target: Locator, text: string): Promise<void>;
  /** Chooses from a list by what it is called, whether the list is native or can be searched. */
  pick(target: Locator, label: string): Promise<void>;
  /** Chooses a file: the browser's own dialog counts as a click, or a key, and the name of the file. */
  upload(target: Locator, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void>;
  /** Waits for what tells that it worked. */
  see(target: Locator): Promise<void>;
  measure(): Effort;
}

export function createHand(page: Page, way: Way): Hand {
  const count = { clicks: 0, keys: 0, changes: 0, decisions: 0, waitedMs: 0 };
  let isOnKeys = way === 'keyboard';

  const see = async (target: Locator): Promise<void> => {
    const began = performance.now();
    await target.first().waitFor();
    count.waitedMs += performance.now() - began;
  };
  const changeTo = (isKeys: boolean): void => {
    if (isOnKeys !== isKeys) count.changes += 1;
    isOnKeys = isKeys;
  };
  const press = async (key: string): Promise<void> => {
    changeTo(true);
    count.keys += 1;
    await page.keyboard.press(key);
  };
  const type = async (text: string): Promise<void> => {
    changeTo(true);
    count.keys += text.length;
    await page.keyboard.insertText(text);
  };
  const reach = async (target: Locator): Promise<void> => {
    await see(target);
    count.decisions += 1;
    if (way === 'mouse') {
      changeTo(false);
      count.clicks += 1;
      await target.first().click();
      return;
    }
    await tabTo(target.first(), press);
  };
  const choose = async (target: Locator): Promise<void> => {
    await reach(target);
    if (way === 'keyboard') await press((await isTicked(target)) ? 'Space' : 'Enter');
  };
  return {
    see,
    choose,
    async goTo(path, letter) {
      if (way === 'mouse') return choose(page.locator(`.rail a[href="${path}"]`));
      count.decisions += 1;
      await press('g');
      await press(letter);
      return undefined;
    },
    async fill(target, text) {
      await reach(target);
      await page.keyboard.press('ControlOrMeta+a');
      await type(text);
    },
    async pick(target, label) {
      const isNative = (await target.first().evaluate(({ tagName }) => tagName)) === 'SELECT';
      await reach(target);
      if (isNative) {
        if (way === 'mouse') count.clicks += 1;
        else count.keys += 3;
        await target.first().selectOption({ label });
        return;
      }
      if (way === 'keyboard' && (await target.first().evaluate(({ tagName }) => tagName)) === 'BUTTON')
        await press('Enter');
      await type(label.slice(0, 3));
      const option = page.getByRole('option', { name: label }).first();
      await see(option);
      if (way === 'mouse') {
        changeTo(false);
        count.clicks += 1;
        await option.click();
        return;
      }
      const isActive = (): Promise<boolean> =>
        option.evaluate(({ id }) => document.activeElement?.getAttribute('aria-activedescendant') === id);
      if (!(await isActive())) await press('ArrowDown');
      await press('Enter');
    },
    async upload(target, file) {
      count.decisions += 1;
      if (way === 'mouse') count.clicks += 2;
      else count.keys += 2;
      await target.setInputFiles(file);
    },
    measure: () => ({
      clicks: count.clicks,
      keys: count.keys,
      seconds:
        count.clicks * (seconds.point + seconds.click) +
        count.keys * seconds.key +
        count.changes * seconds.change +
        count.decisions * seconds.decide +
        count.waitedMs / 1000,
    }),
  };
}

const isTicked = (target: Locator): Promise<boolean> =>
  target
    .first()
    .evaluate((element) => element.matches('input[type=checkbox], input[type=radio], [role=gridcell]'));

const maxTabs = 80;

/** By Tab, or Shift and Tab where that is shorter; inside of a dialog it goes around. */
async function tabTo(target: Locator, press: (key: string) => Promise<void>): Promise<void> {
  const isThere = (): Promise<boolean> =>
    target.evaluate(
      (element) => element === document.activeElement || element.contains(document.activeElement),
    );
  const key = (await isBehind(target)) ? 'Shift+Tab' : 'Tab';
  for (let stops = 0; stops < maxTabs; stops += 1) {
    if (await isThere()) return;
    await press(key);
  }
  // Inside of a grid, arrows lead there; what the walk by keyboard of e2e/accessibility has shown is not shown again.
  await target.focus();
}

/** Whether the target is nearer by going back. */
function isBehind(target: Locator): Promise<boolean> {
  return target.evaluate((element) => {
    const scope = element.closest('[role=dialog]') ?? document.body;
    const focusable = 'a[href], button, input, select, textarea, summary, [tabindex]';
    const stops = [...scope.querySelectorAll<HTMLElement>(focusable)].filter(
      (each) => each.tabIndex >= 0 && each.checkVisibility(),
    );
    const at = stops.findIndex((each) => each === document.activeElement);
    const to = stops.findIndex((each) => each === element || element.contains(each));
    const ahead = (to - at + stops.length) % stops.length;
    return at !== -1 && ahead > stops.length / 2;
  });
}
