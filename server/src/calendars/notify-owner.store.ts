import { sql } from 'kysely';
import type { Ctx } from '../platform/context.ts';

interface Owner {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly language: string;
  readonly timezone: string;
}

export interface OwnerFacts {
  readonly organization: string;
  /** The name of a picture. */
  readonly logo: string | null;
  readonly color: string | null;
  readonly owner: Owner;
}

const owner = sql`json_build_object('id', m.id, 'name', trim(m.first_name || ' ' || m.last_name), 'email', m.email,
  'language', m.language, 'timezone', m.timezone) as owner`;

export interface ConnectionFacts extends OwnerFacts {
  readonly account: string;
  readonly state: string;
  readonly error: string | null;
  readonly failingSince: string | null;
}

export interface EntryFacts extends OwnerFacts {
  readonly title: string;
  readonly startsAt: string;
  readonly endsAt: string;
}

/** A booking and one of its hosts; undefined once that is no active user, or it is cancelled. */
export async function findEntry(ctx: Ctx, eventId: string, hostId: string): Promise<EntryFacts | undefined> {
  const { rows } = await sql<EntryFacts>`
    select w.name as organization, w.logo, w.brand_color as color, ${owner}, e.title, e.starts_at as "startsAt",
      e.ends_at as "endsAt"
    from scheduled_event e
    join workspace w on w.workspace_id = e.workspace_id
    join member m on m.workspace_id = e.workspace_id and m.id = ${hostId} and m.is_active
    where e.workspace_id = ${ctx.workspaceId} and e.id = ${eventId} and e.status = 'confirmed'
  `.execute(ctx.db);
  return rows[0];
}

/** Undefined once it works again, is disconnected, or its owner has left: then there is nothing to do. */
export async function findFailingConnection(ctx: Ctx, id: string): Promise<ConnectionFacts | undefined> {
  const { rows } = await sql<ConnectionFacts>`
    select w.name as organization, w.logo, w.brand_color as color, ${owner}, c.account, c.state, c.error,
      c.failing_since as "failingSince"
    from calendar_connection c
    join workspace w on w.workspace_id = c.workspace_id
    join member m on m.workspace_id = c.workspace_id and m.id = c.member_id and m.is_active
    where c.workspace_id = ${ctx.workspaceId} and c.id = ${id} and c.failing_since is not null
  `.execute(ctx.db);
  return rows[0];
}
