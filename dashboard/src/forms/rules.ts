import type { Input, Result } from '@daybook/client';
import { omitEmpty, toInstants, type DateClock } from '../platform/address.ts';
import { toIsActive } from '../platform/state-filter.ts';
import type { FormSearch, SubmissionSearch } from './search.ts';

/** How a form is edited. Pure, so that Node can test it. */

export type RoutingForm = Result<'readRoutingForm'>;
export type Submission = Result<'listFormSubmissions'>['items'][number];
export type Field = RoutingForm['fields'][number];
export type FieldType = Field['type'];
export type Action = RoutingForm['fallback'];
type Changes = Input<'updateRoutingForm'>['body'];
export type Operator = RoutingForm['routes'][number]['conditions'][number]['operator'];

/** The request for the forms that the address says. */
export function buildFormQuery({ scope, q, ...state }: FormSearch) {
  return { ...omitEmpty({ scope, search: q }), ...toIsActive(state) };
}

/** The request for the submissions that the address says. */
export function buildSubmissionQuery({ from, to, q }: SubmissionSearch, clock: DateClock) {
  return omitEmpty({ search: q, ...toInstants(omitEmpty({ from, to }), clock) });
}

/** What is typed, before it is sent: lists are lines of text, and an action keeps the fields of its other kinds. */
export interface Draft {
  readonly name: string;
  readonly slug: string;
  readonly headline: string;
  readonly isActive: boolean;
  readonly fields: readonly DraftField[];
  readonly routes: readonly DraftRoute[];
  readonly fallback: DraftAction;
}

export interface DraftField {
  readonly inputId: string;
  readonly question: string;
  readonly type: FieldType;
  readonly isRequired: boolean;
  readonly options: string;
}

export interface DraftCondition {
  readonly inputId: string;
  readonly operator: Operator;
  readonly value: string;
}

export interface DraftRoute {
  /** Stays with the rule while it is moved. */
  readonly id: string;
  readonly match: 'all' | 'any';
  readonly conditions: readonly DraftCondition[];
  readonly action: DraftAction;
}

export interface DraftAction {
  readonly type: Action['type'];
  readonly eventTypeUuid: string;
  readonly prefersOwner: boolean;
  readonly url: string;
  readonly headline: string;
}

export function toDraft(form: RoutingForm): Draft {
  return {
    name: form.name,
    slug: form.slug,
    headline: form.headline ?? '',
    isActive: form.isActive,
    fields: form.fields.map(({ inputId, question, type, isRequired, options }) => ({
      inputId,
      question,
      type,
      isRequired,
      options: (options ?? []).join('\n'),
    })),
    routes: form.routes.map(({ match, conditions, action }, index) => ({
      id: `rule-${index}`,
      match,
      conditions: conditions.map(({ inputId, operator, value }) => ({
        inputId,
        operator,
        value: [value ?? []].flat().join('\n'),
      })),
      action: draftOfAction(action),
    })),
    fallback: draftOfAction(form.fallback),
  };
}

const noAction: DraftAction = {
  type: 'EVENT_TYPE',
  eventTypeUuid: '',
  prefersOwner: false,
  url: '',
  headline: '',
};

function draftOfAction(action: Action): DraftAction {
  return { ...noAction, ...action, prefersOwner: 'prefersOwner' in action && action.prefersOwner === true };
}

/** Whether a rule depends on the answer to a question. */
export function isUsed({ routes }: Pick<Draft, 'routes'>, inputId: string): boolean {
  return routes.some(({ conditions }) => conditions.some((condition) => condition.inputId === inputId));
}

export function toBody(draft: Draft): Changes {
  return {
    name: draft.name,
    slug: draft.slug,
    headline: draft.headline.trim() || null,
    isActive: draft.isActive,
    fields: draft.fields.map(({ options, ...field }) => ({
      ...field,
      options: hasChoices(field.type) ? splitLines(options) : null,
    })),
    routes: draft.routes.map(({ match, conditions, action }) => ({
      match,
      conditions: conditions.map((condition) => conditionOf(condition, draft.fields)),
      action: actionOf(action),
    })),
    fallback: actionOf(draft.fallback),
  };
}

function conditionOf({ inputId, operator, value }: DraftCondition, fields: readonly DraftField[]) {
  if (!hasOperand(operator)) return { inputId, operator };
  const field = fields.find((each) => each.inputId === inputId);
  const isList = operator === 'in' || (field?.type === 'CHECKBOX_INPUT' && operator.endsWith('equals'));
  return { inputId, operator, value: isList ? splitLines(value) : value };
}

function actionOf({ type, eventTypeUuid, prefersOwner, url, headline }: DraftAction): Action {
  if (type === 'EVENT_TYPE') return { type, eventTypeUuid, ...(prefersOwner && { prefersOwner }) };
  return type === 'CUSTOM_URL' ? { type, url } : { type, headline };
}

export function splitLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

export function hasChoices(type: FieldType): boolean {
  return type === 'RADIO_INPUT' || type === 'SELECT_INPUT' || type === 'CHECKBOX_INPUT';
}

export function hasOperand(operator: Operator): boolean {
  return operator !== 'is_empty' && operator !== 'is_not_empty';
}

/** The comparisons that make sense for a kind of answer. */
export function listOperators(type: FieldType): Operator[] {
  const always: Operator[] = ['is_not_empty', 'is_empty'];
  if (hasChoices(type)) return ['equals', 'not_equals', 'in', ...always];
  if (type === 'NUMBER_INPUT') return ['equals', 'not_equals', 'gt', 'lt', 'in', ...always];
  return ['equals', 'not_equals', 'contains', 'starts_with', 'in', ...always];
}

/** An id that no field of the draft has, for a question that is new. */
export function createInputId(fields: readonly DraftField[]): string {
  const taken = new Set(fields.map(({ inputId }) => inputId));
  let number = fields.length + 1;
  while (taken.has(`question-${number}`)) number += 1;
  return `question-${number}`;
}

export function createField(fields: readonly DraftField[]): DraftField {
  return { inputId: createInputId(fields), question: '', type: 'TEXT_INPUT', isRequired: false, options: '' };
}

export function createCondition([field]: readonly DraftField[]): DraftCondition {
  const operator = listOperators(field?.type ?? 'TEXT_INPUT')[0] ?? 'equals';
  return { inputId: field?.inputId ?? '', operator, value: '' };
}

export function createRoute(draft: Draft, id: string): DraftRoute {
  return { id, match: 'all', conditions: [createCondition(draft.fields)], action: noAction };
}

/** With one item in the place of another. */
export function replaceAt<T>(list: readonly T[], index: number, item: T): T[] {
  return list.map((other, at) => (at === index ? item : other));
}

export function removeAt<T>(list: readonly T[], index: number): T[] {
  return list.filter((_, at) => at !== index);
}

export function isSameDraft(a: Draft, b: Draft): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** What to put into a site, as the guide on embedding has it. */
export function formatSnippet(url: string, name: string): string {
  const { origin } = new URL(url);
  const title = name.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  return `<script src="${origin}/embed.js"></script>\n<div data-daybook-inline="${url}" data-daybook-title="${title}"></div>`;
}

/** The answers of a form as the API takes them; several of a checkbox are a list. */
export function readAnswers(fields: readonly Pick<Field, 'inputId' | 'type'>[], values: FormData) {
  return Object.fromEntries(
    fields.map(({ inputId, type }) => {
      const given = values.getAll(`answers.${inputId}`).map(String);
      return [inputId, type === 'CHECKBOX_INPUT' ? given : (given[0] ?? '')];
    }),
  );
}
