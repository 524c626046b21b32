import { sql, type Selectable } from 'kysely';
import type { Ctx } from '../platform/context.ts';
import { matchAny } from '../platform/db/match-any.ts';
import { purgeExpired } from '../platform/db/purge.ts';
import type { WorkflowRun, WorkflowStep } from '../platform/db/schema.gen.ts';
import { read, type Database } from '../platform/db/transaction.ts';
import type { WorkspaceId } from '../platform/db/workspace-id.ts';

/** What was submitted by a form, and by whom. */
export interface Submission {
  readonly form: string;
  readonly answers: readonly { readonly question: string; readonly answer: string }[];
  readonly person: {
    readonly email: string;
    readonly name: string | null;
    readonly phone: string | null;
  } | null;
  readonly memberIds: readonly string[];
}

export type RunRow = Omit<Selectable<WorkflowRun>, 'submission'> & { readonly submission: Submission | null };
export type StepRow = Selectable<WorkflowStep>;

export interface NewRun {
  readonly workflowId: string;
  readonly version: number;
  readonly key: string;
  readonly eventId?: string;
  readonly inviteeId?: string;
  readonly objectSlug?: string;
  readonly recordId?: string;
  readonly submission?: Submission;
  readonly depth?: number;
  /** Why it will not run, and is only in the log. */
  readonly dropped?: string;
}

/** Writes runs, but none of an occasion that has one. Returns the ids of those that are to run. */
export async function insertRuns(ctx: Ctx, runs: readonly NewRun[]): Promise<string[]> {
  if (runs.length === 0) return [];
  const now = ctx.now.toISOString();
  const { rows } = await sql<{ id: string; status: string }>`
    insert into workflow_run (workspace_id, workflow_id, key, version, status, due_at, event_id, invitee_id, object_slug,
      record_id, submission, depth, reason, finished_at)
    select ${ctx.workspaceId}, x."workflowId", x.key, x.version, case when x.dropped is null then 'waiting' else 'dropped' end,
      ${now}, x."eventId", x."inviteeId", x."objectSlug", x."recordId", x.submission, coalesce(x.depth, 0), x.dropped,
      case when x.dropped is not null then ${now}::timestamptz end
    from jsonb_to_recordset(${JSON.stringify(runs)}::jsonb) as x ("workflowId" uuid, key text, version int, "eventId" text,
      "inviteeId" text, "objectSlug" text, "recordId" uuid, submission jsonb, depth int, dropped text)
    on conflict (workspace_id, workflow_id, key) do nothing
    returning id, status
  `.execute(ctx.db);
  return rows.filter(({ status }) => status === 'waiting').map(({ id }) => id);
}

/** The pages of events, by event. */
export async function findPages(ctx: Ctx, eventIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; page: string }>`
    select id, event_type_id as page from scheduled_event
    where workspace_id = ${ctx.workspaceId} and id = ${matchAny(eventIds, 'text')}
  `.execute(ctx.db);
  return new Map(rows.map(({ id, page }) => [id, page]));
}

/** Which runs at a set time to set: those of some invitees, or all of one workflow. */
export type RunSelection = { readonly inviteeIds: readonly string[] } | { readonly workflowId: string };

/**
 * Sets the runs before and after events as events and workflows are now: drops those that are no longer due, and writes those
 * that are still to come. One that was dropped for a time is taken up again when the event is back at it.
 */
