import type { workflowStepPayload } from '@daybook/contract/webhook-payloads';
import type { workflow, workflowRun, workflowVersion } from '@daybook/contract/workflows';
import type { z } from 'zod';
import type { Secrets } from '../platform/secrets.ts';
import type { Facts } from './facts.ts';
import type { LoggedRun } from './log.store.ts';
import type { Step } from './rules.ts';
import type { VersionRow, WorkflowRow } from './store.ts';

type Wire = z.output<typeof workflow>;

export function serializeWorkflow(secrets: Secrets, row: WorkflowRow): Wire {
  return {
    uuid: row.id,
    name: row.name,
    standard: row.standard,
    isActive: row.is_active,
    version: row.version,
    trigger: row.trigger,
    conditions: [...row.conditions],
    steps: row.steps.map((step) => stepView(step, namesIn(secrets, row))),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

type Names = Readonly<Record<string, readonly string[]>>;

/** Of the headers of requests, which are never shown, by step. */
function namesIn(secrets: Secrets, { headers_sealed }: WorkflowRow): Names {
  if (!headers_sealed) return {};
  const headers = JSON.parse(secrets.unseal(headers_sealed)) as Record<string, object>;
  return Object.fromEntries(Object.entries(headers).map(([id, own]) => [id, Object.keys(own)]));
}

function stepView(step: Step, names: Names): Wire['steps'][number] {
  return step.kind === 'http' ? { ...step, headerNames: [...(names[step.id] ?? [])] } : step;
}

export function serializeVersion({
  version,
  definition,
  changed_by,
  created_at,
}: VersionRow): z.output<typeof workflowVersion> {
  const { trigger, conditions, steps } = definition;
  return {
    version,
    trigger,
    conditions: [...conditions],
    steps: steps.map((step) => stepView(step, {})),
    changedBy: changed_by,
    createdAt: created_at,
  };
}

export function serializeRun(run: LoggedRun): z.output<typeof workflowRun> {
  const isSending = run.steps.some(({ status }) => status === 'pending');
  return {
    uuid: run.id,
    state: isSending ? 'running' : (run.status as z.output<typeof workflowRun>['state']),
    version: run.version,
    dueAt: run.due_at,
    finishedAt: run.finished_at,
    reason: run.reason,
    eventUuid: run.event_id,
    record: run.record_id && run.object_slug ? { objectSlug: run.object_slug, id: run.record_id } : null,
    form: run.submission?.form ?? null,
    steps: run.steps.map(({ kind, status, detail, finished_at }) => ({
      kind,
      state: status as 'pending' | 'done' | 'failed',
      detail,
      finishedAt: finished_at,
    })),
    createdAt: run.created_at,
  };
}

/** What webhooks and requests carry, without the name of the event. */
export function buildStepPayload(
  { id: uuid, name, version, trigger }: WorkflowRow,
  { person, event, hosts, form, answers, record }: Facts,
  runUuid: string,
): Omit<z.output<typeof workflowStepPayload>, 'event'> {
  return {
    workflow: { uuid, name, version },
    runUuid,
    trigger: trigger.on,
    person: person && { name: person.name, email: person.email, phone: person.phone },
    eventUuid: event?.id ?? null,
    eventTitle: event?.title ?? null,
    startAt: event?.starts_at ?? null,
    hostEmails: hosts.map(({ email }) => email),
    form,
    answers: answers.map(({ question, answer }) => ({ question, answer })),
    record: record?.record ?? null,
  };
}
