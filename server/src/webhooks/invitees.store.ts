import { sql } from 'kysely';
import type { Ctx } from '../platform/context.ts';
import { matchAny } from '../platform/db/match-any.ts';
import {
  eventResources,
  findInvitations,
  type Invitation,
  type InvitationHost,
} from '../scheduled-events/public.ts';

type Host = Pick<InvitationHost, 'id' | 'first_name' | 'last_name' | 'email' | 'slug' | 'avatar'>;

interface MoreColumns {
  readonly team_name: string | null;
  readonly resources: { id: string; kind: string; name: string; location: string | null }[] | null;
}

/** An invitee with their event and its hosts, as they stood when something happened: what a payload is made of. */
export type InviteeFacts = Invitation<Host> & MoreColumns;

/** Without hosts: those of the time are read by `findHosts`. */
export function findInvitees(ctx: Ctx, ids: readonly string[]): Promise<Map<string, InviteeFacts>> {
  return findInvitations<MoreColumns>(ctx, ids, {
    columns: sql`t.title as team_name, ${eventResources} as resources`,
    joins: sql`left join team t on t.workspace_id = e.workspace_id and t.id = e.team_id`,
    withoutHosts: true,
  });
}

export async function findHosts(ctx: Ctx, ids: readonly string[]): Promise<Map<string, Host>> {
  const result = await sql<Host>`
    select id, first_name, last_name, email, slug, avatar from member
    where workspace_id = ${ctx.workspaceId} and id = ${matchAny([...new Set(ids)], 'text')}
  `.execute(ctx.db);
  return new Map(result.rows.map((row) => [row.id, row]));
}
