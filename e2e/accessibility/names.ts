import type { Page } from 'playwright-core';

/** Every role with its name, as a screen reader announces them: texts, addresses and what changes with the clock left out. */
export async function listNames(page: Page, part = 'body'): Promise<string[]> {
  const snapshot = await page.locator(part).first().ariaSnapshot();
  return snapshot
    .split('\n')
    .map((line) => line.replace(/^(\s*- )'(.*)':?$/, '$1$2'))
    .filter((line) => roles.test(line))
    .map((line) => line.replace(/:\s*$/, '').replace(/^(\s*- [\w-]+ "[^"]*"[^:]*|\s*- [\w-]+):.*$/, '$1'))
    .map((line) => line.replaceAll(/"[^"]*"/g, (name) => name.replaceAll(/\d+/g, '0')))
    .map((line) => line.replaceAll(/ \[(?:cursor|ref|active)[^\]]*\]/g, ''));
}

const roles =
  /^\s*- (?:banner|navigation|main|complementary|region|dialog|alertdialog|heading|button|link|textbox|searchbox|combobox|checkbox|switch|radio|radiogroup|slider|spinbutton|tab|tablist|menu|menuitem|listbox|option|grid|table|columnheader|rowheader|img|status|alert|group)\b/;

/** Roles that need a name and have none. */
export function listNameless(names: readonly string[]): string[] {
  return names.filter((line) =>
    /^\s*- (?:button|link|textbox|searchbox|combobox|checkbox|switch|radio|slider|spinbutton|tab|menuitem|dialog|img|heading)(?: \[[^\]]*\])*$/.test(
      line,
    ),
  );
}

/** What is called otherwise than it reads: a user who speaks to the computer says what is read. */
export function listMisnamed(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const plain = (text: string): string =>
      text
        .replaceAll(/[\s…:,.]+/g, ' ')
        .trim()
        .toLowerCase();
    return [
      ...document.querySelectorAll<HTMLElement>(
        ':is(button, a[href], [role=button], [role=tab])[aria-label]',
      ),
    ]
      .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .flatMap((element) => {
        const copy = element.cloneNode(true) as HTMLElement;
        for (const each of copy.querySelectorAll('svg, kbd, .keys, [aria-hidden=true], .hidden'))
          each.remove();
        const seen = element.offsetWidth > 60 ? plain(copy.textContent) : '';
        const name = plain(element.getAttribute('aria-label') ?? '');
        return seen !== '' && !name.includes(seen) ? [`"${seen}" is called "${name}"`] : [];
      })
      .slice(0, 6);
  });
}
