import { foldForSearch } from '@daybook/contract/folding.data';
import { sql, type Insertable, type Selectable, type SqlBool } from 'kysely';
import type { Ctx, Runtime } from '../platform/context.ts';
import type { RoutingForm, RoutingSubmission } from '../platform/db/schema.gen.ts';
import { buildContainsPattern } from '../platform/text.ts';
import { queryOne } from '../platform/db/transaction.ts';
import type { WorkspaceId } from '../platform/db/workspace-id.ts';
import type { Action, Field } from './form.rules.ts';
import type { Route } from './rules.ts';

type Page = { limit: number; offset: number };

export type FormRow = Omit<Selectable<RoutingForm>, 'fields' | 'routes' | 'fallback'> & {
  readonly fields: Field[];
  readonly routes: Route[];
  readonly fallback: Action;
};

/** What can be set on a form. */
export type FormSettings = Pick<
  FormRow,
  'name' | 'slug' | 'headline' | 'is_active' | 'fields' | 'routes' | 'fallback'
>;

/** Of one owner, or everyone's. */
interface FormFilter {
  readonly ownerId?: string | undefined;
  readonly isActive?: boolean | undefined;
  readonly search?: string | undefined;
}

function forms(ctx: Ctx, { ownerId, isActive, search }: FormFilter = {}) {
  let found = ctx.db.selectFrom('routing_form').where('workspace_id', '=', ctx.workspaceId);
  if (ownerId !== undefined) found = found.where('owner_member_id', '=', ownerId);
  if (isActive !== undefined) found = found.where('is_active', '=', isActive);
  if (search === undefined) return found;
  return found.where(sql<SqlBool>`folded(name) like ${buildContainsPattern(foldForSearch(search))}`);
}

export async function listForms(ctx: Ctx, filter: FormFilter, { limit, offset }: Page): Promise<FormRow[]> {
  const rows = await forms(ctx, filter)
    .selectAll()
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows as FormRow[];
}

export async function countForms(ctx: Ctx, filter: FormFilter): Promise<number> {
  const row = await forms(ctx, filter)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return row.total;
}

export async function findForm(ctx: Ctx, id: string, lock?: 'update'): Promise<FormRow | undefined> {
  const query = forms(ctx).selectAll().where('id', '=', id);
  const row = await (lock === 'update' ? query.forUpdate() : query).executeTakeFirst();
  return row as FormRow | undefined;
}

export async function findFormBySlug(ctx: Ctx, slug: string): Promise<FormRow | undefined> {
  const row = await forms(ctx)
    .selectAll()
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('form_slug')
        .where('workspace_id', '=', ctx.workspaceId)
        .where('slug', '=', slug)
        .select('form_id'),
    )
    .executeTakeFirst();
  return row as FormRow | undefined;
}

/** The table is global, since the address of a form names no workspace. */
export async function findWorkspaceOfForm(
  { database }: Runtime,
  slug: string,
): Promise<WorkspaceId | undefined> {
  const row = await queryOne<{ workspace_id: WorkspaceId }>(database, {
    name: 'workspace of form',
    text: 'select workspace_id from form_slug where slug = $1',
    values: [slug],
  });
  return row?.workspace_id;
}

/** False when a form of any workspace has the slug. */
export async function claimFormSlug(ctx: Ctx, slug: string, formId: string): Promise<boolean> {
  if ((await ctx.names?.reserve('form', slug)) === false) return false;
  const claimed = await ctx.db
    .insertInto('form_slug')
    .values({ slug, workspace_id: ctx.workspaceId, form_id: formId })
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .returning('slug')
    .executeTakeFirst();
  return claimed !== undefined;
}

/** Whether a claim would fail now. Between two requests at the same moment the claim decides. */
export async function isTakenFormSlug(ctx: Ctx, slug: string): Promise<boolean> {
  const row = await ctx.db.selectFrom('form_slug').where('slug', '=', slug).select('slug').executeTakeFirst();
  return row !== undefined;
}

export async function releaseFormSlug(ctx: Ctx, slug: string): Promise<void> {
  await ctx.names?.reserve('form', slug);
  await ctx.db
    .deleteFrom('form_slug')
    .where('slug', '=', slug)
    .where('workspace_id', '=', ctx.workspaceId)
    .execute();
}

export async function insertForm(
  ctx: Ctx,
  id: string,
  ownerId: string,
  settings: FormSettings,
): Promise<void> {
  await ctx.db
    .insertInto('routing_form')
    .values({
      ...columns(settings),
      id,
      workspace_id: ctx.workspaceId,
      owner_member_id: ownerId,
    })
    .execute();
}

export async function updateForm(ctx: Ctx, id: string, settings: FormSettings): Promise<void> {
  await ctx.db
    .updateTable('routing_form')
    .set(columns(settings))
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', id)
    .execute();
}

