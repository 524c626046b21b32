import { sql, type Selectable } from 'kysely';
import type { Ctx } from '../platform/context.ts';
import { matchAny } from '../platform/db/match-any.ts';
import type { Workflow } from '../platform/db/schema.gen.ts';
import type { Condition, Definition, Step, Trigger } from './rules.ts';

export type WorkflowRow = Omit<Selectable<Workflow>, 'trigger' | 'conditions' | 'steps' | 'standard'> & {
  readonly trigger: Trigger;
  readonly conditions: readonly Condition[];
  readonly steps: readonly Step[];
  readonly standard: 'reminders' | 'follow_up' | null;
};

interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** Those that come with the workspace first. */
interface WorkflowFilter {
  readonly isActive?: boolean | undefined;
}

const listed = (ctx: Ctx, { isActive }: WorkflowFilter) =>
  isActive === undefined
    ? sql`workspace_id = ${ctx.workspaceId}`
    : sql`workspace_id = ${ctx.workspaceId} and is_active = ${isActive}`;

export async function listWorkflows(
  ctx: Ctx,
  filter: WorkflowFilter,
  { limit, offset }: Page,
): Promise<WorkflowRow[]> {
  const result = await sql<WorkflowRow>`
    select * from workflow where ${listed(ctx, filter)}
    order by standard desc nulls last, created_at, id limit ${limit} offset ${offset}
  `.execute(ctx.db);
  return result.rows;
}

export async function countWorkflows(ctx: Ctx, filter: WorkflowFilter = {}): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from workflow where ${listed(ctx, filter)}`.execute(ctx.db);
  return rows[0]?.count ?? 0;
}

export async function findWorkflow(ctx: Ctx, id: string, lock?: 'update'): Promise<WorkflowRow | undefined> {
  const { rows } = await sql<WorkflowRow>`
    select * from workflow where workspace_id = ${ctx.workspaceId} and id = ${id}
    ${lock ? sql`for update` : sql``}`.execute(ctx.db);
  return rows[0];
}

export async function findStandard(ctx: Ctx, standard: string): Promise<WorkflowRow | undefined> {
  const { rows } = await sql<WorkflowRow>`
    select * from workflow where workspace_id = ${ctx.workspaceId} and standard = ${standard}`.execute(
    ctx.db,
  );
  return rows[0];
}

/** Active ones that something starts. */
export async function findStartedBy(ctx: Ctx, on: Trigger['on']): Promise<WorkflowRow[]> {
  const { rows } = await sql<WorkflowRow>`
    select * from workflow
    where workspace_id = ${ctx.workspaceId} and is_active and trigger ->> 'on' = ${on} order by created_at, id
  `.execute(ctx.db);
  return rows;
}

export interface WorkflowSettings extends Definition {
  readonly name: string;
  readonly isActive: boolean;
  readonly headersSealed: Buffer | null;
  readonly secretSealed: Buffer | null;
}

export async function insertWorkflow(
  ctx: Ctx,
  id: string,
  settings: WorkflowSettings,
  standard: WorkflowRow['standard'] = null,
): Promise<void> {
  await sql`
    insert into workflow (workspace_id, id, standard, name, is_active, trigger, conditions, steps, headers_sealed, secret_sealed)
    values (${ctx.workspaceId}, ${id}, ${standard}, ${settings.name}, ${settings.isActive}, ${json(settings.trigger)},
      ${json(settings.conditions)}, ${json(settings.steps)}, ${settings.headersSealed}, ${settings.secretSealed})
  `.execute(ctx.db);
  await insertVersion(ctx, id);
}

export async function updateWorkflow(
  ctx: Ctx,
  id: string,
  settings: WorkflowSettings,
  isNewVersion: boolean,
): Promise<void> {
  await sql`
    update workflow set name = ${settings.name}, is_active = ${settings.isActive}, trigger = ${json(settings.trigger)},
      conditions = ${json(settings.conditions)}, steps = ${json(settings.steps)}, headers_sealed = ${settings.headersSealed},
      secret_sealed = ${settings.secretSealed}, version = version + ${isNewVersion ? 1 : 0}
    where workspace_id = ${ctx.workspaceId} and id = ${id}
  `.execute(ctx.db);
  if (isNewVersion) await insertVersion(ctx, id);
}

const json = (value: unknown) => sql`${JSON.stringify(value)}::jsonb`;

async function insertVersion(ctx: Ctx, id: string): Promise<void> {
  await sql`
    insert into workflow_version (workspace_id, workflow_id, version, definition, member_id)
    select workspace_id, id, version, jsonb_build_object('trigger', trigger, 'conditions', conditions, 'steps', steps),
      ${ctx.actor.memberId || null}
    from workflow where workspace_id = ${ctx.workspaceId} and id = ${id}
  `.execute(ctx.db);
}

export async function deleteWorkflow(ctx: Ctx, id: string): Promise<void> {
  await sql`delete from workflow where workspace_id = ${ctx.workspaceId} and id = ${id}`.execute(ctx.db);
}

export interface VersionRow {
  readonly version: number;
  readonly definition: Definition;
  readonly changed_by: string | null;
  readonly created_at: string;
}

export async function listVersions(ctx: Ctx, id: string, { limit, offset }: Page): Promise<VersionRow[]> {
  const { rows } = await sql<VersionRow>`
    select v.version, v.definition, trim(m.first_name || ' ' || m.last_name) as changed_by, v.created_at
    from workflow_version v left join member m on m.workspace_id = v.workspace_id and m.id = v.member_id
    where v.workspace_id = ${ctx.workspaceId} and v.workflow_id = ${id}
    order by v.version desc limit ${limit} offset ${offset}
  `.execute(ctx.db);
  return rows;
}

/** Those of some ids that name nothing of the workspace. */
export async function findMissing(
  ctx: Ctx,
  table: 'event_type' | 'member' | 'agent',
  ids: readonly string[],
): Promise<string[]> {
  const type = table === 'member' ? 'text' : 'uuid';
  const isThere = table === 'member' ? sql`true` : sql`deleted_at is null`;
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)}
    where workspace_id = ${ctx.workspaceId} and id = ${matchAny(ids, type)} and ${isThere}`.execute(ctx.db);
  const found = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => !found.has(id.toLowerCase()) && !found.has(id));
}

