import type { formAction, formField } from '@daybook/contract/routing-forms';
import type { z } from 'zod';
import type { FieldErrors } from '../platform/problems.ts';
import { parseNumber, listComparedTexts, type Condition, type Route } from './rules.ts';

export type Field = Omit<z.output<typeof formField>, 'order'>;
export type Action = z.output<typeof formAction>;

/** What a form asks and where it leads. */
export interface Definition {
  readonly fields: readonly Field[];
  readonly routes: readonly Route[];
  readonly fallback: Action;
}

/** The parts that obey the contract. */
export type PartialDefinition = { readonly [Part in keyof Definition]: Definition[Part] | undefined };

/** References between the parts of a form, and to pages. `pageIds` are the pages that exist. */
export function validateDefinition(
  { fields, routes = [], fallback }: PartialDefinition,
  pageIds: ReadonlySet<string>,
): FieldErrors {
  const errors: FieldErrors = {};
  const byId = new Map<string, Field>();
  for (const [index, field] of (fields ?? []).entries()) {
    if (byId.has(field.inputId)) errors[`fields.${index}.inputId`] = ['Another field has this inputId.'];
    else byId.set(field.inputId, field);
  }
  for (const [index, { conditions, action }] of routes.entries()) {
    if (fields) addConditionErrors(errors, `routes.${index}.conditions`, conditions, byId);
    addPageError(errors, `routes.${index}.action`, action, pageIds);
  }
  if (fallback) addPageError(errors, 'fallback', fallback, pageIds);
  return errors;
}

export function listPageIds({
  routes = [],
  fallback,
}: Pick<PartialDefinition, 'routes' | 'fallback'>): string[] {
  const actions = [...routes.map(({ action }) => action), ...(fallback ? [fallback] : [])];
  return actions.flatMap((action) =>
    action.type === 'EVENT_TYPE' ? [action.eventTypeUuid.toLowerCase()] : [],
  );
}

function addConditionErrors(
  errors: FieldErrors,
  path: string,
  conditions: readonly Condition[],
  byId: ReadonlyMap<string, Field>,
): void {
  for (const [index, condition] of conditions.entries()) {
    const field = byId.get(condition.inputId);
    const error = field && findValueProblem(condition, field);
    if (!field) errors[`${path}.${index}.inputId`] = ['Must be a field of this form.'];
    else if (error) errors[`${path}.${index}.value`] = [error];
  }
}

function addPageError(errors: FieldErrors, path: string, action: Action, pageIds: ReadonlySet<string>): void {
  if (action.type !== 'EVENT_TYPE' || pageIds.has(action.eventTypeUuid.toLowerCase())) return;
  errors[`${path}.eventTypeUuid`] = ['No event type in this workspace has this id.'];
}

function findValueProblem({ operator, value }: Condition, field: Field): string | undefined {
  if (operator === 'is_empty' || operator === 'is_not_empty') return undefined;
  const wanted = listComparedTexts(value);
  if (wanted.length === 0 || wanted.includes('')) return 'This field is required.';
  if (Array.isArray(value) && operator !== 'in' && !takesList(operator, field))
    return 'Must be a single value.';
  if ((operator === 'gt' || operator === 'lt') && parseNumber(wanted[0] ?? '') === undefined) {
    return 'Must be a number.';
  }
  const choices = field.options;
  const comparesWhole = ['equals', 'not_equals', 'in'].includes(operator);
  if (!choices || !comparesWhole || wanted.every((text) => choices.includes(text))) return undefined;
  return `Must be one of: ${choices.join(', ')}.`;
}

/** Several options of a checkbox can be checked, so a condition may name several. */
function takesList(operator: Condition['operator'], { type }: Field): boolean {
  return type === 'CHECKBOX_INPUT' && (operator === 'equals' || operator === 'not_equals');
}
