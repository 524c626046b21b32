import type { pageLocation, recurrence } from '@daybook/contract/event-types';
import { sql } from 'kysely';
import type { z } from 'zod';
import { isOpenPage } from '../event-types/public.ts';
import type { Ctx, Runtime } from '../platform/context.ts';
import { queryOne } from '../platform/db/transaction.ts';
import type { WorkspaceId } from '../platform/db/workspace-id.ts';

/** A visitor's URL does not name a workspace: these queries find it in global tables. */

export interface OwnerAddress {
  readonly workspace_id: WorkspaceId;
  readonly is_team: boolean;
}

export async function findOwner({ database }: Runtime, slug: string): Promise<OwnerAddress | undefined> {
  return queryOne<OwnerAddress>(database, {
    name: 'workspace of owner',
    text: 'select workspace_id, team_id is not null as is_team from owner_slug where slug = $1',
    values: [slug],
  });
}

export async function findWorkspaceOfLink(
  { database }: Runtime,
  tokenHash: Buffer,
): Promise<WorkspaceId | undefined> {
  const row = await queryOne<{ workspace_id: WorkspaceId }>(database, {
    name: 'workspace of link',
    text: 'select workspace_id from link_token where token_hash = $1',
    values: [tokenHash],
  });
  return row?.workspace_id;
}

export async function findWorkspaceOfInvitee(
  { database }: Runtime,
  id: string,
  keyHash: Buffer,
): Promise<WorkspaceId | undefined> {
  const row = await queryOne<{ workspace_id: WorkspaceId }>(database, {
    name: 'workspace of invitee',
    text: 'select workspace_id from invitee_key where invitee_id = $1 and key_hash = $2',
    values: [id, keyHash],
  });
  return row?.workspace_id;
}

/** `avatar` names a picture in the table `image`. */
export interface PersonRow {
  name: string;
  slug: string;
  avatar: string | null;
}

export type PageLocation = z.output<typeof pageLocation>;

export interface PublicPageRow {
  id: string;
  title: string;
  slug: string;
  type: 'ONE_ON_ONE' | 'GROUP' | 'ROUND_ROBIN' | 'COLLECTIVE';
  description: string;
  color: string;
  duration: number;
  durations: number[];
  maxActiveInvitees: number;
  inviteeNameFormat: string;
  asksPhone: boolean;
  locations: PageLocation[];
  price: string | null;
  currency: string | null;
  isSecret: boolean;
  requiresConfirmation: boolean;
  recurrence: z.output<typeof recurrence> | null;
  waitlist: boolean;
  inviteePicksHost: boolean;
  organization: string;
  logo: string | null;
  /** The sites that may embed the workspace's pages in a frame; null for any. */
  embedOrigins: string[] | null;
  ownerName: string;
  ownerSlug: string;
  ownerAvatar: string | null;
  isTeam: boolean;
  timezone: string;
  /** The only zone in which times are shown. */
  lockedTimezone: string | null;
  language: string;
  hosts: (PersonRow & { email: string })[];
  questions: PageQuestion[];
}

export interface PageQuestion {
  id: number;
  position: number;
  question: string;
  type:
    | 'TEXT_INPUT'
    | 'MULTILINE_INPUT'
    | 'RADIO_INPUT'
    | 'SELECT_INPUT'
    | 'CHECKBOX_INPUT'
    | 'PHONE_INPUT'
    | 'FILE_INPUT';
  isRequired: boolean;
  options: string[] | null;
}

type Address = { ownerSlug: string; eventTypeSlug: string } | { eventTypeId: string };

/** An active event type, with all that a visitor may see of it. `hostIds` replaces its own hosts. */
export async function findPublicPage(
  ctx: Ctx,
  address: Address,
  hostIds: readonly string[] | null = null,
): Promise<PublicPageRow | undefined> {
  const isAddressed =
    'eventTypeId' in address
      ? sql`p.id = ${address.eventTypeId}`
      : sql`p.slug = ${address.eventTypeSlug} and coalesce(m.slug, t.slug) = ${address.ownerSlug}`;
  const result = await sql<PublicPageRow>`
    select ${pageColumns},
      coalesce((select json_agg(json_build_object('name', h.first_name || ' ' || h.last_name, 'slug', h.slug,
          'email', h.email, 'avatar', h.avatar) order by array_position(${hostIds}::text[], h.id), x.position, h.id)
        from member h left join event_type_host x
          on x.workspace_id = h.workspace_id and x.event_type_id = p.id and x.member_id = h.id
        where h.workspace_id = p.workspace_id and h.is_active
          and case when ${hostIds}::text[] is null then x.member_id is not null else h.id = any (${hostIds}) end),
        '[]') as hosts,
      coalesce((select json_agg(json_build_object('id', q.id, 'position', q.position, 'question', q.question,
          'type', q.type, 'isRequired', q.is_required, 'options', q.options) order by q.position, q.id)
        from question q
        where q.workspace_id = p.workspace_id and q.event_type_id = p.id and q.is_active), '[]') as questions
    ${fromPages}
    where p.workspace_id = ${ctx.workspaceId} and p.is_active and p.deleted_at is null and ${isAddressed}
  `.execute(ctx.db);
  return result.rows[0];
}

