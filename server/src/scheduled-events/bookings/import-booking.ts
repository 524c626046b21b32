import { getLocationKind, type LocationType } from '@daybook/contract/locations.data';
import { hashSecret } from '../../platform/auth/token.ts';
import type { Ctx } from '../../platform/context.ts';
import { generateEventId, generateLinkToken } from '../../platform/ids.ts';
import { foldForSearch } from '@daybook/contract/folding.data';
import { type Meeting, type Payment, toMeeting, insertEvent, insertInvitee } from '../core/public.ts';
import { insertHostsWithoutTime } from './imported.store.ts';
import { type HostTime, reserveTime } from '../times/public.ts';

/** A booking that was made elsewhere. */
export interface BookingElsewhere {
  readonly eventTypeId: string;
  readonly title: string;
  readonly hostIds: readonly string[];
  readonly startsAt: string;
  readonly endsAt: string;
  /** With the buffers around it. */
  readonly busy?: { readonly from: string; readonly to: string } | undefined;
  readonly seats?: number | undefined;
  readonly location:
    | {
        readonly type: LocationType;
        readonly joinUrl?: string | undefined;
        readonly address?: string | undefined;
        readonly details?: string | undefined;
      }
    | undefined;
  readonly invitees: readonly {
    readonly name: string;
    readonly email: string;
    readonly timezone: string;
    readonly language: string;
    readonly phone: string | null;
    readonly guests: readonly string[];
    readonly answers: readonly { readonly question: string; readonly answer: string }[];
    readonly utm: Readonly<Record<string, string>>;
    readonly customQueryParams: Readonly<Record<string, string>>;
    readonly payment: Payment | null;
    readonly bookedAt: string | undefined;
    readonly noShow: boolean;
    readonly cancelled:
      | {
          readonly at: string;
          readonly by: string | null;
          readonly byHost: boolean;
          readonly reason: string | null;
        }
      | undefined;
  }[];
}

export interface ImportedEvent {
  readonly eventId: string;
  readonly inviteeIds: readonly string[];
  readonly meeting: Meeting;
  /** Hosts who have something else at the time: the booking is there, and their time is not taken by it. */
  readonly busyHostIds: readonly string[];
}

/**
 * Writes down a booking that was made elsewhere, as it stands there. It publishes nothing, since everyone concerned knows of it.
 * What is to come takes the time of its hosts; a host whose time is taken already still gets the booking.
 */
export async function importBooking(ctx: Ctx, booking: BookingElsewhere): Promise<ImportedEvent> {
  const { eventTypeId, hostIds, startsAt, endsAt, invitees } = booking;
  const active = invitees.filter(({ cancelled }) => !cancelled);
  const time: HostTime = {
    event_id: generateEventId(),
    event_type_id: eventTypeId,
    starts_at: startsAt,
    ends_at: endsAt,
    busy_from: booking.busy?.from ?? startsAt,
    busy_to: booking.busy?.to ?? endsAt,
  };
  const isToCome = active.length > 0 && Date.parse(endsAt) > ctx.now.getTime();
  const taken = isToCome ? await reserveTime(ctx, time, hostIds) : [];
  const others = hostIds.filter((id) => !taken.includes(id));
  await insertHostsWithoutTime(ctx, time, hostIds, others);
  const event = eventOf(booking, time.event_id, active.length);
  const rows = invitees.map((invitee) => inviteeOf(ctx, invitee, event.id));
  for (const [index, row] of rows.entries()) {
    if (index === 0) await insertEvent(ctx, event, row);
    else await insertInvitee(ctx, row);
  }
  return {
    eventId: event.id,
    inviteeIds: rows.map(({ id }) => id),
    meeting: toMeeting(event, [...hostIds]),
    busyHostIds: isToCome ? others : [],
  };
}

function eventOf(
  { title, startsAt, endsAt, eventTypeId, location, invitees, seats = 1 }: BookingElsewhere,
  id: string,
  active: number,
) {
  const isGroup = invitees.length > 1 || seats > 1;
  return {
    id,
    event_type_id: eventTypeId,
    title,
    type: isGroup ? 'GROUP' : 'ONE_ON_ONE',
    starts_at: startsAt,
    ends_at: endsAt,
    duration: Math.round((Date.parse(endsAt) - Date.parse(startsAt)) / 60_000),
    status: active > 0 ? 'confirmed' : 'cancelled',
    sequence: 0,
    location_type: location ? getLocationKind(location.type).label : '',
    location_join_url: location?.joinUrl ?? '',
    location_details: JSON.stringify(location ?? {}),
    max_seats: Math.max(invitees.length, seats),
    seats_taken: active,
    search: foldForSearch([title, ...invitees.map(({ name, email }) => `${name} ${email}`)].join('\n')),
  };
}

function inviteeOf(ctx: Ctx, invitee: BookingElsewhere['invitees'][number], eventId: string) {
  const key = generateLinkToken() + ctx.secrets.code(ctx.workspaceId);
  const { cancelled, answers, guests, bookedAt } = invitee;
  return {
    id: generateEventId(),
    event_id: eventId,
    salutation: null,
    full_name: invitee.name,
    email: invitee.email,
    phone: invitee.phone,
    timezone: invitee.timezone,
    language: invitee.language,
    guests: guests.length > 0 ? [...guests] : null,
    seats: 1,
    answers: answers.length > 0 ? JSON.stringify(answers.map((each, order) => ({ ...each, order }))) : null,
    utm: JSON.stringify(invitee.utm),
    custom_query_params: JSON.stringify(invitee.customQueryParams),
    payment: invitee.payment && JSON.stringify(invitee.payment),
    link_id: null,
    no_show: invitee.noShow,
    key_hash: hashSecret(key),
    key_sealed: ctx.secrets.seal(key),
    ...(bookedAt && { scheduled_at: bookedAt }),
    ...(cancelled && {
      cancelled_at: cancelled.at,
      cancelled_by: cancelled.by,
      canceller_type: cancelled.byHost ? 'host' : 'invitee',
      cancellation_reason: cancelled.reason,
    }),
  };
}
