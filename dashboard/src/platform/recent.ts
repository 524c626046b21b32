import { isMissing } from './error-text.ts';
import { addRecent, parseRecent, type RecentPage } from './recent.rules.ts';
import { start } from './start.ts';
import { createStore } from './store.ts';

/** What was opened last in this browser, by this user. No server learns of it. */

const key = `daybook.recent.${start.session.user.uuid}`;

/** Without storage, as in some private windows, it lasts until the page is left. */
export const recentPages = createStore<readonly RecentPage[]>(read());

// Other tabs of the same browser.
addEventListener('storage', (event) => {
  if (event.key === key) recentPages.set(read());
});

export function rememberPage(page: RecentPage): void {
  keep(addRecent(recentPages.get(), page));
}

/** Those that are gone, or all when the user signs out. */
export function forgetPages(isForgotten: (page: RecentPage) => boolean = () => true): void {
  keep(recentPages.get().filter((page) => !isForgotten(page)));
}

/** A link in the rail to what is gone would lead nowhere. */
export function forgetPage(id: string): void {
  forgetPages((page) => page.id === id);
}

/** For what could not be read. */
export function forgetMissing(error: unknown, id: string): never {
  if (isMissing(error)) forgetPage(id);
  throw error;
}

function keep(pages: readonly RecentPage[]): void {
  recentPages.set(pages);
  try {
    localStorage.setItem(key, JSON.stringify(pages));
  } catch {
    // There is nothing to do about it.
  }
}

function read(): readonly RecentPage[] {
  try {
    return parseRecent(localStorage.getItem(key));
  } catch {
    return [];
  }
}
