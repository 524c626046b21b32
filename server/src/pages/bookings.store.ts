import { sql } from 'kysely';
import { isOpenPage } from '../event-types/public.ts';
import type { Ctx } from '../platform/context.ts';
import {
  findInvitations,
  otherInvitees,
  type Invitation,
  type InvitationHost,
  type OccurrenceRow,
} from '../scheduled-events/public.ts';

/** A booking, with all that its invitee may see of it. */
export interface BookingRow extends Invitation<InvitationHost & NamedHost>, PageColumns {
  /** Of the series, this one included; none of a single booking. */
  readonly occurrences: readonly OccurrenceRow[];
}

interface NamedHost {
  readonly name: string;
}

/** What the event type and the workspace say about a booking. */
interface PageColumns {
  readonly organization: string;
  readonly logo: string | null;
  readonly embedOrigins: string[] | null;
  readonly color: string;
  readonly confirmationText: string | null;
  readonly redirectUrl: string | null;
  readonly lockedTimezone: string | null;
  /** A host decides about times, so that nobody else moves it. */
  readonly requiresConfirmation: boolean;
  /** Minutes before it begins until which it can be cancelled and moved. */
  readonly cancellationNotice: number;
  readonly reschedulingNotice: number;
  readonly otherInvitees: number;
  /** Null once the event type is deleted or inactive. */
  readonly eventTypeSlug: string | null;
  readonly ownerSlug: string;
  readonly ownerName: string;
  readonly isTeam: boolean;
}

export async function findBooking(
  ctx: Ctx,
  inviteeId: string,
): Promise<Omit<BookingRow, 'occurrences'> | undefined> {
  const found = await findInvitations<PageColumns, NamedHost>(ctx, [inviteeId], {
    columns: sql`w.name as organization, w.logo, w.embed_origins as "embedOrigins", p.color,
      p.confirmation_text as "confirmationText", p.redirect_url as "redirectUrl",
      p.locked_timezone as "lockedTimezone", p.requires_confirmation as "requiresConfirmation",
      p.cancellation_notice as "cancellationNotice", p.rescheduling_notice as "reschedulingNotice",
      ${otherInvitees} as "otherInvitees",
      case when ${isOpenPage} then p.slug end as "eventTypeSlug",
      coalesce(u.slug, t.slug, '') as "ownerSlug",
      coalesce(u.first_name || ' ' || u.last_name, t.title, '') as "ownerName", p.owner_team_id is not null as "isTeam"`,
    joins: sql`
      join event_type p on p.workspace_id = e.workspace_id and p.id = e.event_type_id
      join workspace w on w.workspace_id = i.workspace_id
      left join member u on u.workspace_id = p.workspace_id and u.id = p.owner_member_id
      left join team t on t.workspace_id = p.workspace_id and t.id = p.owner_team_id`,
    hostEntries: sql`'name', m.first_name || ' ' || m.last_name`,
  });
  return found.get(inviteeId);
}
