import type { Field, FieldErrors, FormModel } from './fields.ts';
import type { Locale } from './locale.ts';
import type { Place } from './place.ts';
import type { SeriesModel, Slot } from './series-model.ts';
import type { PickWords, Words } from './words/words.ts';
import type { PageWaitlist } from './waitlist-model.ts';
import type { ZoneTable } from './zones.ts';

/** What the server passes to `render.ts`: plain records, one model per page. */

/** What every page needs. */
export interface Site {
  readonly locale: Locale;
  readonly words: Words;
  readonly assets: {
    readonly css: string;
    readonly js: string;
    readonly icon: string;
    /** What a link to a page shows elsewhere, unless its owner has a picture. */
    readonly preview: string;
  };
  /** Of the content security policy: allows this page's own inline style and script. */
  readonly nonce: string;
  readonly publicUrl: string;
  /** The script of an embedded page, which talks to the page around the frame; null outside a frame. */
  readonly frame: string | null;
  /** The pages of the workspace don't name Daybook. */
  readonly hidesBrand?: boolean;
  /** Path and query of this page. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
}

/** `avatar` is the path of a picture. */
export interface Person {
  readonly name: string;
  readonly avatar: string | null;
}

/** The workspace; `logo` is the path of a picture. */
export interface Organization {
  readonly name: string;
  readonly logo: string | null;
}

/** What is booked: shown beside the picker. */
export interface PageInfo {
  readonly title: string;
  readonly organization: Organization;
  readonly owner: Person;
  /** Null where it would lead away from what the visitor does. */
  readonly ownerPath: string | null;
  readonly hosts: readonly Person[];
  /** HTML, sanitised when it was saved. */
  readonly description: string;
  readonly color: string;
  readonly duration: number;
  readonly durations: readonly number[];
  readonly seats: number;
  readonly places: readonly Place[];
  readonly price: string | null;
  /** Who decides about bookings, where a host does. */
  readonly confirmedBy: string | null;
  readonly indexable: boolean;
  readonly canonical: string;
}

/** What the visitor has chosen so far. All of it is in the page's URL. */
export interface Choice {
  readonly zone: string;
  readonly month: string;
  readonly date: string | null;
  readonly time: string | null;
}

/** Everything the picker needs, on the server and, as JSON, in the browser. Instants are minutes since 1970. */
export interface PickData extends Choice {
  readonly mode: 'book' | 'move';
  readonly path: string;
  /** Query parameters that stay in the URL while a time is chosen. */
  readonly carriedQuery: Readonly<Record<string, string>>;
  readonly availabilityUrl: string;
  /** The visitor has not chosen a zone, so the browser replaces it by its own. */
  readonly zoneIsGuess: boolean;
  /** No other can be chosen. */
  readonly zoneIsLocked: boolean;
  readonly zoneIndex: number;
  readonly zones: ZoneTable;
  readonly now: number;
  readonly duration: number;
  /** Of a group event type: seats to book, seats of an event, and seats left in the events that have invitees. */
  readonly group: {
    readonly requested: number;
    readonly seats: number;
    readonly left: readonly (readonly [start: number, seats: number])[];
  } | null;
  /** The last date that can be booked. */
  readonly lastDate: string;
  /** Free starts of `month`, and of two days before and after it for other zones, packed. */
  readonly starts: readonly number[];
  /** The form comes back as it was submitted, whether or not its time is still offered. */
  readonly isRejected: boolean;
  /** The language tag that shows the same page with the other clock, of 12 or 24 hours. */
  readonly otherClock: string;
  /** If the month has no free time: the next date that has one. */
  readonly laterDate: string | null;
  readonly locale: Locale;
  readonly words: PickWords;
  readonly errors: Pick<
    Words['form'],
    'required' | 'notTicked' | 'invalidEmail' | 'invalidPhone' | 'invalidGuests' | 'checkFields' | 'offline'
  >;
}

/** From one instant to another; `days` are the dates of whole days, which are those of the host's clock. */
export interface AbsenceNotice {
  readonly start: number;
  readonly end: number;
  readonly days: readonly [first: string, last: string] | null;
  readonly host: string;
  readonly message: string | null;
  readonly replacement: { readonly name: string; readonly path: string | null } | null;
}

export interface PageModel extends PageWaitlist {
  /** When the host is away, and what there is to say about it. */
  readonly away: readonly AbsenceNotice[];
  /** Hosts from whom the visitor chooses; `name` is null for any of them. */
  readonly hostChoice: readonly {
    readonly name: string | null;
    readonly search: string;
    readonly isChosen: boolean;
  }[];
  readonly site: Site;
  readonly about: PageInfo;
  readonly moving: RescheduledEvent | null;
  readonly pick: PickData;
  readonly form: FormModel;
  readonly errors: FieldErrors;
  readonly notice: Notice | null;
  /** What the URL chose and there is not: nothing is chosen then. */
  readonly unknownChoice: 'unknownZone' | 'unknownDuration' | null;
}

/** The event that is being moved, as it stands, in the zone of the page. */
export interface RescheduledEvent {
  readonly startDay: number;
  readonly startClock: string;
  readonly endClock: string;
  readonly zone: string;
  readonly offset: number;
  /** Where, line by line. */
  readonly place: readonly string[];
  readonly placeType: Place['type'];
  /** The invitee's own page. */
  readonly self: string;
}

/** Why a submitted form was rejected, and free times near the one that was taken. */
export interface Notice {
  readonly kind:
    | 'taken'
    | 'notOffered'
    | 'sameTime'
    | 'checkFields'
    | 'sendAgain'
    | 'confirmAddress'
    | 'codeGone'
    | 'someTaken';
  readonly alternatives: readonly Slot[];
  /** Of a series: the times that can't be booked. */
  readonly unavailable?: readonly Slot[];
}

/** An invitee's own page. */
export interface BookingModel extends SeriesModel {
  readonly site: Site;
  readonly state: 'booked' | 'moved' | 'confirmed' | 'cancelled' | 'over';
  readonly showsCancelForm: boolean;
  readonly color: string;
  readonly title: string;
  readonly organization: Organization;
  readonly startDay: number;
  readonly startClock: string;
  readonly endClock: string;
  readonly zone: string;
  readonly offset: number;
  readonly duration: number;
  readonly fullName: string;
  readonly phone: string | null;
  readonly seats: number;
  readonly price: string | null;
  readonly isPaid: boolean;
  /** What was paid back. */
  readonly refunded: string | null;
  readonly email: string;
  readonly guests: readonly string[];
  readonly hosts: readonly string[];
  readonly place: Place & { readonly joinUrl: string };
  readonly answers: readonly { readonly question: string; readonly answer: string }[];
  readonly cancelled: {
    readonly day: number;
    readonly byHost: boolean;
    readonly reason: string | null;
  } | null;
  /** What the event type's owner says after booking. */
  readonly confirmationText: string | null;
  /** A page of the owner, to which the invitee is redirected after booking. */
  readonly redirectUrl: string | null;
  readonly canMove: boolean;
  readonly canCancel: boolean;
  readonly hasOtherInvitees: boolean;
  /** Set on the confirmation inside a frame. */
  readonly scheduledDetail: ScheduledDetail | null;
  readonly links: {
    readonly self: string;
    readonly move: string;
    readonly cancel: string;
    readonly ics: string;
    readonly google: string;
    readonly outlook: string;
    readonly bookAgain: string | null;
  };
}

/** `detail` of the event `daybook:scheduled`, which the page around a frame receives. */
export interface ScheduledDetail {
  readonly eventUuid: string;
  readonly inviteeUuid: string;
  readonly title: string;
  readonly startTime: string;
  readonly endTime: string;
  readonly duration: number;
  readonly timeZone: string;
  readonly schedulingUrl: string | null;
}

/** The booking pages of a user or team. */
export interface OwnerModel {
  readonly site: Site;
  readonly owner: Person;
  readonly organization: Organization;
  /** Of the workspace, six hex digits. */
  readonly color: string | null;
  readonly canonical: string;
  readonly pages: readonly {
    readonly title: string;
    readonly path: string;
    readonly description: string;
    readonly color: string;
    readonly durations: readonly number[];
    readonly places: readonly Place[];
  }[];
}

/** The page at `/`. */
export interface HomeModel {
  readonly site: Site;
}

export interface RoutingFormModel {
  readonly site: Site;
  readonly name: string;
  readonly headline: string | null;
  readonly organization: Organization;
  readonly color: string | null;
  readonly canonical: string;
  readonly fields: readonly Field[];
  readonly form: FormModel;
  readonly errors: FieldErrors;
  readonly mustSendAgain: boolean;
}

/** The end of a routing form: a message, or a redirect to another site. */
export interface RoutingResultModel {
  readonly site: Site;
  readonly message: string | null;
  readonly redirectUrl: string | null;
}

export interface ZonesModel {
  readonly site: Site;
  readonly about: PageInfo;
  readonly zone: string;
  readonly zones: readonly string[];
  readonly carriedQuery: Readonly<Record<string, string>>;
}

/** `/docs/embed`. */
export interface EmbeddingModel {
  readonly site: Site;
  readonly script: string;
  /** The booking page in the examples: its path, and its whole URL. */
  readonly path: string;
  readonly address: string;
  readonly pageExists: boolean;
}

/** Where a guest refuses further mail. */
export interface UnsubscribeModel {
  readonly site: Site;
  readonly email: string;
  readonly isRefused: boolean;
}
