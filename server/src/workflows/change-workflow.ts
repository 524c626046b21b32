import type { newWorkflow, workflowChanges } from '@daybook/contract/workflows';
import type { z } from 'zod';
import type { Ctx } from '../platform/context.ts';
import { generateShortId, generateUuid } from '../platform/ids.ts';
import { badRequest, conflict, notFound, throwIfInvalid, type FieldErrors } from '../platform/problems.ts';
import { generateSigningSecret } from '../webhooks/public.ts';
import { planWorkflowJob } from './jobs.ts';
import { isTimed, type Definition, type StepInput, type Step } from './rules.ts';
import { dropWaiting } from './runs.store.ts';
import * as store from './store.ts';
import { validateDefinition } from './validate-workflow.ts';

type NewWorkflow = z.output<typeof newWorkflow>;
type Changes = z.output<typeof workflowChanges>;
type Headers = Readonly<Record<string, Readonly<Record<string, string>>>>;

interface WorkflowChange {
  readonly workflow: store.WorkflowRow;
  /** When the workflow has just got one. */
  readonly signingSecret: string | null;
}

const maxWorkflows = 100;

export async function loadWorkflow(ctx: Ctx, id: string, lock?: 'update'): Promise<store.WorkflowRow> {
  const workflow = await store.findWorkflow(ctx, id, lock);
  if (!workflow) throw notFound('Workflow');
  return workflow;
}

export async function createWorkflow(ctx: Ctx, fields: NewWorkflow): Promise<WorkflowChange> {
  throwIfInvalid(await validateDefinition(ctx, fields));
  if ((await store.countWorkflows(ctx)) >= maxWorkflows) {
    throw badRequest(`A workspace can have at most ${maxWorkflows} workflows.`);
  }
  const id = generateUuid();
  const { settings, signingSecret } = settingsFrom(ctx, fields);
  await store.insertWorkflow(ctx, id, settings);
  await planLater(ctx, id, fields.trigger);
  return { workflow: await loadWorkflow(ctx, id), signingSecret };
}

/** What is still to come follows the new version. With another trigger, nothing that was to come is left of the old one. */
export async function changeWorkflow(ctx: Ctx, id: string, changes: Changes): Promise<WorkflowChange> {
  const before = await loadWorkflow(ctx, id, 'update');
  throwIfInvalid(await validateChanges(ctx, changes, { params: { uuid: id } }));
  const fields = {
    name: changes.name ?? before.name,
    isActive: changes.isActive ?? before.is_active,
    trigger: changes.trigger ?? before.trigger,
    conditions: changes.conditions ?? before.conditions,
    steps: changes.steps ?? before.steps,
  };
  const { settings, signingSecret } = settingsFrom(ctx, fields, before);
  const isChanged = (part: keyof Definition): boolean =>
    changes[part] !== undefined && JSON.stringify(settings[part]) !== JSON.stringify(before[part]);
  const isNewVersion =
    isChanged('trigger') || isChanged('conditions') || isChanged('steps') || hasHeaders(changes);
  await store.updateWorkflow(ctx, id, settings, isNewVersion);
  if (isChanged('trigger')) await dropWaiting(ctx, id);
  if (isChanged('trigger') || (fields.isActive && !before.is_active))
    await planLater(ctx, id, fields.trigger);
  return { workflow: await loadWorkflow(ctx, id), signingSecret };
}

/** A part that is left out stays, and is validated with those that change. */
export async function validateChanges(
  ctx: Ctx,
  { trigger, conditions, steps }: Changes,
  { params }: { readonly params: { readonly uuid: string } },
): Promise<FieldErrors> {
  const before = await loadWorkflow(ctx, params.uuid);
  if (!trigger && !conditions && !steps) return {};
  return validateDefinition(ctx, {
    trigger: trigger ?? before.trigger,
    conditions: conditions ?? [...before.conditions],
    steps: steps ?? [...before.steps],
  });
}

export async function removeWorkflow(ctx: Ctx, id: string): Promise<void> {
  const workflow = await loadWorkflow(ctx, id, 'update');
  if (workflow.standard)
    throw conflict('This is a standard workflow and can’t be deleted. Pause it instead.');
  await store.deleteWorkflow(ctx, id);
}

/** Reminders, and a follow-up that is paused until somebody wants it. */
export async function createStandardWorkflows(ctx: Ctx): Promise<void> {
  const mail = { kind: 'mail', to: 'person', address: null, texts: null } as const;
  const common = { conditions: [], headersSealed: null, secretSealed: null };
  await store.insertWorkflow(
    ctx,
    generateUuid(),
    {
      ...common,
      name: 'Reminders',
      isActive: true,
      trigger: { on: 'before', minutes: null },
      steps: [{ ...mail, id: generateShortId(), isTransactional: true, template: 'reminder' }],
    },
    'reminders',
  );
  await store.insertWorkflow(
    ctx,
    generateUuid(),
    {
      ...common,
      name: 'Follow-up',
      isActive: false,
      trigger: { on: 'after', minutes: 60 },
      steps: [{ ...mail, id: generateShortId(), isTransactional: false, template: 'follow_up' }],
    },
    'follow_up',
  );
}

async function planLater(ctx: Ctx, workflowId: string, trigger: Definition['trigger']): Promise<void> {
  if (!isTimed(trigger)) return;
  const { workspaceId } = ctx;
  await ctx.enqueue(planWorkflowJob, { workspaceId, workflowId }, { key: `workflows.plan ${workflowId}` });
}

interface WorkflowInput extends Omit<Definition, 'steps'> {
  readonly name: string;
  readonly isActive: boolean;
  readonly steps: readonly (StepInput | Step)[];
}

/** Steps get ids, which they keep, and headers are sealed beside them. */
function settingsFrom(ctx: Ctx, given: WorkflowInput, before?: store.WorkflowRow) {
  const stored = before?.headers_sealed
    ? (JSON.parse(ctx.secrets.unseal(before.headers_sealed)) as Headers)
    : {};
  const known = new Set(before?.steps.map(({ id }) => id));
  const headers: Record<string, Readonly<Record<string, string>>> = {};
  const steps = given.steps.map((step): Step => {
    const id = step.id !== undefined && known.has(step.id) ? step.id : generateShortId();
    if (step.kind === 'mail')
      return {
        ...step,
        id,
        address: step.address ?? null,
        template: step.template ?? null,
        texts: step.texts ?? null,
      };
    if (step.kind === 'task')
      return {
        ...step,
        id,
        note: step.note || null,
        dueDays: step.dueDays ?? null,
        user: step.owner === 'user' ? (step.user ?? null) : null,
      };
    if (step.kind !== 'http') return { ...step, id };
    const own = 'headers' in step && step.headers !== undefined ? step.headers : stored[id];
    if (own) headers[id] = own;
    return { id, kind: 'http', url: step.url, body: step.body ?? null, format: step.format };
  });
  const needsSecret = steps.some(({ kind }) => kind === 'http') && !before?.secret_sealed;
  const signingSecret = needsSecret ? generateSigningSecret() : null;
  const settings: store.WorkflowSettings = {
    ...given,
    steps,
    headersSealed: Object.keys(headers).length > 0 ? ctx.secrets.seal(JSON.stringify(headers)) : null,
    secretSealed: signingSecret ? ctx.secrets.seal(signingSecret) : (before?.secret_sealed ?? null),
  };
  return { settings, signingSecret };
}

const hasHeaders = ({ steps = [] }: Changes): boolean =>
  steps.some((step) => step.kind === 'http' && step.headers !== undefined);
