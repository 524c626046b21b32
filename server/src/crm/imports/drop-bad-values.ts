import { badRequest, type FieldErrors } from '../../platform/problems.ts';
import { parseItems } from '../bulk/public.ts';
import type { Draft, Outcome, WriteItem } from '../records/public.ts';
import type { Attribute, Definition } from '../schema/public.ts';

/**
 * A row keeps its record when one of its values is bad: the value is left out and reported. A row fails without a value that is required
 * or by which it is matched.
 */

type Body = Readonly<Record<string, unknown>>;

/** What was left out of rows, by their index. */
export type DroppedValues = Map<number, FieldErrors>;

/** Items from bodies, without their bad values, which are added to `dropped`. */
export function parseGoodValues(
  definition: Definition,
  bodies: readonly Body[],
  matching: Attribute | undefined,
  dropped: DroppedValues,
): { items: WriteItem[]; failed: Map<number, Outcome> } {
  const parsed = parseItems(definition, bodies, matching);
  const good = bodies.map((body, index) => {
    if (!parsed.failed.has(index)) return body;
    const { rest, errors } = splitBody(definition, body);
    if (Object.keys(errors).length > 0) addDropped(dropped, index, errors);
    return rest;
  });
  const { items, failed } = parsed.failed.size === 0 ? parsed : parseItems(definition, good, matching);
  for (const [index, errors] of dropped) {
    const isFailed = isNeeded(definition, matching, errors) || Object.keys(good[index] ?? {}).length === 0;
    if (isFailed) failed.set(index, { status: 'failed', problem: badRequest(joinSentences(errors)) });
  }
  return { items: items.filter(({ index }) => !failed.has(index)), failed };
}

/** Of people and companies. */
const nestedFields = ['customAttributes', 'socials'];

/** The good values of a body, and what is wrong with the others. Of a list, the good items are kept. */
function splitBody(definition: Definition, body: Body): { rest: Body; errors: FieldErrors } {
  const errors: FieldErrors = {};
  const whyBad = (piece: Body): string | undefined => {
    const [outcome] = parseItems(definition, [piece], undefined).failed.values();
    return outcome?.status === 'failed' ? outcome.problem.message : undefined;
  };
  const split = (fields: Body, within?: string): Body => {
    const pieceOf = (key: string, value: unknown): Body =>
      within === undefined ? { [key]: value } : { [within]: { [key]: value } };
    const kept = Object.entries(fields).map(([key, value]): [string, unknown] => {
      if (within === undefined && isNested(definition, key, value))
        return [key, unlessEmpty(split(value, key))];
      const why = whyBad(pieceOf(key, value));
      if (why === undefined) return [key, value];
      errors[key] = [why];
      const items = Array.isArray(value) ? value.filter((item) => !whyBad(pieceOf(key, [item]))) : [];
      return [key, items.length > 0 ? items : undefined];
    });
    return Object.fromEntries(kept.filter(([, value]) => value !== undefined));
  };
  return { rest: split(body), errors };
}

function isNested({ isStandard }: Definition, key: string, value: unknown): value is Body {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isStandard && nestedFields.includes(key) && isObject;
}

const unlessEmpty = (fields: Body): Body | undefined => (Object.keys(fields).length > 0 ? fields : undefined);

/** The same items, or others without the values that were refused when they were written. */
export function dropRejected(
  definition: Definition,
  items: readonly WriteItem[],
  outcomes: ReadonlyMap<number, Outcome>,
  matching: Attribute | undefined,
  dropped: DroppedValues,
): readonly WriteItem[] {
  const rest = items.map((item) => {
    const outcome = outcomes.get(item.index);
    const errors = outcome?.status === 'failed' ? errorsIn(outcome) : {};
    const draft = withoutFields(item.draft, Object.keys(errors));
    if (!draft || isNeeded(definition, matching, errors)) return item;
    addDropped(dropped, item.index, errors);
    return { ...item, draft };
  });
  return rest.some((item, place) => item !== items[place]) ? rest : items;
}

/** Undefined where it has none of them, or nothing else. */
function withoutFields({ values, links }: Draft, fields: readonly string[]): Draft | undefined {
  const given = [...Object.keys(values), ...[...links.keys()].map(({ key }) => key)];
  const isPart = fields.length > 0 && fields.length < given.length;
  if (!isPart || !fields.every((field) => given.includes(field))) return undefined;
  return {
    values: Object.fromEntries(Object.entries(values).filter(([key]) => !fields.includes(key))),
    links: new Map([...links].filter(([{ key }]) => !fields.includes(key))),
  };
}

function errorsIn({ problem }: Extract<Outcome, { status: 'failed' }>): FieldErrors {
  return (problem.body as { errors?: FieldErrors }).errors ?? {};
}

function isNeeded({ byKey }: Definition, matching: Attribute | undefined, errors: FieldErrors): boolean {
  return Object.keys(errors).some((field) => {
    const attribute = byKey.get(field === 'companyId' ? 'company' : field);
    return attribute?.isRequired || (matching !== undefined && attribute?.key === matching.key);
  });
}

export function addDropped(dropped: DroppedValues, index: number, errors: FieldErrors): void {
  dropped.set(index, { ...dropped.get(index), ...errors });
}

export function joinSentences(errors: FieldErrors): string {
  return Object.values(errors).flat().join(' ');
}
