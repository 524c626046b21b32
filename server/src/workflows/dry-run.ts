import type { dryRun, previewWorkflowMail } from '@daybook/contract/workflows';
import type { z } from 'zod';
import { findDefinition } from '../crm/public.ts';
import { composeMessage } from '../mail/public.ts';
import type { Ctx } from '../platform/context.ts';
import { generateUuid } from '../platform/ids.ts';
import { conflict, invalidField, notFound, throwIfInvalid, type FieldErrors } from '../platform/problems.ts';
import { composeReminder } from '../scheduled-events/public.ts';
import { loadWorkflow } from './change-workflow.ts';
import { buildExampleEvent, exampleSubmission } from './examples.ts';
import { loadFacts, toSubject, type Facts } from './facts.ts';
import { resolveText } from './mail-step.ts';
import { findUnmetCondition, type Trigger } from './rules.ts';
import { prepareStep } from './steps.ts';
import * as store from './store.ts';
import { validateTexts } from './validate-workflow.ts';

interface DryRunTarget {
  readonly eventUuid?: string | null | undefined;
  readonly recordId?: string | null | undefined;
}

/** What a workflow would do, by the same code that does it, up to where it would be done. */
export async function tryWorkflow(
  ctx: Ctx,
  id: string,
  named: DryRunTarget,
): Promise<z.output<typeof dryRun>> {
  const workflow = await loadWorkflow(ctx, id);
  const facts = await factsFor(ctx, workflow.trigger, named);
  const reason = findUnmetCondition(workflow.conditions, toSubject(facts)) ?? null;
  const minutes = 'minutes' in workflow.trigger ? workflow.trigger.minutes : null;
  const steps = [];
  for (const step of workflow.steps) {
    const prepared = await prepareStep(ctx, workflow, step, facts, { id: generateUuid(), minutes, depth: 0 });
    const { kind } = step;
    steps.push(
      typeof prepared === 'string'
        ? { kind, detail: prepared, isPossible: false }
        : { kind, detail: prepared.detail, isPossible: true, ...prepared.shown },
    );
  }
  return { wouldRun: reason === null, reason, steps };
}

async function factsFor(ctx: Ctx, trigger: Trigger, { eventUuid, recordId }: DryRunTarget): Promise<Facts> {
  const none = { invitee_id: null, object_slug: null, record_id: null, submission: null };
  if (trigger.on === 'form_submitted')
    return found(await loadFacts(ctx, { ...none, submission: exampleSubmission }), 'Form');
  if (trigger.on === 'record_changed') {
    const definition = await findDefinition(ctx, trigger.object, 'read');
    const latest = recordId ?? (definition && (await store.findLatestRecord(ctx, definition.id)));
    if (!latest) throw nothingYet();
    return found(await loadFacts(ctx, { ...none, object_slug: trigger.object, record_id: latest }), 'Record');
  }
  const invitee = await store.findInvitee(ctx, eventUuid ?? null);
  if (!invitee && eventUuid) throw invalidField('eventUuid', 'No event has this id.');
  if (!invitee) throw nothingYet();
  return found(await loadFacts(ctx, { ...none, invitee_id: invitee.id }), 'Event');
}

function found(facts: Facts | undefined, noun: string): Facts {
  if (facts) return facts;
  if (noun === 'Record') throw invalidField('recordId', 'No record has this id.');
  throw notFound(noun);
}

const nothingYet = () => conflict('There is nothing to test this workflow with yet.');

type Draft = z.output<NonNullable<(typeof previewWorkflowMail)['body']>>;

export async function renderPreview(ctx: Ctx, draft: Draft) {
  throwIfInvalid(await validatePreview(ctx, draft));
  const { trigger, language, isTransactional, template } = draft;
  const { organization, logo, color } = await store.findOrganization(ctx);
  const event = buildExampleEvent(ctx, { organization, logo, color: color ?? '57606a', language });
  if (template === 'reminder') return composeReminder(ctx, event);
  const { invitee, hosts } = event;
  const isEvent = trigger.on !== 'form_submitted' && trigger.on !== 'record_changed';
  const facts: Facts = {
    ...{ organization, logo, color: color ?? '57606a', hosts, record: null },
    person: { name: invitee.name, email: invitee.email, phone: invitee.phone, language },
    answers: invitee.answers ?? [],
    form: exampleSubmission.form,
    event: isEvent ? event : null,
  };
  const text = resolveText(
    ctx,
    { template: template ?? null, texts: draft.texts ?? null },
    facts,
    { role: 'person' },
    language,
  );
  return composeMessage(ctx, {
    ...{ organization, logo, color: facts.color },
    ...text,
    to: invitee,
    replyTo: null,
    isRefusable: !isTransactional,
  });
}

export async function validatePreview(
  ctx: Ctx,
  { trigger, template, texts }: Partial<Draft>,
): Promise<FieldErrors> {
  const slug = trigger?.on === 'record_changed' ? trigger.object : 'people';
  const definition = await findDefinition(ctx, slug, 'read');
  return {
    ...(!template && !texts && { texts: ['This field is required.'] }),
    ...validateTexts({ trigger, definition }, texts ?? {}),
  };
}
