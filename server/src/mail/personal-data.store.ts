import { sql } from 'kysely';
import type { Ctx } from '../platform/context.ts';
import { matchAny } from '../platform/db/match-any.ts';
import { transact, type Database } from '../platform/db/transaction.ts';
import { isNamedIn, type Person, type PersonalData } from '../platform/personal-data.ts';

interface Mail {
  readonly id: string;
  readonly kind: string;
  readonly to_email: string;
  readonly event_id: string | null;
  readonly content_sealed: Buffer;
  readonly status: string;
  readonly created_at: string;
}

/** Mail to a person, about their record, and about their events if it names them. What is still queued is not sent. */
export const mailsOfPerson: PersonalData = {
  async export(ctx, person) {
    const mails = await findMails(ctx, person);
    return mails.map(({ kind, to_email, status, created_at, text }) => ({
      kind,
      to: to_email,
      status,
      createdAt: created_at,
      content: JSON.parse(text),
    }));
  },
  async erase(ctx, person) {
    const ids = (await findMails(ctx, person)).map(({ id }) => id);
    await sql`
      delete from mail_message where workspace_id = ${ctx.workspaceId} and id = ${matchAny(ids, 'uuid')}
    `.execute(ctx.db);
  },
};

async function findMails(ctx: Ctx, person: Person): Promise<(Mail & { readonly text: string })[]> {
  const result = await sql<Mail>`
    select id, kind, to_email, event_id, content_sealed, status, created_at from mail_message
    where workspace_id = ${ctx.workspaceId}
      and (lower(to_email) = any (${person.emails}::text[]) or event_id = any (${[...person.eventIds, ...person.recordIds]}::text[]))
    order by created_at, id
  `.execute(ctx.db);
  return result.rows
    .map((row) => ({ ...row, text: ctx.secrets.unseal(row.content_sealed) }))
    .filter(
      ({ to_email, event_id, text }) =>
        person.emails.includes(to_email.toLowerCase()) ||
        person.recordIds.includes(event_id ?? '') ||
        isNamedIn(person, text),
    );
}

/** Deletes one batch of mails past the time for which their workspace keeps them; how many there were. */
export function deleteExpiredMails(database: Database, limit: number): Promise<number> {
  return transact(database, '*', async (db) => {
    const result = await sql`
      delete from mail_message where (workspace_id, id) in (
        select m.workspace_id, m.id from mail_message m join workspace w on w.workspace_id = m.workspace_id
        where m.created_at < now() - make_interval(days => w.mail_days) and m.status <> 'queued' limit ${limit})
    `.execute(db);
    return Number(result.numAffectedRows ?? 0);
  });
}
