/** The catcher that was made last in this tab, whose address the API shows only once. */
interface Catcher {
  readonly id: string;
  readonly url: string;
  readonly expiresAt: string;
}

const key = 'daybook.catcher';

export function rememberCatcher({ id, url, expiresAt }: Catcher): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ id, url, expiresAt }));
  } catch {
    // Without storage, as in some private windows, its address is in the history.
  }
}

export function recallCatcher(): Catcher | undefined {
  try {
    return (JSON.parse(sessionStorage.getItem(key) ?? 'null') as Catcher | null) ?? undefined;
  } catch {
    return undefined;
  }
}
