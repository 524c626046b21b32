/** What was open last, kept in this browser. Without storage, as in some private windows, the beginning is shown. */

const objectKey = 'daybook.records';
const viewKey = (slug: string): string => `daybook.records.${slug}`;

export const getLastObject = (): string | undefined => read(objectKey);
export const rememberObject = (slug: string): void => write(objectKey, slug);
export const getLastView = (slug: string): string | undefined => read(viewKey(slug));
export const rememberView = (slug: string, view: string): void => write(viewKey(slug), view);

function read(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // There is nothing to do about it.
  }
}
