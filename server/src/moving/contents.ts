import type { questionType } from '@daybook/contract/event-types';
import type { LocationType } from '@daybook/contract/locations.data';
import type { weekdays } from '@daybook/contract/schedules';
import type { z } from 'zod';

/** What another product exported, in the nouns of Daybook. People are named by address, other things by their id there. */
export interface Contents {
  readonly users: readonly UserIn[];
  readonly schedules: readonly ScheduleIn[];
  readonly pages: readonly PageIn[];
  readonly bookings: readonly BookingIn[];
  readonly people: readonly PersonIn[];
  readonly leftOut: readonly LeftOut[];
}

export interface UserIn {
  readonly email: string;
  readonly name: string;
  readonly slug?: string | undefined;
  readonly timezone?: string | undefined;
  readonly role?: 'owner' | 'admin' | 'user' | undefined;
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
  readonly phone?: string | undefined;
  readonly joinUrl?: string | undefined;
}

export interface PageIn {
  readonly sourceId: string;
  readonly email: string;
  readonly slug: string;
  readonly title: string;
  readonly type: 'ONE_ON_ONE' | 'GROUP';
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
  readonly location?: LocationIn | undefined;
  readonly invitees: readonly InviteeIn[];
}

export interface InviteeIn {
  readonly name: string;
  readonly email: string;
  readonly timezone?: string | undefined;
  readonly phone?: string | undefined;
  readonly guests?: readonly string[] | undefined;
  readonly answers?: readonly { readonly question: string; readonly answer: string }[] | undefined;
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

/** Something that has no counterpart here, or can't be read: what it is, and why. */
export interface LeftOut {
  readonly what: string;
  readonly why: string;
}

export const nothing: Contents = {
  users: [],
  schedules: [],
  pages: [],
  bookings: [],
  people: [],
  leftOut: [],
};

/** The contents of several files together. */
export function together(all: readonly Contents[]): Contents {
  return {
    users: all.flatMap(({ users }) => users),
    schedules: all.flatMap(({ schedules }) => schedules),
    pages: all.flatMap(({ pages }) => pages),
    bookings: all.flatMap(({ bookings }) => bookings),
    people: all.flatMap(({ people }) => people),
    leftOut: all.flatMap(({ leftOut }) => leftOut),
  };
}

export interface LeftOutList {
  readonly list: LeftOut[];
  add(what: string, why: string): void;
}

export function leftOutList(): LeftOutList {
  const list: LeftOut[] = [];
  return { list, add: (what, why) => void list.push({ what, why }) };
}

/** The objects of a document as APIs wrap them: alone, in an array, or under `collection`, `resource` or `data`. */
export function unwrap(document: unknown): unknown[] {
  if (Array.isArray(document)) return document.flatMap(unwrap);
  if (typeof document !== 'object' || document === null) return [document];
  for (const key of ['collection', 'resource', 'data'] as const) {
    const inside = (document as Record<string, unknown>)[key];
    if (typeof inside === 'object' && inside !== null) return unwrap(inside);
  }
  return [document];
}
