/** What a calendar elsewhere must be able to do. Each kind is a folder that implements this, and a line in `providers.ts`. */
export interface CalendarProvider {
  /** The calendars of an account; also how credentials are tried. */
  listCalendars(auth: CalendarAuth): Promise<ExternalCalendar[]>;
  /** What changed since `cursor`, in batches; everything without one. */
  changes(auth: CalendarAuth, calendar: CalendarCursor): AsyncGenerator<ChangeBatch, ChangesEnd>;
  /** Enters bookings. Absent where a calendar can only be read. */
  readonly writer?: CalendarWriter;
}

/** Both can be repeated: an entry is found again by the booking it was made of, and never entered twice. */
export interface CalendarWriter {
  /**
   * Enters a booking, or changes its entry. `known` is what the last `put` returned. Resolves to `changed` when somebody changed
   * the entry since, and to `gone` when they deleted it.
   */
  put(
    auth: CalendarAuth,
    calendarId: string,
    booking: BookingEntry,
    known: WrittenEntry | null,
  ): Promise<WrittenEntry | 'changed' | 'gone'>;
  /** An entry that is gone already is no error. `known` is null when the answer to `put` was lost: then there may be none. */
  remove(
    auth: CalendarAuth,
    calendarId: string,
    booking: BookingEntry['id'],
    known: WrittenEntry | null,
  ): Promise<void>;
}

/** A booking as its host's calendar shows it. It carries no attendees, so that no calendar sends a second invitation. */
export interface BookingEntry {
  /** One for each host of an event: entries are named after it, so that two hosts may share a calendar. */
  readonly id: string;
  /** Higher with each change. */
  readonly sequence: number;
  readonly title: string;
  readonly description: string;
  readonly location: string;
  readonly start: Date;
  readonly end: Date;
  readonly url: string;
  /** Asks the calendar for a meeting of its own, Google Meet or Microsoft Teams. */
  readonly wantsMeeting: boolean;
}

export interface WrittenEntry {
  readonly externalId: string;
  readonly etag: string | null;
  /** Where the meeting is; null while the calendar has none, or has not made it yet. */
  readonly joinUrl: string | null;
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