export interface OrganizationFacts {
  readonly organization: string;
  /** The name of a picture. */
  readonly logo: string | null;
  readonly color: string | null;
}

export async function findOrganization(ctx: Ctx): Promise<OrganizationFacts> {
  const { rows } = await sql<OrganizationFacts>`
    select name as organization, logo, brand_color as color from workspace where workspace_id = ${ctx.workspaceId}
  `.execute(ctx.db);
  return rows[0] ?? { organization: '', logo: null, color: null };
}

/** The invitee of an event whom a dry run takes; of the latest event where none is named. */
export async function findInvitee(
  ctx: Ctx,
  eventId: string | null,
): Promise<{ id: string; event_id: string } | undefined> {
  const { rows } = await sql<{ id: string; event_id: string }>`
    select id, event_id from invitee
    where workspace_id = ${ctx.workspaceId} and (${eventId}::text is null or event_id = ${eventId})
    order by cancelled_at is not null, scheduled_at desc, id limit 1
  `.execute(ctx.db);
  return rows[0];
}

export async function findLatestRecord(ctx: Ctx, objectId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from crm_record where workspace_id = ${ctx.workspaceId} and object_id = ${objectId}
    order by updated_at desc limit 1
  `.execute(ctx.db);
  return rows[0]?.id;
}

export async function countVersions(ctx: Ctx, workflowId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from workflow_version
    where workspace_id = ${ctx.workspaceId} and workflow_id = ${workflowId}`.execute(ctx.db);
  return rows[0]?.count ?? 0;
}
