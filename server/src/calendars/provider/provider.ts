/** What a calendar elsewhere must be able to do. Each kind is a folder that implements this, and a line in `providers.ts`. */
export interface CalendarProvider {
  /** The calendars of an account; also how credentials are tried. */
  listCalendars(auth: CalendarAuth): Promise<ExternalCalendar[]>;
  /** What changed since `cursor`, in batches; everything without one. */
  changes(auth: CalendarAuth, calendar: CalendarCursor): AsyncGenerator<ChangeBatch, ChangesEnd>;
  /** Enters bookings. Absent where a calendar can only be read. */
  readonly writer?: CalendarWriter;
  /** Reports changes. Absent where a calendar can only be polled. */
  readonly watcher?: CalendarWatcher;
}

/** Channels by which a calendar says that something changed, though not what. They end by themselves after some days. */
export interface CalendarWatcher {
  watch(auth: CalendarAuth, calendarId: string, channel: NewChannel): Promise<Channel>;
  /** Resolves to `gone` when the channel has ended. Absent where channels can only be replaced. */
  renew?(auth: CalendarAuth, channel: Channel, until: Date): Promise<Channel | 'gone'>;
  /** A channel that is gone already is no error. */
  stop(auth: CalendarAuth, channel: Channel): Promise<void>;
}

export interface NewChannel {
  readonly id: string;
  /** Where changes are reported. */
  readonly url: string;
  /** Comes with every report, so that nobody else can make one. */
  readonly token: string;
  readonly until: Date;
}

export interface Channel {
  readonly id: string;
  /** What the calendar calls it. */
  readonly externalId: string;
  readonly expiresAt: Date;
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
  /** The entry as it is now, for a meeting that was not made yet, and to be sure that an entry was deleted. */
  read(auth: CalendarAuth, calendarId: string, known: WrittenEntry): Promise<WrittenEntry | 'gone'>;
}

/** A booking as its host's calendar shows it. It carries no attendees, so that no calendar sends a second invitation. */
export interface BookingEntry {
  /** One for each host of an event: entries are named after it, so that two hosts may share a calendar. */
  readonly id: string;
  /** Higher with each change. */
  readonly sequence: number;
  /** When it is written. */
  readonly writtenAt: Date;
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

/** An address and, where it needs them, credentials: a password, or a token that its owner granted. Stored sealed. */
export interface CalendarAuth {
  readonly url: string;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  readonly token?: string | undefined;
}

export interface ExternalCalendar {
  readonly externalId: string;
  readonly name: string;
  readonly color: string | null;
  readonly canWrite: boolean;
  /** It shows when its owner is busy, and no entries. */
  readonly isBusyOnly?: boolean;
  /** False for what others share with the account, and for what it subscribed to. */
  readonly isOwn?: boolean;
  /** The name or address of the account, by the calendars that come with it. */
  readonly account?: string;
}

export interface CalendarCursor {
  readonly externalId: string;
  readonly cursor: string | null;
  readonly isBusyOnly: boolean;
  /** What has to be known. It moves on with time. */
  readonly window: { readonly start: Date; readonly end: Date };
  /** The entries that are known, by their ids: what has the same ETag is not read again. */
  readonly known: ReadonlyMap<string, string | null>;
  /** Those of them that could not be read, and are asked for again. */
  readonly unread: ReadonlySet<string>;
  /** A booking waits for the answer, and has to know no more than this. Null for a sync on time. */
  readonly asked: { readonly start: Date; readonly end: Date } | null;
}

export interface ChangeBatch {
  readonly changed: readonly {
    readonly externalId: string;
    readonly etag: string | null;
    /** Of what replaces an occurrence, and arrives by itself: the series, by its id. They are removed together. */
    readonly seriesId?: string | null;
    readonly content: string;
  }[];
  /** Deleted for certain: bookings are cancelled by it. */
  readonly removed: readonly string[];
  /** What is there, or may be, and could not be read. What is known of it stays. */
  readonly unread?: readonly string[];
}

export interface ChangesEnd {
  readonly cursor: string | null;
  /** Only what was asked for was read. */
  readonly isPartial?: boolean;
  /** Everything was listed: these are all entries that there are. Null when only changes were. */
  readonly all: ReadonlySet<string> | null;
}

/**
 * Why a calendar can't be read. The message is a sentence for its owner. `sign_in`: the credentials are wrong, and only new ones
 * help. `refused`: their owner has no permission for this, or not from here.
 */
export class CalendarError extends Error {
  readonly kind: 'address' | 'sign_in' | 'refused' | 'content' | 'unreachable';
  /** How long the server wants to be left alone; null when it did not say. */
  readonly retryAfterMs: number | null;

  constructor(kind: CalendarError['kind'], sentence: string, retryAfterMs: number | null = null) {
    super(sentence);
    this.kind = kind;
    this.retryAfterMs = retryAfterMs;
  }
}
