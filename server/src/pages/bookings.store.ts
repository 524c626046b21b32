import { sql } from 'kysely';
import type { Ctx } from '../platform/context.ts';
import type { InSeries, Payment } from '../scheduled-events/public.ts';
import type { PageLocation, PersonRow, PublicPageRow } from './store.ts';

/** A booking of a series. */
interface Occurrence {
  inviteeId: string;
  startsAt: string;
  endsAt: string;
  isCancelled: boolean;
  keySealed: Buffer;
}

export interface BookingRow extends InSeries {
  inviteeId: string;
  eventId: string;
  title: string;
  type: PublicPageRow['type'];
  status: 'confirmed' | 'cancelled';
  startsAt: string;
  endsAt: string;
  duration: number;
  sequence: number;
  locationType: string;
  joinUrl: string;
  location: Partial<Omit<PageLocation, 'joinUrl'>>;
  organization: string;
  logo: string | null;
  embedOrigins: string[] | null;
  color: string;
  fullName: string;
  phone: string | null;
  seats: number;
  payment: Payment | null;
  email: string;
  timezone: string;
  language: string;
  guests: string[] | null;
  answers: { question: string; answer: string }[] | null;
  cancelledAt: string | null;
  cancellerType: 'host' | 'invitee' | null;
  cancellationReason: string | null;
  keySealed: Buffer;
  confirmationText: string | null;
  redirectUrl: string | null;
  lockedTimezone: string | null;
  /** A host decides about times, so that nobody else moves it. */
  requiresConfirmation: boolean;
  /** Minutes before it begins until which it can be cancelled and moved. */
  cancellationNotice: number;
  reschedulingNotice: number;
  hosts: PersonRow[];
  otherInvitees: number;
  /** Null once the event type is deleted or inactive. */
  eventTypeSlug: string | null;
  ownerSlug: string;
  ownerName: string;
  isTeam: boolean;
  /** Of the series, this one included; none of a single booking. */
  occurrences: Occurrence[];
}

/** A booking, with all that its invitee may see of it. */
export async function findBooking(
  ctx: Ctx,
  inviteeId: string,
): Promise<Omit<BookingRow, 'occurrences'> | undefined> {
  const result = await sql<BookingRow>`
    select i.id as "inviteeId", e.id as "eventId", e.title, e.type, e.status, e.starts_at as "startsAt",
      e.ends_at as "endsAt", e.duration, e.sequence, e.location_type as "locationType",
      e.location_join_url as "joinUrl", e.location_details as location, w.name as organization, w.logo,
      w.embed_origins as "embedOrigins", p.color,
      p.confirmation_text as "confirmationText", p.redirect_url as "redirectUrl",
      p.locked_timezone as "lockedTimezone", p.requires_confirmation as "requiresConfirmation",
      p.cancellation_notice as "cancellationNotice", p.rescheduling_notice as "reschedulingNotice",
      i.full_name as "fullName", i.phone, i.seats, i.payment, i.email, i.timezone, i.language, i.guests, i.answers,
      i.cancelled_at as "cancelledAt", i.canceller_type as "cancellerType",
      i.cancellation_reason as "cancellationReason", i.key_sealed as "keySealed",
      i.series_id, i.series_index, i.series_count,
      coalesce((select json_agg(json_build_object('name', h.first_name || ' ' || h.last_name, 'slug', h.slug, 'avatar', h.avatar)
          order by x.position, h.id)
        from event_host x join member h on h.workspace_id = x.workspace_id and h.id = x.host_id
        where x.workspace_id = e.workspace_id and x.event_id = e.id), '[]') as hosts,
      (select count(*)::int from invitee o where o.workspace_id = i.workspace_id and o.event_id = i.event_id
        and o.cancelled_at is null and o.id <> i.id) as "otherInvitees",
      case when p.is_active and p.deleted_at is null then p.slug end as "eventTypeSlug",
      coalesce(m.slug, t.slug, '') as "ownerSlug", coalesce(m.first_name || ' ' || m.last_name, t.title, '') as "ownerName",
      p.owner_team_id is not null as "isTeam"
    from invitee i
    join scheduled_event e on e.workspace_id = i.workspace_id and e.id = i.event_id
    join event_type p on p.workspace_id = e.workspace_id and p.id = e.event_type_id
    join workspace w on w.workspace_id = i.workspace_id
    left join member m on m.workspace_id = p.workspace_id and m.id = p.owner_member_id
    left join team t on t.workspace_id = p.workspace_id and t.id = p.owner_team_id
    where i.workspace_id = ${ctx.workspaceId} and i.id = ${inviteeId}
  `.execute(ctx.db);
  return result.rows[0];
}

export async function listOccurrences(ctx: Ctx, seriesId: string): Promise<Occurrence[]> {
  const result = await sql<Occurrence>`
    select i.id as "inviteeId", e.starts_at as "startsAt", e.ends_at as "endsAt",
      i.cancelled_at is not null as "isCancelled", i.key_sealed as "keySealed"
    from invitee i join scheduled_event e on e.workspace_id = i.workspace_id and e.id = i.event_id
    where i.workspace_id = ${ctx.workspaceId} and i.series_id = ${seriesId}
    order by e.starts_at, i.id
  `.execute(ctx.db);
  return result.rows;
}
