import type { Input, Result } from '@daybook/client';

/** How a workflow is edited. Pure, so that Node can test it. */

export type Workflow = Result<'readWorkflow'>;
export type Trigger = Workflow['trigger'];
export type Condition = Workflow['conditions'][number];
export type Step = Workflow['steps'][number];
export type StepOf<K extends Step['kind']> = Extract<Step, { kind: K }>;
export type Language = keyof NonNullable<StepOf<'mail'>['texts']>;
type Body = Input<'createWorkflow'>['body'];
type StepInput = Body['steps'][number];

/** What is typed: steps have what the server does not show again. */
export interface Draft {
  readonly name: string;
  readonly isActive: boolean;
  readonly trigger: Trigger;
  readonly conditions: readonly DraftItem<Condition>[];
  readonly steps: readonly DraftItem<DraftStep>[];
}

export interface DraftItem<T> {
  /** Stays with the item while it is moved. */
  readonly key: string;
  readonly item: T;
}

export interface DraftStep {
  readonly step: Step;
  /** Of a request, a line each; nothing leaves those that are there. */
  readonly headers: string;
  /** Of a record, a line each. */
  readonly values: string;
}

export function toDraft({ name, isActive, trigger, conditions, steps }: Workflow): Draft {
  return {
    name,
    isActive,
    trigger,
    conditions: conditions.map((item, index) => ({ key: `c${index}`, item })),
    steps: steps.map((step) => ({
      key: step.id,
      item: { step, headers: '', values: step.kind === 'record' ? formatValueLines(step.values) : '' },
    })),
  };
}

export function toBody({ conditions, steps, ...rest }: Draft): Body {
  return {
    ...rest,
    conditions: conditions.map(({ item }) => item),
    steps: steps.map(({ item }) => givenStep(item)),
  };
}

function givenStep({ step, headers, values }: DraftStep): StepInput {
  const { id, ...given } = step;
  const known = isNew(id) ? {} : { id };
  if (given.kind === 'record') return { ...known, ...given, values: parseValues(values) };
  if (given.kind !== 'http') return { ...known, ...given };
  const { headerNames: _, ...request } = given;
  return { ...known, ...request, ...(headers.trim() && { headers: parseHeaders(headers) }) };
}

/** Steps that were never saved. */
const isNew = (id: string): boolean => id.startsWith('new-');

/** `stage = Won`: a value that reads as JSON is that, every other is text. */
export function parseValues(text: string): Record<string, unknown> {
  return Object.fromEntries(
    linesOf(text, '=').map(([key, value]) => {
      try {
        return [key, JSON.parse(value)];
      } catch {
        return [key, value];
      }
    }),
  );
}

export function formatValueLines(values: Readonly<Record<string, unknown>>): string {
  return Object.entries(values)
    .map(([key, value]) => `${key} = ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('\n');
}

export function parseHeaders(text: string): Record<string, string> {
  return Object.fromEntries(linesOf(text, ':'));
}

function linesOf(text: string, separator: string): [string, string][] {
  return text
    .split('\n')
    .filter((line) => line.trim())
    .map((line) => {
      const at = line.indexOf(separator);
      return at < 0 ? [line.trim(), ''] : [line.slice(0, at).trim(), line.slice(at + 1).trim()];
    });
}

export const isSameDraft = (one: Draft, other: Draft): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

export function createTrigger(on: Trigger['on']): Trigger {
  if (on === 'before' || on === 'after') return { on, minutes: 60 };
  return on === 'record_changed' ? { on, object: 'people', attributes: [] } : { on };
}

export function createCondition(about: Condition['about']): Condition {
  switch (about) {
    case 'page':
      return { about, operator: 'is', pages: [] };
    case 'host':
      return { about, operator: 'is', users: [] };
    case 'answer':
      return { about, question: '', operator: 'is', value: '' };
    case 'record':
      return { about, attribute: '', operator: 'is', value: '' };
  }
}

export function createStep(kind: Step['kind'], key: string): DraftStep {
  const id = `new-${key}`;
  return { step: stepOf(kind, id), headers: '', values: '' };
}

function stepOf(kind: Step['kind'], id: string): Step {
  switch (kind) {
    case 'mail':
      return {
        ...{ id, kind, to: 'person', address: null, isTransactional: false, template: null },
        texts: { en: { subject: '', body: '' } },
      };
    case 'http':
      return { id, kind, url: '', body: null, format: 'json', headerNames: [] };
    case 'webhook':
      return { id, kind };
    case 'record':
      return { id, kind, values: {} };
    case 'task':
      return { id, kind, title: '', note: null, dueDays: 1, owner: 'host', user: null };
    case 'call':
      return { id, kind, agent: '' };
  }
}

/** The text of one language. Where both its parts are empty, there is none. */
export function setStepText(
  texts: StepOf<'mail'>['texts'],
  language: Language,
  change: { readonly subject?: string; readonly body?: string },
): StepOf<'mail'>['texts'] {
  const text = { subject: '', body: '', ...texts?.[language], ...change };
  const { [language]: _, ...others } = texts ?? {};
  return text.subject || text.body ? { ...others, [language]: text } : others;
}