export async function planRuns(ctx: Ctx, planned: RunSelection): Promise<void> {
  const now = ctx.now.toISOString();
  const among = (invitee: string, workflow: string) =>
    'inviteeIds' in planned
      ? sql`${sql.ref(invitee)} = ${matchAny(planned.inviteeIds, 'text')}`
      : sql`${sql.ref(workflow)} = ${planned.workflowId}`;
  await sql`
    update workflow_run r set status = 'dropped', finished_at = ${now}, reason = ${noLongerDue}
    where r.workspace_id = ${ctx.workspaceId} and r.status = 'waiting' and r.minutes is not null and r.due_at > ${now}
      and ${among('r.invitee_id', 'r.workflow_id')}
  `.execute(ctx.db);
  await sql`
    insert into workflow_run (workspace_id, workflow_id, key, version, due_at, event_id, invitee_id, minutes)
    select w.workspace_id, w.id, i.id || ' ' || extract(epoch from t.due_at), w.version, t.due_at, e.id, i.id, m.minutes
    from workflow w
    join invitee i on i.workspace_id = w.workspace_id and i.cancelled_at is null
    join scheduled_event e on e.workspace_id = i.workspace_id and e.id = i.event_id and e.status = 'confirmed'
    -- Not a plain join: the planner would read all pages of the workspace.
    cross join lateral (select t.id, t.reminders from event_type t
      where t.workspace_id = e.workspace_id and t.id = e.event_type_id offset 0) p
    cross join lateral unnest(case when w.trigger ->> 'minutes' is null then p.reminders
      else array[(w.trigger ->> 'minutes')::int] end) as m (minutes)
    cross join lateral (select case w.trigger ->> 'on' when 'before' then e.starts_at - m.minutes * interval '1 minute'
      else e.ends_at + m.minutes * interval '1 minute' end) as t (due_at)
    where w.workspace_id = ${ctx.workspaceId} and w.is_active and w.trigger ->> 'on' in ('before', 'after')
      and e.ends_at > ${now}::timestamptz - interval '31 days' and t.due_at > ${now}
      and ${among('i.id', 'w.id')}
      -- The page of an event never changes, so that runs for others would only be skipped.
      and not exists (select from jsonb_array_elements(w.conditions) c where c ->> 'about' = 'page'
        and exists (select from jsonb_array_elements_text(c -> 'pages') page where lower(page) = p.id::text)
          <> (c ->> 'operator' = 'is'))
    on conflict (workspace_id, workflow_id, key) do update
      set status = 'waiting', version = excluded.version, finished_at = null, reason = null
      where workflow_run.status = 'dropped'
  `.execute(ctx.db);
}

const noLongerDue = 'The event was rescheduled or canceled, or the workflow changed.';

/** What a workflow was still to do, before it became another one. */
export async function dropWaiting(ctx: Ctx, workflowId: string): Promise<void> {
  await sql`
    update workflow_run set status = 'dropped', finished_at = ${ctx.now.toISOString()}, reason = ${noLongerDue}
    where workspace_id = ${ctx.workspaceId} and workflow_id = ${workflowId} and status = 'waiting'
  `.execute(ctx.db);
}

/** A run that is due, for this transaction alone; undefined when another one has it, or it has run. */
export async function lockDueRun(ctx: Ctx, id: string): Promise<RunRow | undefined> {
  const { rows } = await sql<RunRow>`
    select * from workflow_run
    where workspace_id = ${ctx.workspaceId} and id = ${id} and status = 'waiting' and due_at <= ${ctx.now.toISOString()}
    for update skip locked
  `.execute(ctx.db);
  return rows[0];
}

export interface RunResult {
  readonly status: 'done' | 'skipped' | 'dropped' | 'failed';
  readonly reason: string | null;
  readonly version: number;
}

export async function finishRun(ctx: Ctx, id: string, { status, reason, version }: RunResult): Promise<void> {
  await sql`
    update workflow_run set status = ${status}, reason = ${reason}, version = ${version}, finished_at = ${ctx.now.toISOString()}
    where workspace_id = ${ctx.workspaceId} and id = ${id}
  `.execute(ctx.db);
}

/** Counts a failure of the server itself, and tries again later, or gives up. */
export async function postponeRun(ctx: Ctx, id: string, maxAttempts: number): Promise<void> {
  const now = ctx.now.toISOString();
  await sql`
    update workflow_run set attempts = attempts + 1, due_at = ${now}::timestamptz + attempts * attempts * interval '1 minute',
      status = case when attempts + 1 >= ${maxAttempts} then 'failed' else status end,
      reason = case when attempts + 1 >= ${maxAttempts} then 'Something went wrong on our side.' end,
      finished_at = case when attempts + 1 >= ${maxAttempts} then ${now}::timestamptz end
    where workspace_id = ${ctx.workspaceId} and id = ${id} and status = 'waiting'
  `.execute(ctx.db);
}

