import { sql } from 'kysely';
import type { Ctx } from '../platform/context.ts';
import { matchAny } from '../platform/db/match-any.ts';
import { isNamedIn, type Person, type PersonalData } from '../platform/personal-data.ts';

interface Note {
  readonly id: number;
  readonly note: string;
  readonly event_id: string;
  readonly created_at: string;
  /** Somebody else attends the event as well. */
  readonly is_shared: boolean;
}

/** Notes on events of a person are about them, unless others attend as well and the note names others. */
export const notesOfPerson: PersonalData = {
  async export(ctx, person) {
    const notes = await findNotesOn(ctx, person);
    return notes.map(({ note, event_id, created_at }) => ({ event: event_id, note, createdAt: created_at }));
  },
  async erase(ctx, person) {
    const ids = (await findNotesOn(ctx, person)).map(({ id }) => id);
    await sql`
      delete from note where workspace_id = ${ctx.workspaceId} and id = any (${ids}::int[])
    `.execute(ctx.db);
  },
};

async function findNotesOn(ctx: Ctx, person: Person): Promise<Note[]> {
  const result = await sql<Note>`
    select n.id, n.note, n.event_id, n.created_at, exists (
      select from invitee i where i.workspace_id = n.workspace_id and i.event_id = n.event_id
        and not i.id = any (${person.inviteeIds}::text[]) and i.erased_at is null) as is_shared
    from note n where n.workspace_id = ${ctx.workspaceId} and n.event_id = ${matchAny(person.eventIds, 'text')}
    order by n.id
  `.execute(ctx.db);
  return result.rows.filter(({ is_shared, note }) => !is_shared || isNamedIn(person, note));
}