const pageColumns = sql`p.id, p.title, p.slug, p.type, p.description, p.color, p.duration, p.durations,
  p.max_active_invitees as "maxActiveInvitees", p.invitee_name_format as "inviteeNameFormat",
  p.invitee_phone_number as "asksPhone", p.locations, p.price, p.currency, p.is_secret as "isSecret",
  p.requires_confirmation as "requiresConfirmation", p.recurrence, p.waitlist, p.invitee_picks_host as "inviteePicksHost",
  w.name as organization, w.logo, w.embed_origins as "embedOrigins", coalesce(m.avatar, t.avatar) as "ownerAvatar",
  coalesce(m.first_name || ' ' || m.last_name, t.title) as "ownerName",
  coalesce(m.slug, t.slug) as "ownerSlug", p.owner_team_id is not null as "isTeam",
  coalesce(m.timezone, w.timezone) as timezone, p.locked_timezone as "lockedTimezone",
  coalesce(m.language, 'en') as language`;

const fromPages = sql`from event_type p
  join workspace w on w.workspace_id = p.workspace_id
  left join member m on m.workspace_id = p.workspace_id and m.id = p.owner_member_id
  left join team t on t.workspace_id = p.workspace_id and t.id = p.owner_team_id`;

/** The next events of a group event type, and how many seats each has left. */
export async function listSeatsLeft(
  ctx: Ctx,
  eventTypeId: string,
  limit: number,
): Promise<{ startsAt: string; left: number }[]> {
  const result = await sql<{ startsAt: string; left: number }>`
    select e.starts_at as "startsAt", greatest(e.max_seats, p.max_active_invitees) - e.seats_taken as left
    from scheduled_event e join event_type p on p.workspace_id = e.workspace_id and p.id = e.event_type_id
    where e.workspace_id = ${ctx.workspaceId} and e.event_type_id = ${eventTypeId} and e.status = 'confirmed'
      and e.starts_at > ${ctx.now}
    order by e.starts_at, e.id limit ${limit}
  `.execute(ctx.db);
  return result.rows;
}

export interface OwnerRow {
  name: string;
  slug: string;
  avatar: string | null;
  organization: string;
  logo: string | null;
  brandColor: string | null;
  embedOrigins: string[] | null;
  language: string;
  isTeam: boolean;
  pages: Pick<
    PublicPageRow,
    'title' | 'slug' | 'type' | 'description' | 'color' | 'duration' | 'durations' | 'locations'
  >[];
}

/** A user or team, with their active event types that are not secret. */
export async function findOwnerPage(ctx: Ctx, slug: string): Promise<OwnerRow | undefined> {
  const result = await sql<OwnerRow>`
    select coalesce(m.first_name || ' ' || m.last_name, t.title) as name, o.slug,
      coalesce(m.avatar, t.avatar) as avatar, w.name as organization, w.logo, w.brand_color as "brandColor",
      w.embed_origins as "embedOrigins", coalesce(m.language, 'en') as language, o.team_id is not null as "isTeam",
      coalesce((select json_agg(json_build_object('title', p.title, 'slug', p.slug, 'type', p.type,
          'description', p.description, 'color', p.color, 'duration', p.duration, 'durations', p.durations,
          'locations', p.locations) order by p.position, p.created_at, p.id)
        from event_type p where p.workspace_id = o.workspace_id and ${isOpenPage} and not p.is_secret
          and p.owner_id = coalesce(o.member_id, o.team_id::text)), '[]') as pages
    from owner_slug o
    join workspace w on w.workspace_id = o.workspace_id
    left join member m on m.workspace_id = o.workspace_id and m.id = o.member_id and m.is_active
    left join team t on t.workspace_id = o.workspace_id and t.id = o.team_id
    where o.workspace_id = ${ctx.workspaceId} and o.slug = ${slug} and coalesce(m.id, t.id::text) is not null
  `.execute(ctx.db);
  return result.rows[0];
}
