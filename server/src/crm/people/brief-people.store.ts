import { sql } from 'kysely';
import type { Ctx } from '../../platform/context.ts';

export interface BriefedInvitee {
  readonly inviteeId: string;
  readonly personId: string;
  readonly meetings: number;
  readonly noShows: number;
  readonly lastMeeting: {
    readonly eventId: string;
    readonly title: string;
    readonly startsAt: string;
    readonly isHost: boolean;
  } | null;
  /** This event and the latest ones before it. */
  readonly eventIds: readonly string[];
}

const maxEvents = 20;

/** The people who come to an event, each with their meetings before now. No-shows don't count as meetings. */
export async function findBriefedInvitees(
  ctx: Ctx,
  eventId: string,
  limit: number,
): Promise<BriefedInvitee[]> {
  const result = await sql<BriefedInvitee & { startsAt: string | null }>`
    select c.invitee_id as "inviteeId", c.person_id as "personId", f.meetings, f.no_shows as "noShows",
      l.starts_at as "startsAt",
      case when l.event_id is not null then json_build_object('eventId', l.event_id, 'title', l.title, 'isHost', l.is_host)
        end as "lastMeeting",
      array(select distinct on (p.starts_at, p.event_id) p.event_id from crm_meeting p
        where p.workspace_id = c.workspace_id and p.person_id = c.person_id and not p.is_cancelled
          and p.starts_at <= c.starts_at
        order by p.starts_at desc, p.event_id limit ${maxEvents}) as "eventIds"
    from crm_meeting c
    join invitee i on i.workspace_id = c.workspace_id and i.id = c.invitee_id
    cross join lateral (
      select count(*) filter (where not p.is_no_show)::int as meetings, count(*) filter (where p.is_no_show)::int as no_shows
      from crm_meeting p
      where p.workspace_id = c.workspace_id and p.person_id = c.person_id and p.event_id <> c.event_id
        and not p.is_cancelled and p.ends_at <= ${ctx.now.toISOString()}::timestamptz) f
    left join lateral (
      select p.event_id, e.title, p.starts_at, exists (select from event_host h
        where h.workspace_id = p.workspace_id and h.event_id = p.event_id and h.host_id = ${ctx.actor.memberId}) as is_host
      from crm_meeting p join scheduled_event e on e.workspace_id = p.workspace_id and e.id = p.event_id
      where p.workspace_id = c.workspace_id and p.person_id = c.person_id and p.event_id <> c.event_id
        and not p.is_cancelled and not p.is_no_show and p.ends_at <= ${ctx.now.toISOString()}::timestamptz
      order by p.starts_at desc, p.event_id limit 1) l on true
    where c.workspace_id = ${ctx.workspaceId} and c.event_id = ${eventId} and not c.is_cancelled
    order by i.scheduled_at, i.id limit ${limit}
  `.execute(ctx.db);
  return result.rows.map(({ startsAt, lastMeeting, ...row }) => ({
    ...row,
    lastMeeting: lastMeeting && startsAt !== null ? { ...lastMeeting, startsAt } : null,
  }));
}
