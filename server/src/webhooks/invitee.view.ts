import type { inviteeScheduledPayload } from '@daybook/contract/webhook-payloads';
import { toCalendarDate, formatClock, formatDate, MINUTES_PER_DAY, getWeekday } from '@daybook/engine/dates';
import { getOffset } from '@daybook/engine/zones';
import type { z } from 'zod';
import { getFullName, buildUserUrl } from '../members/public.ts';
import type { Ctx } from '../platform/context.ts';
import { buildEventUri, buildImageUrl, buildPageUri } from '../platform/urls.ts';
import { getZone } from '../platform/zones.ts';
import { buildFilePath, serializePayment, serializeSeries } from '../scheduled-events/public.ts';
import type { InviteeFacts } from './invitees.store.ts';

type Payload = Omit<z.output<typeof inviteeScheduledPayload>, 'event'>;

export interface RescheduleFacts {
  readonly from: { readonly startsAt: string; readonly endsAt: string };
  readonly reason: string | null;
}

/** The payload of every event about an invitee (resolutions section 10): flat, with the same fields whatever happened. */
export function serializeInvitee(ctx: Ctx, row: InviteeFacts, moved: RescheduleFacts | null): Payload {
  const [firstName = '', ...lastNames] = row.full_name.trim().split(/\s+/);
  const start = formatInZone(row.starts_at, row.timezone);
  const end = formatInZone(row.ends_at, row.timezone);
  return {
    eventUri: buildEventUri(ctx, row.event_id),
    eventUuid: row.event_id,
    eventTypeUri: buildPageUri(ctx, row.event_type_id),
    title: row.title,
    type: row.type as 'ONE_ON_ONE',
    status: row.status as 'confirmed',
    duration: row.duration,
    durationPretty: formatDuration(row.duration),
    startAt: row.starts_at,
    endAt: row.ends_at,
    inviteeStartAt: start.exact,
    inviteeEndAt: end.exact,
    inviteeStartAtPretty: start.pretty,
    inviteeEndAtPretty: end.pretty,
    inviteeUuid: row.id,
    inviteeSalutation: row.salutation,
    inviteeFirstName: firstName,
    inviteeLastName: lastNames.join(' ') || null,
    inviteeName: row.full_name,
    inviteeEmail: row.email,
    inviteePhoneNumber: row.phone,
    inviteeTimezone: row.timezone,
    inviteeNumberOfSeats: row.seats,
    guests: row.guests,
    hosts: row.hosts.map((host) => ({
      firstName: host.first_name,
      lastName: host.last_name,
      email: host.email,
      slug: host.slug,
      url: buildUserUrl(ctx, host.slug),
      avatarUrl: buildImageUrl(ctx, host.avatar),
    })),
    hostNames: Object.fromEntries(row.hosts.map((host, index) => [String(index + 1), getFullName(host)])),
    teamName: row.team_name,
    location: row.location_type || null,
    joinUrl: row.location_join_url || null,
    resources:
      row.resources?.map(({ id, kind, name, location }) => ({ uuid: id, kind, name, location })) ?? null,
    answers:
      row.answers?.map(({ question, answer, order, fileId }) => ({
        question,
        answer,
        order,
        ...(fileId && { file: buildFilePath(row.event_id, fileId) }),
      })) ?? null,
    questionsAndAnswers: row.answers
      ? Object.fromEntries(row.answers.map(({ question, answer }) => [question, answer]))
      : null,
    utmCampaign: row.utm['utm_campaign'] ?? null,
    utmSource: row.utm['utm_source'] ?? null,
    utmMedium: row.utm['utm_medium'] ?? null,
    utmTerm: row.utm['utm_term'] ?? null,
    utmContent: row.utm['utm_content'] ?? null,
    customQueryParams: Object.keys(row.custom_query_params).length > 0 ? row.custom_query_params : null,
    payment: serializePayment(row.payment),
    ...serializeSeries(row),
    cancelledAt: row.cancelled_at,
    cancelledBy: row.cancelled_by,
    cancellerType: row.canceller_type,
    cancellationReason: row.cancellation_reason,
    isRescheduled: moved !== null,
    previousStartAt: moved?.from.startsAt ?? null,
    previousEndAt: moved?.from.endsAt ?? null,
    rescheduleReason: moved?.reason ?? null,
    createdAt: row.created_at,
  };
}

/** `1 hr 30 mins` */
export function formatDuration(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  const parts = [
    ...(hours > 0 ? [`${hours} ${hours === 1 ? 'hr' : 'hrs'}`] : []),
    ...(rest > 0 || hours === 0 ? [`${rest} ${rest === 1 ? 'min' : 'mins'}`] : []),
  ];
  return parts.join(' ');
}

/** An instant in the invitee's time zone: `2026-04-15T11:00:00+02:00`, and `11:00 - Wednesday, April 15, 2026`. */
export function formatInZone(instant: string, zone: string): { exact: string; pretty: string } {
  const minute = Math.floor(Date.parse(instant) / 60_000);
  const offset = getOffset(getZone(zone), minute);
  const wall = minute + offset;
  const day = Math.floor(wall / MINUTES_PER_DAY);
  const clock = formatClock(wall - day * MINUTES_PER_DAY);
  const sign = offset < 0 ? '-' : '+';
  const { year, month, dayOfMonth } = toCalendarDate(day);
  return {
    exact: `${formatDate(day)}T${clock}:00${sign}${formatClock(Math.abs(offset))}`,
    pretty: `${clock} - ${weekdays[getWeekday(day)]}, ${months[month - 1]} ${dayOfMonth}, ${year}`,
  };
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
