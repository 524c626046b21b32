import { z } from 'zod';
import { invalidField, type Problem } from '../problems.ts';

/**
 * What a body may hold, found in its text before anything parses it: a hostile body must not cost more to refuse than an
 * ordinary one to accept.
 */
export interface BodyBounds {
  /** Values of all kinds, nested ones included. */
  readonly values: number;
}

const deepestLevel = 32;
/** Room for fields that nobody asked for, which are ignored. */
const minValues = 1000;
const maxFields = 1000;
const maxValues = 100_000;
/** Of what the contract leaves to the slice: an attribute's value, a filter. */
const valuesOfUnknown = 20;
const propertiesOfRecord = 250;
const itemsOfList = 1000;

/** As many values as the largest body has that keeps the schema. */
export function computeBounds(schema: z.ZodType | undefined): BodyBounds {
  const values = schema ? countValues(schema) : 0;
  return { values: Math.min(maxValues, Math.max(minValues, values)) };
}

function countValues(schema: z.ZodType): number {
  if (schema instanceof z.ZodObject) return 1 + sum(Object.values(schema.shape as z.ZodRawShape));
  if (schema instanceof z.ZodArray) return 1 + maxItems(schema) * countValues(schema.element as z.ZodType);
  if (schema instanceof z.ZodRecord)
    return 1 + propertiesOfRecord * countValues(schema.valueType as z.ZodType);
  if (schema instanceof z.ZodUnion)
    return Math.max(...schema.options.map((option) => countValues(option as z.ZodType)));
  if (schema instanceof z.ZodPipe) return countValues(schema.in as z.ZodType);
  if (schema instanceof z.ZodUnknown) return valuesOfUnknown;
  const inner = (schema.def as { innerType?: z.ZodType }).innerType;
  return inner ? countValues(inner) : 1;
}

function sum(fields: readonly unknown[]): number {
  return fields.reduce<number>((total, field) => total + countValues(field as z.ZodType), 0);
}

function maxItems({ def }: z.ZodArray): number {
  const checks = (def.checks ?? []).map(({ _zod: { def: check } }) => check as { maximum?: number });
  return Math.min(itemsOfList, ...checks.flatMap(({ maximum }) => maximum ?? []));
}

/** What is too much in the text of a body, by the field that holds it. Text that is no JSON is left to the parser. */
export function findExcess(text: string, { values: maxAllowed }: BodyBounds): Problem | undefined {
  let depth = 0;
  let values = 1;
  /** Of the object that is open at each depth; undefined for a list. */
  const fields: (number | undefined)[] = [];
  let key = 'body';
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      const end = endOfString(text, at);
      if (depth === 1 && isFollowedByColon(text, end)) key = keyOf(text.slice(at, end + 1));
      at = end;
    } else if (code === openBracket || code === openBrace) {
      depth += 1;
      values += 1;
      fields[depth] = code === openBrace ? 1 : undefined;
      if (depth > deepestLevel)
        return invalidField(key, `Must not be nested deeper than ${deepestLevel} levels.`);
    } else if (code === closeBracket || code === closeBrace) {
      depth -= 1;
    } else if (code === comma) {
      values += 1;
      const count = fields[depth];
      if (count !== undefined) fields[depth] = count + 1;
      if (count === maxFields) return invalidField(key, `An object can have at most ${maxFields} fields.`);
    }
    if (values > maxAllowed)
      return invalidField(key, `A request body can contain at most ${maxAllowed} values in total.`);
  }
  return undefined;
}

const [quote, comma, colon] = [0x22, 0x2c, 0x3a];
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d];
const backslash = 0x5c;

/** The closing quote of the string that begins at `start`: the first one after an even number of backslashes. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let before = end - 1;
    while (text.charCodeAt(before) === backslash) before -= 1;
    if ((end - before) % 2 === 1) return end;
  }
  return text.length;
}

function isFollowedByColon(text: string, end: number): boolean {
  let next = end + 1;
  while (next < end + 10 && text.charCodeAt(next) <= 0x20) next += 1;
  return text.charCodeAt(next) === colon;
}

function keyOf(quoted: string): string {
  if (quoted.length > 100) return 'body';
  try {
    const key = JSON.parse(quoted) as string;
    // An error by this name would be lost to who reads the answer.
    return key === '__proto__' ? 'body' : key;
  } catch {
    return 'body';
  }
}
