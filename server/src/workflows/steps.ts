import { queueCall } from '../calls/public.ts';
import { changeRecord } from '../crm/public.ts';
import type { Ctx } from '../platform/context.ts';
import { runInSavepoint } from '../platform/db/savepoint.ts';
import { generateUuid } from '../platform/ids.ts';
import { Problem } from '../platform/problems.ts';
import { emitWebhook } from '../webhooks/public.ts';
import type { Facts } from './facts.ts';
import { prepareMail } from './mail-step.ts';
import { prepareTask } from './task-step.ts';
import { escapeJson, renderTemplate, renderForm, type Step, type StepOf } from './rules.ts';
import type { NewStep } from './runs.store.ts';
import type { WorkflowRow } from './store.ts';
import { buildStepPayload } from './view.ts';
import { resolveVariables } from './variables.ts';

/** The run that a step belongs to. A dry run has an id that no row has. */
export interface RunFacts {
  readonly id: string;
  /** So long before or after the event. */
  readonly minutes: number | null;
  readonly depth: number;
}

/** A step that could be done: what a dry run shows, and how it is done. */
export interface PreparedStep {
  readonly detail: string;
  readonly shown?: {
    readonly recipients?: string[];
    readonly subject?: string;
    readonly text?: string;
  };
  readonly apply: (ctx: Ctx) => Promise<Pick<NewStep, 'status' | 'detail' | 'requestSealed'>>;
}

/** A sentence when it can't be done. */
export type Preparation = PreparedStep | string;

export async function prepareStep(
  ctx: Ctx,
  workflow: WorkflowRow,
  step: Step,
  facts: Facts,
  run: RunFacts,
): Promise<Preparation> {
  switch (step.kind) {
    case 'mail':
      return prepareMail(ctx, step, facts, run);
    case 'http':
      return prepareRequest(ctx, workflow, step, facts, run);
    case 'webhook':
      return prepareWebhook(workflow, facts, run);
    case 'record':
      return prepareChange(workflow, step, facts, run);
    case 'task':
      return prepareTask(ctx, step, facts);
    case 'call':
      return prepareCall(step, facts);
  }
}

/** What a step did. What a rule of ours refuses is no fault of the run: the other steps go on. */
export async function applyStep(
  ctx: Ctx,
  prepared: Preparation,
): Promise<Pick<NewStep, 'status' | 'detail' | 'requestSealed'>> {
  if (typeof prepared === 'string') return { status: 'failed', detail: prepared };
  try {
    return await runInSavepoint(ctx, () => prepared.apply(ctx));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { status: 'failed', detail: sentencesOf(error) };
  }
}

function sentencesOf({ message, body }: Problem): string {
  const { errors } = body as { readonly errors?: Record<string, string[]> };
  return errors ? Object.values(errors).flat().join(' ') : message;
}

const done = (detail: string) => ({ status: 'done', detail }) as const;

function prepareRequest(
  ctx: Ctx,
  workflow: WorkflowRow,
  { id, url, body, format }: StepOf<'http'>,
  facts: Facts,
  run: RunFacts,
): PreparedStep {
  const values = resolveVariables(ctx, facts);
  const valueOf = (name: string): string => values[name] ?? '';
  const isForm = format === 'form';
  const text = body
    ? isForm
      ? renderForm(body, valueOf)
      : renderTemplate(body, valueOf, escapeJson)
    : JSON.stringify({ event: 'workflow.step', ...buildStepPayload(workflow, facts, run.id) });
  const detail = `Request to ${new URL(url).host}.`;
  return {
    detail,
    shown: { text },
    apply: async ({ secrets }) => ({
      status: 'pending',
      detail,
      requestSealed: secrets.seal(JSON.stringify({ stepId: id, url, body: text, isForm })),
    }),
  };
}

function prepareWebhook(workflow: WorkflowRow, facts: Facts, run: RunFacts): PreparedStep {
  const detail = 'Event workflow.step for the webhooks that subscribe to it.';
  const payload = buildStepPayload(workflow, facts, run.id);
  return {
    detail,
    shown: { text: JSON.stringify(payload, null, 2) },
    async apply(ctx) {
      await emitWebhook(ctx, {
        id: generateUuid(),
        event: 'workflow.step',
        payload,
        memberIds: facts.hosts.map(({ id }) => id),
        ...(facts.event && { about: { eventTypeId: facts.event.page_id } }),
        orderingKey: facts.event?.invitee.id ?? facts.record?.record.id ?? run.id,
      });
      return done(detail);
    },
  };
}

function prepareChange(
  workflow: WorkflowRow,
  { values }: StepOf<'record'>,
  facts: Facts,
  { depth }: RunFacts,
): Preparation {
  const { record } = facts;
  if (!record) return 'This person has no record.';
  const { slug } = record.definition;
  const detail = `Changed ${Object.keys(values).join(', ')} of a ${slug} record.`;
  return {
    detail,
    shown: { text: JSON.stringify(values, null, 2) },
    async apply(ctx) {
      // Runs that the change starts know how many led to them.
      const cause = { source: 'workflow', workflow: workflow.name, depth: depth + 1 };
      const source = { isPerson: false, detail: cause };
      await changeRecord(ctx, slug, record.record.id, values, source);
      return done(detail);
    },
  };
}

function prepareCall({ agent }: StepOf<'call'>, { person }: Facts): Preparation {
  if (!person?.phone) return 'There is no phone number.';
  const { email, name, phone: phoneNumber } = person;
  const detail = `Call to ${phoneNumber}.`;
  return {
    detail,
    async apply(ctx) {
      await queueCall(ctx, agent, { phoneNumber, email, fullName: name || email });
      return done(detail);
    },
  };
}
