import { findChanges } from '../crm/public.ts';
import type { Ctx } from '../platform/context.ts';
import type { PublishedEvent } from '../platform/events.ts';
import { runWorkflowsJob } from './jobs.ts';
import { canFitPage, maxDepth, type Trigger } from './rules.ts';
import { findPages, insertRuns, planRuns, type NewRun, type Submission } from './runs.store.ts';
import { findStartedBy, type WorkflowRow } from './store.ts';

/** Reactions: each writes a run for every workflow that starts with what happened, once for each event. */

interface About {
  readonly eventId: string;
  readonly inviteeId: string;
}

type Events<P> = readonly PublishedEvent<P>[];

export const startBooked = (ctx: Ctx, events: Events<About>) => startOfEvents(ctx, 'booked', events);
export const startMoved = (ctx: Ctx, events: Events<About>) => startOfEvents(ctx, 'moved', events);
export const startCancelled = (ctx: Ctx, events: Events<About>) => startOfEvents(ctx, 'cancelled', events);

/** Only that somebody did not come is news. */
export function startNoShow(ctx: Ctx, events: Events<About & { readonly noShow: boolean }>): Promise<void> {
  return startAbout(
    ctx,
    'no_show',
    events.filter(({ payload }) => payload.noShow),
  );
}

async function startOfEvents(ctx: Ctx, on: Trigger['on'], events: Events<About>): Promise<void> {
  if (ctx.actor.kind === 'system') return;
  await planRuns(ctx, { inviteeIds: events.map(({ payload }) => payload.inviteeId) });
  await startAbout(ctx, on, events);
}

async function startAbout(ctx: Ctx, on: Trigger['on'], events: Events<About>): Promise<void> {
  if (events.length === 0) return;
  const pages = await findPages(
    ctx,
    events.map(({ payload }) => payload.eventId),
  );
  await start(
    ctx,
    on,
    events,
    ({ eventId, inviteeId }) => ({ eventId, inviteeId }),
    ({ conditions }, { eventId }) => canFitPage(conditions, pages.get(eventId) ?? ''),
  );
}

interface SubmissionTrigger {
  readonly payload: { readonly routingFormName: string; readonly answers: Submission['answers'] };
  readonly memberIds: readonly string[];
  readonly person: Submission['person'];
}

export function startSubmitted(ctx: Ctx, events: Events<SubmissionTrigger>): Promise<void> {
  return start(ctx, 'form_submitted', events, ({ payload, memberIds, person }) => ({
    submission: {
      form: payload.routingFormName,
      answers: payload.answers.map(({ question, answer }) => ({ question, answer })),
      person,
      memberIds,
    },
  }));
}

/** Nothing for what the system does by itself, such as creating a demo company. */
async function start<P>(
  ctx: Ctx,
  on: Trigger['on'],
  events: Events<P>,
  occasion: (payload: P) => Partial<NewRun>,
  fits: (workflow: WorkflowRow, payload: P) => boolean = () => true,
): Promise<void> {
  if (ctx.actor.kind === 'system' || events.length === 0) return;
  const workflows = await findStartedBy(ctx, on);
  await enqueueRuns(
    ctx,
    workflows.flatMap((workflow) =>
      events
        .filter(({ payload }) => fits(workflow, payload))
        .map(({ id: key, payload }) => ({
          ...{ workflowId: workflow.id, version: workflow.version, key },
          ...occasion(payload),
        })),
    ),
  );
}

interface RecordChangeTrigger {
  readonly objectSlug: string;
  readonly recordId: string;
  readonly changeId: string;
}

export const startCreated = (ctx: Ctx, events: readonly RecordChangeTrigger[]) =>
  startOfRecords(ctx, events, ({ attributes }) => attributes.length === 0);

export const startUpdated = (ctx: Ctx, events: readonly RecordChangeTrigger[]) =>
  startOfRecords(
    ctx,
    events,
    ({ attributes }, keys) => attributes.length === 0 || attributes.some((key) => keys.has(key)),
  );

type RecordTrigger = Extract<Trigger, { on: 'record_changed' }>;

/** In the transaction of the change, so that imports without such a workflow cost nothing more. */
async function startOfRecords(
  ctx: Ctx,
  events: readonly RecordChangeTrigger[],
  fits: (trigger: RecordTrigger, keys: ReadonlySet<string>) => boolean,
): Promise<void> {
  const workflows = (await startedByRecords(ctx)).filter(({ trigger }) =>
    events.some(({ objectSlug }) => objectSlug === trigger.object),
  );
  if (workflows.length === 0) return;
  const changes = await findChanges(
    ctx,
    events.map(({ recordId }) => recordId),
    events.map(({ changeId }) => changeId),
  );
  const byId = new Map(changes.map((change) => [change.id, change]));
  const runs = events.flatMap(({ objectSlug, recordId, changeId }) => {
    const { diff = {}, detail = {} } = byId.get(changeId) ?? {};
    const isOfWorkflow = detail['source'] === 'workflow';
    if (ctx.actor.kind === 'system' && !isOfWorkflow) return [];
    const depth = isOfWorkflow ? Number(detail['depth']) : 0;
    const dropped = depth > maxDepth ? { dropped: tooDeep } : {};
    return workflows
      .filter(({ trigger }) => trigger.object === objectSlug && fits(trigger, new Set(Object.keys(diff))))
      .map(({ id: workflowId, version }): NewRun => {
        const occasion = { key: changeId, objectSlug, recordId, depth };
        return { workflowId, version, ...occasion, ...dropped };
      });
  });
  await enqueueRuns(ctx, runs);
}

const tooDeep = `Workflows started each other ${maxDepth} times in a row, so this one was stopped.`;

type OfRecords = WorkflowRow & { readonly trigger: RecordTrigger };
const byTransaction = new WeakMap<Ctx, OfRecords[]>();

/** Looked up once in a transaction, which may change a thousand records. */
async function startedByRecords(ctx: Ctx): Promise<OfRecords[]> {
  const known = byTransaction.get(ctx) ?? ((await findStartedBy(ctx, 'record_changed')) as OfRecords[]);
  byTransaction.set(ctx, known);
  return known;
}

/** As many as one job runs: workers share a large number of them. */
const perJob = 25;

async function enqueueRuns(ctx: Ctx, runs: readonly NewRun[]): Promise<void> {
  const ids = await insertRuns(ctx, runs);
  const { workspaceId } = ctx;
  const jobs = Array.from({ length: Math.ceil(ids.length / perJob) }, (_, index) => ({
    payload: { workspaceId, runIds: ids.slice(index * perJob, (index + 1) * perJob) },
  }));
  await ctx.enqueueAll(runWorkflowsJob, jobs);
}
