import type { newWorkflow, workflow } from '@daybook/contract/workflows';
import { listVariables, type WorkflowTriggerName } from '@daybook/contract/workflows.data';
import type { z } from 'zod';

type Wire = z.output<typeof workflow>;

export type Trigger = Wire['trigger'];
export type Condition = Wire['conditions'][number];
export type StepInput = z.output<typeof newWorkflow>['steps'][number];
type WithoutNames<S> = S extends unknown ? Omit<S, 'headerNames'> : never;
/** As it is stored: the headers of requests are sealed beside it. */
export type Step = WithoutNames<Wire['steps'][number]>;
export type StepOf<K extends Step['kind']> = Extract<Step, { kind: K }>;

export interface Definition {
  readonly trigger: Trigger;
  readonly conditions: readonly Condition[];
  readonly steps: readonly Step[];
}

/** A record change leads to a run, which may change a record, and so on. */
export const maxDepth = 5;

export const isOfEvent = ({ on }: Trigger): boolean => on !== 'form_submitted' && on !== 'record_changed';
export const isTimed = ({ on }: Trigger): boolean => on === 'before' || on === 'after';

const variable = /\{\{\s*([^{}]*?)\s*\}\}/g;

/** The variables of a template that are not known, with their braces. */
export function listUnknownVariables(
  text: string,
  on: WorkflowTriggerName,
  attributes: ReadonlySet<string>,
): string[] {
  const known = new Set(listVariables(on));
  return [...text.matchAll(variable)]
    .filter(([, name = '']) => !known.has(name) && !attributes.has(name.replace(/^record\./, '')))
    .map(([whole]) => whole);
}

/** A `{{` that begins no variable: it would be sent as it stands. */
export const isUnclosed = (text: string): boolean => text.replaceAll(variable, '').includes('{{');

export function renderTemplate(
  text: string,
  valueOf: (name: string) => string,
  escape: (value: string) => string = (value) => value,
): string {
  return text.replaceAll(variable, (_, name: string) => escape(valueOf(name)));
}

/** Inside a text of JSON. */
export const escapeJson = (value: string): string => JSON.stringify(value).slice(1, -1);

/** The fields of a form, a line each. */
export function parseFormFields(body: string): [name: string, value: string][] {
  return body
    .split('\n')
    .filter((line) => line.trim())
    .map((line) => {
      const at = line.indexOf('=');
      return [line.slice(0, Math.max(at, 0)).trim(), line.slice(at + 1).trim()];
    });
}

/** Encoded after the variables have their values, so that none of these is a field of its own. */
export function renderForm(body: string, valueOf: (name: string) => string): string {
  const fields = parseFormFields(body).map(([name, value]) => [name, renderTemplate(value, valueOf)]);
  return new URLSearchParams(fields).toString();
}

/** What conditions look at. */
export interface Subject {
  readonly pageId: string | null;
  readonly hostIds: readonly string[];
  readonly answers: readonly { readonly question: string; readonly answer: string }[];
  /** Of the record, as text by key; null when there is none. */
  readonly record: Readonly<Record<string, string>> | null;
}

/** Whether an event of this page can fit: nothing is planned for others, since the page of an event never changes. */
export function canFitPage(conditions: readonly Condition[], pageId: string): boolean {
  const subject = { pageId, hostIds: [], answers: [], record: null };
  return conditions.every((condition) => condition.about !== 'page' || holds(condition, subject));
}

/** The first condition that does not hold, as a sentence. */
export function findUnmetCondition(conditions: readonly Condition[], subject: Subject): string | undefined {
  const failing = conditions.find((condition) => !holds(condition, subject));
  return failing && sentences[failing.about](failing as never);
}

const sentences = {
  page: () => 'The booking page doesn’t match.',
  host: () => 'The host doesn’t match.',
  answer: ({ question }: { question: string }) => `The answer to “${question}” doesn’t match.`,
  record: ({ attribute }: { attribute: string }) => `The value of ${attribute} doesn’t match.`,
};

function holds(condition: Condition, { pageId, hostIds, answers, record }: Subject): boolean {
  switch (condition.about) {
    case 'page':
      return condition.pages.some((id) => id.toLowerCase() === pageId) === (condition.operator === 'is');
    case 'host':
      return condition.users.some((id) => hostIds.includes(id)) === (condition.operator === 'is');
    case 'answer':
      return compares(condition, answers.find(({ question }) => same(question, condition.question))?.answer);
    case 'record':
      return compares(condition, record?.[condition.attribute]);
  }
}

function compares(
  { operator, value }: { operator: string; value?: string | null | undefined },
  text = '',
): boolean {
  const wanted = value ?? '';
  switch (operator) {
    case 'is_empty':
      return text === '';
    case 'is_not_empty':
      return text !== '';
    case 'contains':
      return text.toLowerCase().includes(wanted.toLowerCase());
    default:
      return same(text, wanted) === (operator === 'is');
  }
}

const same = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase();

/** A value of a record as conditions and templates have it. */
export function formatValue(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(formatValue).join(', ');
  if (typeof value === 'object') return formatValue((value as { value?: unknown }).value);
  return String(value);
}

/** After each failure of a request; then it is given up. About a day in all. */
const retryMinutes = [1, 5, 30, 120, 360, 720];

/** Minutes until the next attempt; undefined when there is none. What the receiver refuses is not sent again. */
export function parseRetryAfterMinutes(statusCode: number | null, attempts: number): number | undefined {
  const isRefusal =
    statusCode !== null && statusCode >= 400 && statusCode < 500 && ![408, 425, 429].includes(statusCode);
  return isRefusal ? undefined : retryMinutes[attempts - 1];
}
