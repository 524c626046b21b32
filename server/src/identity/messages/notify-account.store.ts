import { sql } from 'kysely';
import type { Ctx } from '../../platform/context.ts';

/** Who a mail about an account goes to, and in whose name. */
export interface AccountFacts {
  readonly organization: string;
  /** The name of a picture. */
  readonly logo: string | null;
  readonly color: string | null;
  readonly email: string;
  readonly name: string;
  readonly language: string;
}

const sender = sql`w.name as organization, w.logo, w.brand_color as color`;

/** With the sealed secret of a link. */
export interface LinkFacts extends AccountFacts {
  readonly token_sealed: Buffer;
  readonly inviter: string | null;
}

export async function findMemberFacts(ctx: Ctx, memberId: string): Promise<AccountFacts | undefined> {
  const { rows } = await sql<AccountFacts>`
    select ${sender}, m.email, trim(m.first_name || ' ' || m.last_name) as name, m.language
    from member m join workspace w on w.workspace_id = m.workspace_id
    where m.workspace_id = ${ctx.workspaceId} and m.id = ${memberId}`.execute(ctx.db);
  return rows[0];
}

/** The language of someone who isn't a user yet is unknown: that of the user who invites them is the best guess. */
export async function findInvitationFacts(ctx: Ctx, id: string): Promise<LinkFacts | undefined> {
  const { rows } = await sql<LinkFacts>`
    select ${sender}, i.email, '' as name, coalesce(m.language, 'en') as language, i.token_sealed,
      trim(m.first_name || ' ' || m.last_name) as inviter
    from invitation i join workspace w on w.workspace_id = i.workspace_id
    left join member m on m.workspace_id = i.workspace_id and m.id = i.invited_by
    where i.workspace_id = ${ctx.workspaceId} and i.id = ${id}`.execute(ctx.db);
  return rows[0];
}

export async function findResetFacts(ctx: Ctx, id: string): Promise<LinkFacts | undefined> {
  const { rows } = await sql<LinkFacts>`
    select ${sender}, m.email, trim(m.first_name || ' ' || m.last_name) as name, m.language,
      r.token_sealed, null as inviter
    from password_reset r join workspace w on w.workspace_id = r.workspace_id
    join member m on m.workspace_id = r.workspace_id and m.id = r.member_id
    where r.workspace_id = ${ctx.workspaceId} and r.id = ${id}`.execute(ctx.db);
  return rows[0];
}

/** Nothing that a stranger typed goes into a mail to an address that may not be theirs. */
export async function findSignUpFacts(ctx: Ctx, id: string): Promise<LinkFacts | undefined> {
  const { rows } = await sql<LinkFacts>`
    select 'Daybook' as organization, null as logo, null as color, s.email, '' as name, s.language, s.token_sealed, null as inviter
    from sign_up s
    where s.workspace_id = ${ctx.workspaceId} and s.id = ${id}`.execute(ctx.db);
  return rows[0];
}
