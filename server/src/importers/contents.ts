import type { eventTypeSettings, questionType } from '@daybook/contract/event-types';
import type { LocationType } from '@daybook/contract/locations.data';
import type { weekdays } from '@daybook/contract/schedules';
import type { z } from 'zod';
import { createLeftOutList, type LeftOutList } from './left-out.ts';

/** What another product exported, in the nouns of Daybook. People are named by address, other things by their id there. */
export interface Contents {
  readonly users: readonly UserIn[];
  readonly teams: readonly TeamIn[];
  readonly schedules: readonly ScheduleIn[];
  readonly pages: readonly PageIn[];
  /** Read once, while they are written, since there may be too many to hold. */
  readonly bookings: AnyIterable<BookingIn>;
  readonly people: readonly PersonIn[];
  /** Grows while bookings are read. */
  readonly leftOut: LeftOutList;
}

export type AnyIterable<T> = Iterable<T> | AsyncIterable<T>;

/** Files or answers that can be read again and again, one after the other. */
export type Documents = () => AnyIterable<unknown>;

export interface UserIn {
  readonly email: string;
  readonly name: string;
  readonly slug?: string | undefined;
  readonly timezone?: string | undefined;
  readonly language?: string | undefined;
  readonly role?: 'owner' | 'admin' | 'user' | undefined;
}

export interface TeamIn {
  readonly sourceId: string;
  readonly title: string;
  readonly slug?: string | undefined;
  readonly members: readonly { readonly email: string; readonly isManager: boolean }[];
}

type Timesets = readonly (readonly [string, string])[];

export interface ScheduleIn {
  readonly sourceId: string;
  readonly email: string;
  readonly title: string;
  readonly isDefault: boolean;
  readonly timezone: string;
  readonly week: readonly { readonly day: (typeof weekdays)[number]; readonly timesets: Timesets }[];
  readonly dates: readonly { readonly date: string; readonly timesets: Timesets }[];
}

export interface LocationIn {
  readonly type: LocationType;
  readonly address?: string | undefined;
  readonly details?: string | undefined;
  readonly phone?: string | undefined;
  readonly joinUrl?: string | undefined;
}

type Settings = z.output<typeof eventTypeSettings>;

type RuleName =
  | 'bookingWindow'
  | 'dailyLimit'
  | 'weeklyLimit'
  | 'monthlyLimit'
  | 'dailyMinutes'
  | 'weeklyMinutes'
  | 'monthlyMinutes'
  | 'inviteeLimit'
  | 'lockedTimezone'
  | 'cancellationNotice'
  | 'reschedulingNotice'
  | 'requiresConfirmation'
  | 'recurrence'
  | 'price'
  | 'currency'
  | 'refundPolicy'
  | 'redirectUrl'
  | 'confirmAddress'
  | 'inviteePhoneNumber';

/** Rules that Daybook knows by the same name. */
export type PageRules = { readonly [K in RuleName]?: Settings[K] | undefined };

export interface PageIn {
  readonly sourceId: string;
  readonly owner: { readonly email: string } | { readonly teamSourceId: string };
  readonly slug: string;
  readonly title: string;
  readonly type: Settings['type'];
  /** Several of a round robin or a collective page. */
  readonly hosts?:
    | readonly { readonly email: string; readonly weight?: number; readonly priority?: number }[]
    | undefined;
  /** As HTML. */
  readonly description: string;
  readonly durations: readonly number[];
  readonly seats?: number | undefined;
  readonly color?: string | undefined;
  readonly isActive: boolean;
  readonly isSecret: boolean;
  readonly scheduleSourceId?: string | undefined;
  readonly bufferBefore?: number | undefined;
  readonly bufferAfter?: number | undefined;
  readonly minimumNotice?: number | undefined;
  readonly slotInterval?: number | undefined;
  readonly locations: readonly LocationIn[];
  readonly questions: readonly QuestionIn[];
  readonly rules: PageRules;
}

export interface QuestionIn {
  readonly question: string;
  readonly type: z.output<typeof questionType>;
  readonly isRequired: boolean;
  readonly options?: readonly string[] | undefined;
}

export interface BookingIn {
  readonly sourceId: string;
  /** Undefined where the page is not known there either. */
  readonly pageSourceId?: string | undefined;
  readonly title: string;
  readonly hostEmails: readonly string[];
  readonly startsAt: string;
  readonly endsAt: string;
  /** With the buffers that were promised around it. */
  readonly busy?: { readonly from: string; readonly to: string } | undefined;
  readonly seats?: number | undefined;
  readonly location?: LocationIn | undefined;
  /** What hosts wrote for themselves, as plain text. */
  readonly notes?: readonly string[] | undefined;
  /** It waits for a host to confirm it. */
  readonly isRequest?: boolean | undefined;
  readonly invitees: readonly InviteeIn[];
}

export interface InviteeIn {
  readonly name: string;
  readonly email: string;
  readonly timezone?: string | undefined;
  readonly language?: string | undefined;
  readonly phone?: string | undefined;
  readonly guests?: readonly string[] | undefined;
  readonly answers?: readonly { readonly question: string; readonly answer: string }[] | undefined;
  readonly utm?: Readonly<Record<string, string>> | undefined;
  readonly customQueryParams?: Readonly<Record<string, string>> | undefined;
  readonly payment?:
    | { readonly amount: string; readonly currency: string; readonly isPaid: boolean }
    | undefined;
  readonly bookedAt?: string | undefined;
  readonly noShow?: boolean | undefined;
  readonly cancelled?:
    | {
        readonly at?: string | undefined;
        readonly by?: string | undefined;
        readonly byHost: boolean;
        readonly reason?: string | undefined;
      }
    | undefined;
}

export interface PersonIn {
  readonly email: string;
  readonly values: Readonly<Record<string, unknown>>;
}

export const emptyContents = {
  users: [],
  teams: [],
  schedules: [],
  pages: [],
  bookings: [],
  people: [],
} as const satisfies Omit<Contents, 'leftOut'>;

/** The contents of several files together; they share the list of what is left out. */
export function combineContents(all: readonly Contents[]): Contents {
  return {
    users: all.flatMap(({ users }) => users),
    teams: all.flatMap(({ teams }) => teams),
    schedules: all.flatMap(({ schedules }) => schedules),
    pages: all.flatMap(({ pages }) => pages),
    bookings: oneAfterOther(all.map(({ bookings }) => bookings)),
    people: all.flatMap(({ people }) => people),
    leftOut: all[0]?.leftOut ?? createLeftOutList(),
  };
}

async function* oneAfterOther<T>(lists: readonly AnyIterable<T>[]): AsyncGenerator<T> {
  for (const list of lists) yield* list;
}

/** Lists of at most so many. */
export async function* splitIntoBatches<T>(list: AnyIterable<T>, size: number): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const item of list) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** The objects of a document as APIs wrap them: alone, in an array, or under `collection`, `resource` or `data`. */
export function unwrapObjects(document: unknown): unknown[] {
  if (Array.isArray(document)) return document.flatMap(unwrapObjects);
  if (typeof document !== 'object' || document === null) return [document];
  for (const key of ['collection', 'resource', 'data'] as const) {
    const inside = (document as Record<string, unknown>)[key];
    if (typeof inside === 'object' && inside !== null) return unwrapObjects(inside);
  }
  return [document];
}
