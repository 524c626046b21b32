import { sql, type Insertable, type Updateable } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Ctx } from '../platform/context.ts';
import { matchAny } from '../platform/db/match-any.ts';
import type { Member } from '../platform/db/schema.gen.ts';
import { hashName } from '../platform/directory/codes.ts';

type Page = { limit: number; offset: number };

export type MemberWithTeams = Awaited<ReturnType<typeof findMember>> & object;

function members(ctx: Ctx) {
  return ctx.db
    .selectFrom('member')
    .where('member.workspace_id', '=', ctx.workspaceId)
    .selectAll('member')
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('team_membership')
          .innerJoin('team', (join) =>
            join
              .onRef('team.workspace_id', '=', 'team_membership.workspace_id')
              .onRef('team.id', '=', 'team_membership.team_id'),
          )
          .whereRef('team_membership.workspace_id', '=', 'member.workspace_id')
          .whereRef('team_membership.member_id', '=', 'member.id')
          .select(['team.id', 'team.title', 'team.slug'])
          .orderBy('team.title')
          .orderBy('team.id'),
      ).as('teams'),
    );
}

export interface MemberFilter {
  readonly search?: string | undefined;
  readonly isActive?: 'true' | 'false' | undefined;
  readonly role?: string | undefined;
}

function matching({ search, isActive, role }: MemberFilter) {
  const text = sql`lower(concat_ws(' ', member.first_name, member.last_name, member.email))`;
  return sql<boolean>`(${search ?? null}::text is null or position(lower(${search ?? null}) in ${text}) > 0)
    and (${isActive ?? null}::boolean is null or member.is_active = ${isActive ?? null}::boolean)
    and (${role ?? null}::text is null or member.role = ${role ?? null}::text)`;
}

export function listMembers(ctx: Ctx, filter: MemberFilter, { limit, offset }: Page) {
  return members(ctx)
    .where(matching(filter))
    .orderBy('member.created_at')
    .orderBy('member.id')
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function countMembers(ctx: Ctx, filter: MemberFilter): Promise<number> {
  const row = await ctx.db
    .selectFrom('member')
    .where('workspace_id', '=', ctx.workspaceId)
    .where(matching(filter))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return row.total;
}

export function findMember(ctx: Ctx, id: string) {
  return members(ctx).where('member.id', '=', id).executeTakeFirst();
}

/** Locked, so that of two changes the second sees the first. */
export function lockMember(ctx: Ctx, id: string) {
  return members(ctx).where('member.id', '=', id).forUpdate('member').executeTakeFirst();
}

/** Owners first, as for every change of a role or of activity, so that two changes can't deadlock. */
export async function lockUsers(ctx: Ctx, ids: readonly string[]): Promise<void> {
  await lockActiveOwners(ctx);
  await ctx.db
    .selectFrom('member')
    .where('workspace_id', '=', ctx.workspaceId)
    .where(sql<boolean>`id = ${matchAny(ids, 'text')}`)
    .select('id')
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Addresses are stored in lower case, so that every spelling of one finds its user. */
export function findMemberByEmail(ctx: Ctx, email: string) {
  return members(ctx).where('member.email', '=', email.toLowerCase()).executeTakeFirst();
}

export function findMemberBySlug(ctx: Ctx, slug: string) {
  return members(ctx).where('member.slug', '=', slug).executeTakeFirst();
}

/** False when the address is taken. */
export async function insertMember(
  ctx: Ctx,
  row: Omit<Insertable<Member>, 'workspace_id'>,
): Promise<boolean> {
  const inserted = await ctx.db
    .insertInto('member')
    .values({ ...row, workspace_id: ctx.workspaceId })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'email']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function updateMember(ctx: Ctx, id: string, changes: Updateable<Member>): Promise<void> {
  await ctx.db
    .updateTable('member')
    .set({ ...changes, updated_at: sql`now()` })
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', id)
    .execute();
}

/** Locked, so that two requests can't each remove one of the last two owners. */
export async function lockActiveOwners(ctx: Ctx): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('member')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('role', '=', 'owner')
    .where('is_active', '=', true)
    .select('id')
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map((row) => row.id);
}

/** Whether one of the addresses belongs to an identity provider of the workspace. */
export async function hasProvider({ db, workspaceId }: Ctx, emails: readonly string[]): Promise<boolean> {
  const { rows } = await sql`select from unnest(${[...emails]}::text[]) as given (email)
    where find_address_provider(${workspaceId}, given.email) is not null`.execute(db);
  return rows.length > 0;
}

/** Sets the address with which a user signs in, in a table over all workspaces. False when it is taken in this one. */
export async function setSignIn(ctx: Ctx, memberId: string, email: string): Promise<boolean> {
  await ctx.names?.reserve('email', hashName(email));
  const { rows } = await sql`
    with before as (delete from sign_in where workspace_id = ${ctx.workspaceId} and member_id = ${memberId}
      returning generation)
    insert into sign_in (email, workspace_id, member_id, generation)
    values (${email}, ${ctx.workspaceId}, ${memberId}, coalesce((select generation + 1 from before), 0))
    on conflict (email, workspace_id) do nothing
    returning email`.execute(ctx.db);
  return rows.length > 0;
}

/** False when the generation is over already. */
export async function endGeneration(
  ctx: Ctx,
  { id, generation }: { readonly id: string; readonly generation: number },
): Promise<boolean> {
  const { rows } = await sql`
    update sign_in set generation = generation + 1 where workspace_id = ${ctx.workspaceId} and member_id = ${id}
      and generation = ${generation} returning member_id`.execute(ctx.db);
  return rows.length > 0;
}

/** A sign-in that is under way has to start again. */
export async function closeSignInSteps(ctx: Ctx, { memberId }: { readonly memberId: string }): Promise<void> {
  await sql`update sign_in set generation = generation + 1
    where workspace_id = ${ctx.workspaceId} and member_id = ${memberId}`.execute(ctx.db);
}

export async function setPasswordHash(ctx: Ctx, memberId: string, hash: string): Promise<void> {
  await updateMember(ctx, memberId, { password_hash: hash });
}

export async function readOrganizationName(ctx: Ctx): Promise<string> {
  const row = await ctx.db
    .selectFrom('workspace')
    .where('workspace_id', '=', ctx.workspaceId)
    .select('name')
    .executeTakeFirstOrThrow();
  return row.name;
}
