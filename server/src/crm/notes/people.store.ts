import { sql } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import { matchAny } from '../../platform/db/match-any.ts';

export interface Mentionable {
  readonly id: string;
  readonly name: string;
  readonly isActive: boolean;
  /** Whether they can see the records of the object. */
  readonly isReader: boolean;
}

export async function findMentionable(
  ctx: Ctx,
  objectId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Mentionable>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<Mentionable>`
    select m.id, trim(m.first_name || ' ' || m.last_name) as name, m.is_active as "isActive",
      m.role <> 'user' or o.user_permission <> 'none' as "isReader"
    from member m join crm_object o on o.workspace_id = m.workspace_id and o.id = ${objectId}
    where m.workspace_id = ${ctx.workspaceId} and m.id = ${matchAny(ids, 'text')}
  `.execute(ctx.db);
  return new Map(rows.map((row) => [row.id, row]));
}

export async function findUserNames(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; name: string }>`
    select id, trim(first_name || ' ' || last_name) as name from member
    where workspace_id = ${ctx.workspaceId} and id = ${matchAny(ids, 'text')}
  `.execute(ctx.db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Who is to hear of a note beside those whom it mentions. */
export interface NoteAudience {
  readonly objectId: string;
  readonly authorId: string | null;
  readonly isComment: boolean;
  /** Users who are assigned to the record; if there are none, who created it. */
  readonly ownerIds: readonly string[];
  /** Who wrote earlier comments of the thread. */
  readonly participantIds: readonly string[];
  /** The other comments of the thread, which may mention more participants. */
  readonly threadTexts: readonly string[];
}

export async function findAudience(ctx: Ctx, noteId: string): Promise<NoteAudience | undefined> {
  const { rows } = await sql<NoteAudience & { creatorIds: string[] }>`
    select n.object_id as "objectId", n.member_id as "authorId", n.thread_id is not null as "isComment",
      array(select p.value from crm_pick p
        join crm_attribute a on a.workspace_id = p.workspace_id and a.id = p.attribute_id and a.type = 'user'
        where p.workspace_id = n.workspace_id and p.object_id = n.object_id and p.record_id = n.record_id) as "ownerIds",
      array(select c.member_id from crm_change c where c.workspace_id = n.workspace_id and c.record_id = n.record_id
        and c.kind = 'record.created' and c.member_id is not null) as "creatorIds",
      array(select distinct t.member_id from crm_note t where t.workspace_id = n.workspace_id
        and t.thread_id = n.thread_id and t.id <> n.id and t.member_id is not null) as "participantIds",
      array(select t.note from crm_note t where t.workspace_id = n.workspace_id
        and t.thread_id = n.thread_id and t.id <> n.id) as "threadTexts"
    from crm_note n where n.workspace_id = ${ctx.workspaceId} and n.id = ${noteId}
  `.execute(ctx.db);
  const [found] = rows;
  if (!found) return undefined;
  const { creatorIds, ...audience } = found;
  return { ...audience, ownerIds: audience.ownerIds.length > 0 ? audience.ownerIds : creatorIds };
}

/** Those of these users who are active and can see the records of the object. */
export async function findReaders(ctx: Ctx, objectId: string, ids: readonly string[]): Promise<string[]> {
  const found = await findMentionable(ctx, objectId, ids);
  return ids.filter((id) => {
    const user = found.get(id);
    return user?.isActive && user.isReader;
  });
}
