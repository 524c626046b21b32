import type {
  publicBooking,
  publicLocation,
  publicPage,
  publicRequest,
  publicWaiting,
} from '@daybook/contract/public';
import type { z } from 'zod';
import type { Announcement } from '../absences/public.ts';
import { buildTeamUrl, buildUserUrl } from '../members/public.ts';
import { formatMicroseconds, formatWireTime } from '../platform/clock.ts';
import type { Ctx } from '../platform/context.ts';
import { buildBookingUrl, buildImageUrl, buildSchedulingUrl } from '../platform/urls.ts';
import { serializeSeries, type RequestRow, type WaitlistRow } from '../scheduled-events/public.ts';
import type { BookingRow } from './bookings.store.ts';
import type { PageLocation, PersonRow, PublicPageRow } from './store.ts';

type PublicPage = z.output<typeof publicPage>;

export function serializePublicPage(ctx: Ctx, row: PublicPageRow): Omit<PublicPage, 'absences'> {
  const url = row.isTeam ? buildTeamUrl(ctx, row.ownerSlug) : buildUserUrl(ctx, row.ownerSlug);
  return {
    title: row.title,
    slug: row.slug,
    type: row.type,
    schedulingUrl: buildSchedulingUrl(ctx, { slug: row.ownerSlug, isTeam: row.isTeam }, row.slug),
    organization: row.organization,
    logoUrl: buildImageUrl(ctx, row.logo),
    owner: {
      type: row.isTeam ? 'Team' : 'User',
      name: row.ownerName,
      slug: row.ownerSlug,
      url,
      avatarUrl: buildImageUrl(ctx, row.ownerAvatar),
    },
    hosts: row.hosts.map((host) => personView(ctx, host)),
    inviteePicksHost: row.inviteePicksHost && row.type === 'ROUND_ROBIN',
    description: row.description,
    color: row.color,
    duration: row.duration,
    eventDurations: row.durations.map((minutes) => ({ minutes, default: minutes === row.duration })),
    maxActiveInvitees: row.maxActiveInvitees,
    inviteeNameFormat: row.inviteeNameFormat,
    inviteePhoneNumber: row.asksPhone,
    inviteeQuestions: row.questions.map(({ position, ...question }) => ({
      ...question,
      order: position,
      isActive: true,
    })),
    locations: row.locations.map(locationView),
    price: row.price,
    currency: row.currency,
    isSecret: row.isSecret,
    requiresConfirmation: row.requiresConfirmation,
    recurrence: row.recurrence,
    waitlist: row.waitlist && row.type === 'GROUP',
    timeZone: row.timezone,
    currentTime: formatWireTime(ctx.now),
  };
}

export function serializeAbsences(
  { pagesUrl }: Ctx,
  absences: readonly (Announcement & { readonly host: string })[],
): PublicPage['absences'] {
  return absences.map(({ startTime, endTime, host, message, replacement }) => ({
    startTime,
    endTime,
    host,
    message,
    replacement: replacement && {
      name: replacement.name,
      url: replacement.path === null ? null : `${pagesUrl}${replacement.path}`,
    },
  }));
}

function locationView({ id, type, address, details, phone }: PageLocation): z.output<typeof publicLocation> {
  return { id, type, address: address ?? null, details: details ?? null, phone: phone ?? null };
}

function personView(ctx: Ctx, { name, slug, avatar }: PersonRow) {
  return { name, slug, avatarUrl: buildImageUrl(ctx, avatar) };
}

export function serializePublicBooking(ctx: Ctx, row: BookingRow): z.output<typeof publicBooking> {
  const { address = null, details = null, phone = null } = row.location_details;
  return {
    uuid: row.id,
    title: row.title,
    type: row.type as PublicPageRow['type'],
    organization: row.organization,
    logoUrl: buildImageUrl(ctx, row.logo),
    status: row.cancelled_at === null ? (row.status as 'confirmed' | 'cancelled') : 'cancelled',
    startTime: row.starts_at,
    endTime: row.ends_at,
    duration: row.duration,
    timeZone: row.timezone,
    fullName: row.full_name,
    email: row.email,
    guests: row.guests ?? [],
    hosts: row.hosts.map((host) => personView(ctx, host)),
    location: { type: row.location_type, joinUrl: row.location_join_url, address, details, phone },
    questions: (row.answers ?? []).map(({ question, answer }) => ({ question, answer })),
    cancellation:
      row.cancelled_at === null
        ? null
        : {
            cancelledAt: formatMicroseconds(row.cancelled_at),
            cancellerType: row.canceller_type ?? 'host',
            cancellationReason: row.cancellation_reason,
          },
    schedulingUrl:
      row.eventTypeSlug === null
        ? null
        : buildSchedulingUrl(ctx, { slug: row.ownerSlug, isTeam: row.isTeam }, row.eventTypeSlug),
    ...publicSeriesView(row),
    currentTime: formatWireTime(ctx.now),
  };
}

function publicSeriesView(row: BookingRow): Pick<z.output<typeof publicBooking>, 'series'> {
  const { series } = serializeSeries(row);
  if (!series) return {};
  const occurrences = row.occurrences.map((other) => ({
    uuid: other.invitee_id,
    startTime: other.starts_at,
    endTime: other.ends_at,
    status: other.is_active ? ('confirmed' as const) : ('cancelled' as const),
  }));
  return { series: { ...series, occurrences } };
}

/** Where a visitor is led who has just booked. */
export function buildConfirmationPath(ctx: Ctx, row: BookingRow): string {
  const { pathname, search } = new URL(buildOwnUrl(ctx, row));
  return `${pathname}${search}&done=booked`;
}

export function serializePublicRequest(row: RequestRow): z.output<typeof publicRequest> {
  return {
    uuid: row.id,
    title: row.title,
    startTime: row.starts_at,
    endTime: row.ends_at,
    expiresAt: formatMicroseconds(row.expires_at),
  };
}

export function serializeWaitlistPlace(
  row: WaitlistRow,
  event: { readonly starts_at: string; readonly ends_at: string },
  position: number,
): z.output<typeof publicWaiting> {
  return {
    uuid: row.id,
    startTime: event.starts_at,
    endTime: event.ends_at,
    seats: row.seats,
    position,
  };
}

/** The invitee's own page, with its key: for their own browser and calendar, never in an answer of the API. */
export function buildOwnUrl(ctx: Ctx, { id, key_sealed }: Pick<BookingRow, 'id' | 'key_sealed'>): string {
  return buildBookingUrl(ctx, id, ctx.secrets.unseal(key_sealed));
}
