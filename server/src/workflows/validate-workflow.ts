import type { newWorkflow } from '@daybook/contract/workflows';
import type { z } from 'zod';
import { findDefinition, parseDraft, type CrmDefinition } from '../crm/public.ts';
import type { Ctx } from '../platform/context.ts';
import type { FieldErrors } from '../platform/problems.ts';
import { findSendProblem } from '../webhooks/public.ts';
import {
  escapeJson,
  parseFormFields,
  isOfEvent,
  isUnclosed,
  renderTemplate,
  listUnknownVariables,
  type StepInput,
  type Trigger,
} from './rules.ts';
import { findMissing } from './store.ts';

export type Fields = Pick<z.output<typeof newWorkflow>, 'trigger' | 'conditions' | 'steps'>;

/** Every wrong field of a workflow. Without a trigger, what depends on it is not looked at. */
export async function validateDefinition(ctx: Ctx, fields: Partial<Fields>): Promise<FieldErrors> {
  const { trigger, conditions = [], steps = [] } = fields;
  const definition = trigger && (await findDefinition(ctx, objectOf(trigger), 'read'));
  const found: ValidationContext = { ctx, trigger, definition };
  const errors = trigger ? validateTrigger(trigger, definition) : {};
  for (const [index, condition] of conditions.entries())
    Object.assign(errors, under(`conditions.${index}`, await validateCondition(found, condition)));
  for (const [index, step] of steps.entries())
    Object.assign(errors, under(`steps.${index}`, await validateStep(found, step)));
  return errors;
}

/** What a workflow is validated against. */
interface ValidationContext {
  readonly ctx: Ctx;
  readonly trigger: Trigger | undefined;
  /** Of the records that it is about: those that change, or people. */
  readonly definition: CrmDefinition | undefined;
}

const objectOf = (trigger: Trigger): string => (trigger.on === 'record_changed' ? trigger.object : 'people');

const under = (path: string, errors: FieldErrors): FieldErrors =>
  Object.fromEntries(Object.entries(errors).map(([field, sentences]) => [`${path}.${field}`, sentences]));

function validateTrigger(trigger: Trigger, definition: CrmDefinition | undefined): FieldErrors {
  if (trigger.on === 'after' && trigger.minutes === null)
    return { 'trigger.minutes': ['Must be a number of minutes.'] };
  if (trigger.on !== 'record_changed') return {};
  if (!definition) return { 'trigger.object': ['No object has this slug.'] };
  const unknown = trigger.attributes.filter((key) => !definition.byKey.has(key));
  return unknown.length > 0
    ? { 'trigger.attributes': unknown.map((key) => `Unknown attribute ${key}.`) }
    : {};
}

async function validateCondition(
  found: ValidationContext,
  condition: Fields['conditions'][number],
): Promise<FieldErrors> {
  const { ctx, trigger, definition } = found;
  const isEvent = !trigger || isOfEvent(trigger);
  switch (condition.about) {
    case 'page':
      if (!isEvent) return { about: ['Only events have a booking page.'] };
      return missing('pages', await findMissing(ctx, 'event_type', condition.pages), 'page');
    case 'host':
      return missing('users', await findMissing(ctx, 'member', condition.users), 'user');
    case 'answer':
      if (trigger?.on === 'record_changed') return { about: ['Records have no answers.'] };
      return validateComparison(condition);
    case 'record':
      return {
        ...(trigger &&
          !definition?.byKey.has(condition.attribute) && {
            attribute: ['No attribute has this key.'],
          }),
        ...validateComparison(condition),
      };
  }
}

function missing(field: string, ids: readonly string[], noun: string): FieldErrors {
  return ids.length > 0 ? { [field]: ids.map((id) => `Unknown ${noun} ${id}.`) } : {};
}

function validateComparison({
  operator,
  value,
}: {
  operator: string;
  value?: string | null | undefined;
}): FieldErrors {
  const needsValue = !operator.endsWith('empty');
  return needsValue && !value?.trim() ? { value: ['This field is required.'] } : {};
}

async function validateStep(found: ValidationContext, step: StepInput): Promise<FieldErrors> {
  switch (step.kind) {
    case 'mail':
      return validateMail(found, step);
    case 'http':
      return validateRequest(found, step);
    case 'record':
      return validateValues(found, step.values);
    case 'task':
      return validateTask(found, step);
    case 'call':
      return missing('agent', await findMissing(found.ctx, 'agent', [step.agent]), 'agent');
    default:
      return {};
  }
}