function columns({ name, slug, headline, is_active, fields, routes, fallback }: FormSettings) {
  return {
    name,
    slug,
    headline,
    is_active,
    fields: JSON.stringify(fields),
    routes: JSON.stringify(routes),
    fallback: JSON.stringify(fallback),
  };
}

/** Forms of a user who leaves. Without another owner they stay, and owners and admins look after them. */
export async function reassignForms(
  ctx: Ctx,
  { memberId, heirId }: { readonly memberId: string; readonly heirId: string | null },
): Promise<void> {
  if (heirId === null) return;
  await ctx.db
    .updateTable('routing_form')
    .set({ owner_member_id: heirId })
    .where('workspace_id', '=', ctx.workspaceId)
    .where('owner_member_id', '=', memberId)
    .execute();
}

export async function deleteForm(ctx: Ctx, id: string): Promise<void> {
  await ctx.db
    .deleteFrom('routing_form')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', id)
    .execute();
}

export interface PageRow {
  readonly id: string;
  readonly title: string;
  readonly slug: string;
  readonly isActive: boolean;
  readonly owner: { readonly slug: string; readonly isTeam: boolean };
  /** In the order of the page. */
  readonly questions: readonly string[];
}

/** Pages that exist, active or not. */
export async function findPages(ctx: Ctx, ids: readonly string[]): Promise<PageRow[]> {
  if (ids.length === 0) return [];
  const result = await sql<PageRow>`
    select p.id, p.title, p.slug, p.is_active as "isActive",
      json_build_object('slug', coalesce(t.slug, m.slug), 'isTeam', t.id is not null) as owner,
      coalesce((select json_agg(q.question order by q.position, q.id)
        from question q
        where q.workspace_id = p.workspace_id and q.event_type_id = p.id and q.is_active), '[]') as questions
    from event_type p
    left join member m on m.workspace_id = p.workspace_id and m.id = p.owner_member_id
    left join team t on t.workspace_id = p.workspace_id and t.id = p.owner_team_id
    where p.workspace_id = ${ctx.workspaceId} and p.deleted_at is null and p.id = any (${ids}::uuid[])
  `.execute(ctx.db);
  return result.rows;
}

/** The slug of the first of these users who hosts a round robin. */
export async function findFirstHost(
  ctx: Ctx,
  pageId: string,
  memberIds: readonly string[],
): Promise<string | undefined> {
  const result = await sql<{ slug: string }>`
    select m.slug from event_type p
    join event_type_host h on h.workspace_id = p.workspace_id and h.event_type_id = p.id
    join member m on m.workspace_id = h.workspace_id and m.id = h.member_id and m.is_active
    where p.workspace_id = ${ctx.workspaceId} and p.id = ${pageId} and p.type = 'ROUND_ROBIN'
      and m.id = any (${[...memberIds]}::text[])
    order by array_position(${[...memberIds]}::text[], m.id) limit 1
  `.execute(ctx.db);
  return result.rows[0]?.slug;
}

export function findOrganization(ctx: Ctx) {
  return ctx.db
    .selectFrom('workspace')
    .where('workspace_id', '=', ctx.workspaceId)
    .select(['name', 'logo', 'brand_color as brandColor', 'embed_origins as embedOrigins'])
    .executeTakeFirstOrThrow();
}

/** Where a submission led, as on the wire. */
export interface RouteResult {
  readonly routeType: Action['type'];
  readonly routeCustomUrl: string | null;
  readonly headline: string | null;
  readonly isFallbackRoute: boolean;
  readonly eventType: { readonly id: string; readonly title: string; readonly slug: string } | null;
}

/** A route with its page, if it leads to one. */
export interface ChosenRoute {
  readonly route: RouteResult;
  readonly page?: PageRow;
  readonly prefersOwner?: boolean;
  /** Whom the page is narrowed to. */
  readonly hostSlug?: string | undefined;
}

export type SubmissionRow = Omit<
  Selectable<RoutingSubmission>,
  'workspace_id' | 'answers' | 'utm' | 'ad_attribution' | 'route'
> & {
  readonly answers: { question: string; answer: string; inputId: string; order: number }[];
  readonly utm: Record<string, string | null | undefined>;
  readonly ad_attribution: Record<string, string> | null;
  readonly route: RouteResult;
};

export async function insertSubmission(ctx: Ctx, row: SubmissionRow): Promise<void> {
  const values: Insertable<RoutingSubmission> = {
    workspace_id: ctx.workspaceId,
    id: row.id,
    form_id: row.form_id,
    answers: JSON.stringify(row.answers),
    utm: JSON.stringify(row.utm),
    ad_attribution: row.ad_attribution && JSON.stringify(row.ad_attribution),
    route: JSON.stringify(row.route),
    created_at: row.created_at,
  };
  await ctx.db.insertInto('routing_submission').values(values).execute();
}
