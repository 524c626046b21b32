import type { LocationType } from '@daybook/contract/locations.data';
import type { Locale } from './locale.ts';
import type { Field, FieldError, FormModel } from './fields.ts';
import type { PickWords, Words } from './words/words.ts';
import type { ZoneTable } from './zones.ts';

/** What pages are made of: plain records that the server fills in. */

export interface Site {
  readonly locale: Locale;
  readonly words: Words;
  readonly assets: { readonly css: string; readonly js: string };
  /** Allows this page's own inline style and script, and nobody else's. */
  readonly nonce: string;
  readonly publicUrl: string;
  /** In a frame: the script that speaks with the page around it. */
  readonly frame: string | null;
  /** Path and query of this very page. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
}

export interface Place {
  readonly id: string;
  /** Empty when an event has no location. */
  readonly type: LocationType | '';
  readonly address: string | null;
  readonly details: string | null;
  readonly phone: string | null;
}

/** What a page says of itself beside its times. */
export interface About {
  readonly title: string;
  readonly organization: string;
  readonly ownerName: string;
  readonly ownerPath: string;
  readonly hosts: readonly string[];
  /** Sanitised when it was written. */
  readonly description: string;
  readonly color: string;
  readonly duration: number;
  readonly durations: readonly number[];
  readonly seats: number;
  readonly places: readonly Place[];
  readonly price: string | null;
  readonly indexable: boolean;
  readonly canonical: string;
}

/** Where in the choice somebody is: all of it stands in the address. */
export interface Choice {
  readonly zone: string;
  readonly month: string;
  readonly date: string | null;
  readonly time: string | null;
}

/** All that the picker needs, on the server and in the browser. */
export interface PickData extends Choice {
  readonly mode: 'book' | 'move';
  /** Where the choice is kept: this page's path, and what else its address carries. */
  readonly path: string;
  readonly kept: Readonly<Record<string, string>>;
  readonly availability: string;
  /** Nobody has named a zone: the browser may know better. */
  readonly zoneIsGuess: boolean;
  readonly zoneIndex: number;
  readonly zones: ZoneTable;
  readonly now: number;
  readonly duration: number;
  /** Of a group: how many seats are asked for, how many an event has, and how many are left of those that have begun. */
  readonly group: {
    readonly asked: number;
    readonly seats: number;
    readonly left: readonly (readonly [start: number, seats: number])[];
  } | null;
  /** No times are offered after this date. */
  readonly lastDate: string;
  /** Starts of `month` and a little around it, packed. */
  readonly starts: readonly number[];
  /** When the month has none: where to look next. */
  readonly laterDate: string | null;
  readonly locale: Locale;
  readonly words: PickWords;
  readonly errors: Pick<
    Words['form'],
    'required' | 'notTicked' | 'invalidEmail' | 'invalidPhone' | 'invalidGuests' | 'checkFields'
  >;
}

export interface PageModel {
  readonly site: Site;
  readonly about: About;
  readonly pick: PickData;
  readonly form: FormModel;
  readonly errors: Readonly<Record<string, FieldError>>;
  readonly notice: Notice | null;
}

/** Why a time could not be had, and which near it can. */
export interface Notice {
  readonly kind: 'taken' | 'notOffered' | 'checkFields' | 'tooMany';
  readonly neighbours: readonly { readonly date: string; readonly clock: string }[];
}

export interface BookingModel {
  readonly site: Site;
  readonly state: 'booked' | 'moved' | 'confirmed' | 'cancelled' | 'over';
  readonly asksCancel: boolean;
  readonly color: string;
  readonly title: string;
  readonly organization: string;
  readonly startDay: number;
  readonly startClock: string;
  readonly endClock: string;
  readonly zone: string;
  readonly offset: number;
  readonly duration: number;
  readonly fullName: string;
  readonly seats: number;
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
  readonly mayMove: boolean;
  readonly othersCome: boolean;
  /** What the page around a frame is told of it. */
  readonly told: Told | null;
  readonly links: {
    readonly self: string;
    readonly move: string;
    readonly cancel: string;
    readonly ics: string;
    readonly google: string;
    readonly outlook: string;
    readonly again: string | null;
  };
}

export interface Told {
  readonly eventUuid: string;
  readonly inviteeUuid: string;
  readonly title: string;
  readonly startTime: string;
  readonly endTime: string;
  readonly duration: number;
  readonly timeZone: string;
  readonly schedulingUrl: string | null;
}

export interface OwnerModel {
  readonly site: Site;
  readonly name: string;
  readonly organization: string;
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

export interface MissingModel {
  readonly site: Site;
  readonly kind:
    | 'missing'
    | 'missingForm'
    | 'missingLink'
    | 'missingBooking'
    | 'used'
    | 'closed'
    | 'broken'
    | 'slowDown';
}

/** A routing form: its questions, or what came of them. */
export interface RoutingModel {
  readonly site: Site;
  readonly name: string;
  readonly headline: string | null;
  readonly organization: string;
  readonly canonical: string;
  readonly fields: readonly Field[];
  readonly form: FormModel;
  readonly errors: Readonly<Record<string, FieldError>>;
  readonly isTooMany: boolean;
}

export interface RoutedModel {
  readonly site: Site;
  /** What is said at the end, or where it goes on. */
  readonly message: string | null;
  readonly onwards: string | null;
}

export interface ZonesModel {
  readonly site: Site;
  readonly about: About;
  readonly zone: string;
  readonly zones: readonly string[];
  readonly back: Readonly<Record<string, string>>;
}

/** The page about embedding. */
export interface EmbeddingModel {
  readonly site: Site;
  readonly script: string;
  /** The page that its examples show: its path, and its whole address. */
  readonly path: string;
  readonly address: string;
  readonly isThere: boolean;
}