export interface NewStep {
  readonly position: number;
  readonly kind: string;
  readonly status: 'pending' | 'done' | 'failed';
  readonly detail: string;
  readonly requestSealed?: Buffer;
}

export async function insertStep(ctx: Ctx, runId: string, step: NewStep): Promise<void> {
  const isPending = step.status === 'pending';
  await sql`
    insert into workflow_step (workspace_id, run_id, position, kind, status, detail, request_sealed, due_at, finished_at)
    values (${ctx.workspaceId}, ${runId}, ${step.position}, ${step.kind}, ${step.status}, ${step.detail},
      ${step.requestSealed ?? null}, ${isPending ? ctx.now.toISOString() : null},
      ${isPending ? null : ctx.now.toISOString()})
  `.execute(ctx.db);
}

export interface StepRef {
  readonly workspaceId: WorkspaceId;
  readonly runId: string;
  readonly position: number;
}

/** A request to send, with what signs it, until the lease ends; undefined when another process has it. */
export interface ClaimedRequest extends Pick<StepRow, 'id' | 'attempts' | 'detail'> {
  readonly request_sealed: Buffer;
  readonly headers_sealed: Buffer | null;
  readonly secret_sealed: Buffer | null;
  readonly is_active: boolean;
}

const leaseMinutes = 5;

export async function claimRequest(
  ctx: Ctx,
  { runId, position }: StepRef,
): Promise<ClaimedRequest | undefined> {
  const now = ctx.now.toISOString();
  const { rows } = await sql<ClaimedRequest>`
    update workflow_step s
    set attempts = s.attempts + 1, due_at = ${now}::timestamptz + ${leaseMinutes} * interval '1 minute'
    from workflow_run r join workflow w on w.workspace_id = r.workspace_id and w.id = r.workflow_id
    where s.workspace_id = ${ctx.workspaceId} and s.run_id = ${runId} and s.position = ${position}
      and s.status = 'pending' and s.due_at <= ${now}
      and r.workspace_id = s.workspace_id and r.id = s.run_id
    returning s.id, s.attempts, s.detail, s.request_sealed, w.headers_sealed, w.secret_sealed, w.is_active
  `.execute(ctx.db);
  return rows[0];
}

export async function recordRequest(
  ctx: Ctx,
  { runId, position }: StepRef,
  outcome: {
    readonly status: 'pending' | 'done' | 'failed';
    readonly detail: string;
    readonly retryMinutes?: number;
  },
): Promise<void> {
  const now = ctx.now.toISOString();
  const isOver = outcome.status !== 'pending';
  await sql`
    update workflow_step set status = ${outcome.status}, detail = ${outcome.detail},
      due_at = ${isOver ? null : now}::timestamptz + ${outcome.retryMinutes ?? 0} * interval '1 minute',
      request_sealed = case when ${isOver} then null else request_sealed end,
      finished_at = ${isOver ? now : null}
    where workspace_id = ${ctx.workspaceId} and run_id = ${runId} and position = ${position} and status = 'pending'
  `.execute(ctx.db);
}

export interface RunRef {
  readonly workspaceId: WorkspaceId;
  readonly runId: string;
}

export function findDueRuns(database: Database, now: Date, limit: number): Promise<RunRef[]> {
  return read(database, '*', async (db) => {
    const { rows } = await sql<RunRef>`
      select workspace_id as "workspaceId", id as "runId" from workflow_run
      where status = 'waiting' and due_at <= ${now.toISOString()} order by due_at limit ${limit}`.execute(db);
    return rows;
  });
}

export function findDueRequests(database: Database, now: Date, limit: number): Promise<StepRef[]> {
  return read(database, '*', async (db) => {
    const { rows } = await sql<StepRef>`
      select workspace_id as "workspaceId", run_id as "runId", position from workflow_step
      where status = 'pending' and due_at <= ${now.toISOString()} order by due_at limit ${limit}`.execute(db);
    return rows;
  });
}

export function deleteOldRuns(database: Database, days: number): Promise<void> {
  const rows = sql`
    select ctid from workflow_run where finished_at < now() - make_interval(days => ${days}) order by finished_at`;
  return purgeExpired(database, [{ table: 'workflow_run', rows }]);
}
