import type { host, invitee, scheduledEvent } from '@daybook/contract/scheduled-events';
import type { z } from 'zod';
import { buildUserUrl } from '../../members/public.ts';
import { formatMicroseconds, formatWireTime } from '../../platform/clock.ts';
import type { Ctx } from '../../platform/context.ts';
import { buildEventUri, buildImageUrl, buildPageUri } from '../../platform/urls.ts';
import type { FullEvent, FullInvitee } from './listing.store.ts';
import { serializePayment } from '../core/public.ts';
import { serializeSeries } from './series.view.ts';

export type EventView = z.output<typeof scheduledEvent>;

export function serializeEvent(ctx: Ctx, row: FullEvent): EventView {
  const guests = row.invitees.flatMap((item) => (item.cancelled_at === null ? (item.guests ?? []) : []));
  return {
    uri: buildEventUri(ctx, row.id),
    uuid: row.id,
    title: row.title,
    type: row.type as 'ONE_ON_ONE',
    startTime: row.starts_at,
    endTime: row.ends_at,
    duration: row.duration,
    status: row.status as 'confirmed' | 'cancelled',
    eventTypeUri: buildPageUri(ctx, row.event_type_id),
    location: { type: row.location_type, joinUrl: row.location_join_url },
    maxActiveInvitees: row.max_seats,
    activeInviteesCount: row.seats_taken,
    invitees: row.invitees.map((item) => inviteeView(row.id, item)),
    guests: guests.length > 0 ? guests : null,
    hosts: row.hosts.map((item) => serializeHost(ctx, item)),
    ...(row.resources.length > 0 && {
      resources: row.resources.map(({ id, kind, name, location }) => ({ uuid: id, kind, name, location })),
    }),
    notes: row.notes,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    currentTime: formatWireTime(ctx.now),
  };
}

/** The answer to a booking shows the one invitee who booked, with the parameters they brought. */
export function serializeBooking(ctx: Ctx, row: FullEvent, inviteeId: string): EventView {
  const booked = row.invitees.filter(({ id }) => id === inviteeId);
  const view = serializeEvent(ctx, { ...row, invitees: booked });
  const invitees = booked.map((item) => ({
    ...inviteeView(row.id, item),
    customQueryParams: Object.entries(item.custom_query_params).map(([key, value]) => ({ key, value })),
  }));
  return { ...view, invitees };
}

function inviteeView(eventId: string, row: FullInvitee): z.output<typeof invitee> {
  return {
    uuid: row.id,
    salutation: row.salutation,
    fullName: row.full_name,
    email: row.email,
    guests: row.guests,
    timeZone: row.timezone,
    noShow: row.no_show,
    personId: row.person_id,
    cancellation: {
      cancelledAt: row.cancelled_at && formatMicroseconds(row.cancelled_at),
      cancelledBy: row.cancelled_by,
      cancellerType: row.canceller_type,
      cancellationReason: row.cancellation_reason,
    },
    payment: serializePayment(row.payment),
    ...serializeSeries(row),
    questions:
      row.answers?.map(({ question, answer, fileId }) => ({
        answer,
        answer_type: 'STRING',
        question,
        ...(fileId && { file: buildFilePath(eventId, fileId) }),
      })) ?? null,
    scheduledAt: formatMicroseconds(row.scheduled_at),
    utm: {
      utm_campaign: row.utm['utm_campaign'] ?? null,
      utm_source: row.utm['utm_source'] ?? null,
      utm_medium: row.utm['utm_medium'] ?? null,
      utm_content: row.utm['utm_content'] ?? null,
      utm_term: row.utm['utm_term'] ?? null,
    },
  };
}

/** Where a file that was given as an answer is downloaded. */
export function buildFilePath(eventId: string, fileId: string): string {
  return `/v2/scheduled-events/${eventId}/files/${fileId}`;
}

export function serializeHost(ctx: Ctx, row: FullEvent['hosts'][number]): z.output<typeof host> {
  return {
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    slug: row.slug,
    url: buildUserUrl(ctx, row.slug),
    avatarUrl: buildImageUrl(ctx, row.avatar),
  };
}
