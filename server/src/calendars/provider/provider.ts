/** What a calendar elsewhere must be able to do. Each kind is a folder that implements this, and a line in `providers.ts`. */
export interface CalendarProvider {
  /** The calendars of an account; also how credentials are tried. */
  listCalendars(auth: CalendarAuth): Promise<ExternalCalendar[]>;
  /** What changed since `cursor`, in batches; everything without one. */
  changes(auth: CalendarAuth, calendar: CalendarCursor): AsyncGenerator<ChangeBatch, ChangesEnd>;
}

/** An address and, where it needs them, credentials. Stored sealed. */
export interface CalendarAuth {
  readonly url: string;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
}

export interface ExternalCalendar {
  readonly externalId: string;
  readonly name: string;
  readonly color: string | null;
  readonly canWrite: boolean;
}

export interface CalendarCursor {
  readonly externalId: string;
  readonly cursor: string | null;
  /** The entries that are known, by their ids: what has the same ETag is not read again. */
  readonly known: ReadonlyMap<string, string | null>;
}

export interface ChangeBatch {
  readonly changed: readonly {
    readonly externalId: string;
    readonly etag: string | null;
    readonly content: string;
  }[];
  readonly removed: readonly string[];
}

export interface ChangesEnd {
  readonly cursor: string | null;
  /** Everything was listed: these are all entries that there are. Null when only changes were. */
  readonly all: ReadonlySet<string> | null;
}

/** Why a calendar can not be read. The message is a sentence for its owner. */
export class CalendarError extends Error {
  readonly kind: 'address' | 'sign_in' | 'content' | 'unreachable';

  constructor(kind: CalendarError['kind'], sentence: string) {
    super(sentence);
    this.kind = kind;
  }
}
