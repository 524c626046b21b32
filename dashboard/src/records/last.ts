/** What was open last, kept in this browser. Without storage, as in some private windows, the beginning is shown. */

const objectKey = 'daybook.records';

export const lastObject = (): string | undefined => read(objectKey);
export const keepObject = (slug: string): void => write(objectKey, slug);

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