function validateMail(found: ValidationContext, step: Extract<StepInput, { kind: 'mail' }>): FieldErrors {
  const { to, address, template, texts } = step;
  const isReminder = template === 'reminder';
  return {
    ...(to === 'address' && !address && { address: ['This field is required.'] }),
    ...(!template && !texts && { texts: ['This field is required.'] }),
    ...(template && texts && { texts: ['Give either a template or texts.'] }),
    ...(isReminder &&
      (to !== 'person' || (found.trigger && !isOfEvent(found.trigger))) && {
        template: ['Only the invitee of an event can be reminded.'],
      }),
    ...validateTexts(found, texts ?? {}),
  };
}

/** Also for a preview. */
export function validateTexts(
  found: Pick<ValidationContext, 'trigger' | 'definition'>,
  texts: NonNullable<Extract<StepInput, { kind: 'mail' }>['texts']>,
): FieldErrors {
  return Object.fromEntries(
    Object.entries(texts)
      .flatMap(([language, { subject, body }]) => [
        [`texts.${language}.subject`, unknownIn(found, subject)] as const,
        [`texts.${language}.body`, unknownIn(found, body)] as const,
      ])
      .filter(([, sentences]) => sentences.length > 0),
  );
}

function unknownIn(
  { trigger, definition }: Pick<ValidationContext, 'trigger' | 'definition'>,
  text: string,
): string[] {
  const unclosed = isUnclosed(text) ? ['A variable that starts with {{ must end with }}.'] : [];
  if (!trigger) return unclosed;
  const attributes = new Set(definition?.byKey.keys());
  const unknown = listUnknownVariables(text, trigger.on, attributes);
  return [...unknown.map((name) => `Unknown variable ${name}.`), ...unclosed];
}

function validateRequest(found: ValidationContext, step: Extract<StepInput, { kind: 'http' }>): FieldErrors {
  const whyNot = findSendProblem(found.ctx, step.url) ?? whyNotPlain([step.url]);
  const inHeaders = whyNotPlain(Object.values(step.headers ?? {}));
  return {
    ...(whyNot && { url: [whyNot] }),
    ...(inHeaders && { headers: [inHeaders] }),
    ...validateBody(found, step),
  };
}

/** Where no variable is replaced, one would be sent or written as it stands. */
function whyNotPlain(values: readonly unknown[]): string | undefined {
  const hasVariable = values.some((value) => typeof value === 'string' && value.includes('{{'));
  return hasVariable ? 'Variables such as {{person.name}} are not replaced here.' : undefined;
}

function validateBody(
  found: ValidationContext,
  { body, format }: Extract<StepInput, { kind: 'http' }>,
): FieldErrors {
  if (!body) return format === 'form' ? { body: ['This field is required.'] } : {};
  const unknown = unknownIn(found, body);
  if (unknown.length > 0) return { body: unknown };
  if (format === 'form')
    return parseFormFields(body).every(([name]) => name !== '')
      ? {}
      : { body: ['Each line must be a field, such as to={{person.phone}}.'] };
  return isJson(renderTemplate(body, () => 'text', escapeJson))
    ? {}
    : { body: ['Must be JSON, with variables inside its texts.'] };
}

async function validateTask(
  found: ValidationContext,
  { title, note, owner, user }: Extract<StepInput, { kind: 'task' }>,
): Promise<FieldErrors> {
  const texts = { title: unknownIn(found, title), note: unknownIn(found, note ?? '') };
  return {
    ...Object.fromEntries(Object.entries(texts).filter(([, sentences]) => sentences.length > 0)),
    ...(owner === 'user' && !user && { user: ['This field is required.'] }),
    ...(owner === 'user' && user && missing('user', await findMissing(found.ctx, 'member', [user]), 'user')),
    ...(found.trigger && !found.definition && { kind: ['Tasks need the CRM, which isn’t enabled.'] }),
  };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function validateValues(
  { trigger, definition }: ValidationContext,
  values: Record<string, unknown>,
): FieldErrors {
  if (!trigger) return {};
  if (!definition) return { values: ['Record changes need the CRM, which isn’t enabled.'] };
  const unknown = Object.keys(values).filter((key) => !definition.byKey.has(key));
  const { wrong } = parseDraft(definition, values);
  const notPlain = whyNotPlain(Object.values(values));
  const sentences = [
    ...unknown.map((key) => `Unknown attribute ${key}.`),
    ...wrong,
    ...(notPlain ? [notPlain] : []),
  ];
  return sentences.length > 0 ? { values: sentences } : {};
}
