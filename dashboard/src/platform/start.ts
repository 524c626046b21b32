import type { Locale } from '@daybook/booking/locale';
import type { PickWords } from '@daybook/booking/words/words';
import type { ZoneTable } from '@daybook/booking/zones';
import type { Result } from '@daybook/client';

/** What the server put into the document, so that the first picture needs no further request. */
interface Start {
  readonly session: Result<'readSession'>;
  readonly locale: Locale;
  /** Months, weekdays and units of the language. */
  readonly words: PickWords;
  readonly zones: ZoneTable;
  /** The server's time in milliseconds. */
  readonly now: number;
  /** Of a frame in a product that has scheduling built in: its token, and the sites around it. */
  readonly embed?: { readonly token: string; readonly origins: readonly string[] };
}

export const start = JSON.parse(document.getElementById('start')?.textContent ?? '{}') as Start;
