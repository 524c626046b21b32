import { sql, type RawBuilder } from 'kysely';
import { deleteUniqueKeys } from '../crm/public.ts';
import type { Ctx } from '../platform/context.ts';
import { buildPhonePattern } from '../platform/phone.ts';
import { erasedEmail, type PersonalData } from '../platform/personal-data.ts';
import { afterEscape } from '../platform/text.ts';
import { deleteAttemptsLike } from '../webhooks/public.ts';

/** Tables in which an address stays, or which another part erases. */
const spared = new Set([
  // Users of the workspace are not erased with a person of the same address.
  'member',
  'sign_in',
  'sign_up',
  // Append-only, with parts of their own.
  'audit_entry',
  'webhook_attempt',
]);

/** The number from which the workspace calls is its own, even if others have it, too. */
const sparedColumns: Readonly<Record<string, string>> = { agent: 'phone_number' };

const erasedPhone = 'erased';

/**
 * Addresses and numbers of a person in texts that are about others: notes, values of records, histories, answers. They are
 * replaced in every text of every table of the workspace, so that a new table is not forgotten. Names are left: they are
 * words, and others have the same.
 */
export const mentionsOfPerson: PersonalData = {
  export: async () => [],
  async erase(ctx, { emails, phones, inviteeIds }) {
    const facts = { emails: await withoutUsers(ctx, emails), phones, inviteeIds };
    if (facts.emails.length + phones.length === 0) return;
    await deleteUniqueKeys(ctx, [...facts.emails, ...phones]);
    for (const { pattern } of patternsOf(facts)) await deleteAttemptsLike(ctx, pattern);
    for (const table of await listTables(ctx)) await replaceIn(ctx, table, facts);
  },
};

async function withoutUsers(ctx: Ctx, emails: readonly string[]): Promise<readonly string[]> {
  const { rows } = await sql<{ email: string }>`
    select email from unnest(${emails}::text[]) as e (email) where not exists (
      select from member m where m.workspace_id = ${ctx.workspaceId} and m.email = e.email)
  `.execute(ctx.db);
  return rows.map(({ email }) => email);
}

interface Table {
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
}

async function listTables(ctx: Ctx): Promise<Table[]> {
  const { rows } = await sql<Table>`
    select c.table_name as name, json_agg(json_build_object('name', c.column_name, 'type', c.udt_name)) as columns
    from information_schema.columns c
    join information_schema.columns w using (table_schema, table_name)
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = current_schema() and t.table_type = 'BASE TABLE' and w.column_name = 'workspace_id'
      and c.udt_name in ('text', 'jsonb', '_text') and c.is_generated = 'NEVER'
    group by c.table_name
  `.execute(ctx.db);
  return rows
    .filter(({ name }) => !spared.has(name))
    .map(({ name, columns }) => ({ name, columns: columns.filter((c) => c.name !== sparedColumns[name]) }));
}

interface Facts {
  readonly emails: readonly string[];
  readonly phones: readonly string[];
  /** Those of the person that were erased. */
  readonly inviteeIds: readonly string[];
}

async function replaceIn(ctx: Ctx, { name, columns }: Table, facts: Facts): Promise<void> {
  const patterns = patternsOf(facts);
  const texts = columns.map(({ name: column }) => sql`${sql.ref(column)}::text`);
  const changes = columns.map(({ name: column, type }) => {
    const replaced = patterns.reduce(
      (value, { pattern, by }) =>
        type === 'jsonb'
          ? sql`replace_in_texts(${value}, ${pattern}, ${by})`
          : sql`regexp_replace(${value}, ${pattern}, ${by}, 'gi')`,
      type === 'jsonb' ? sql.ref(column) : sql`${sql.ref(column)}::text`,
    );
    return sql`${sql.ref(column)} = (${replaced})::${sql.raw(type)}`;
  });
  const any = sql.join(
    patterns.map(({ pattern }) => sql`concat_ws(' ', ${sql.join(texts)}) ~* ${pattern}`),
    sql` or `,
  );
  // Clients that have cached a record must read it again.
  const version: RawBuilder<unknown> = name === 'crm_record' ? sql`, version = version + 1` : sql``;
  await sql`
    update ${sql.table(name)} set ${sql.join(changes)}${version}
    where workspace_id = ${ctx.workspaceId} and (${any})${name === 'invitee' ? isOfAnother(facts) : sql``}
  `.execute(ctx.db);
}

/** A booking of the person that was made since the others were found is a new one, and stays whole. */
function isOfAnother({ emails, inviteeIds }: Facts): RawBuilder<unknown> {
  return sql` and (id = any (${inviteeIds}::text[]) or lower(email) <> all (${emails}::text[]))`;
}

/** Whole addresses and numbers, and none that only begin or end like them. */
function patternsOf({
  emails,
  phones,
}: Pick<Facts, 'emails' | 'phones'>): { readonly pattern: string; readonly by: string }[] {
  const oneOf = (list: readonly string[]) => `(?:${list.map(escaped).join('|')})`;
  return [
    ...(emails.length > 0
      ? [
          {
            pattern: `(?:(?<![a-z0-9._%+-])|${afterEscape})${oneOf(emails)}(?![a-z0-9-]|\\.[a-z0-9])`,
            by: erasedEmail,
          },
        ]
      : []),
    ...phones.map((phone) => ({ pattern: buildPhonePattern(phone), by: erasedPhone })),
  ];
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\-]/g, '\\$&');
}
