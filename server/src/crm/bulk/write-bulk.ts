import type { bulkResult, writeBulk as contract } from '@daybook/contract/crm-bulk';
import type { Input } from '@daybook/contract/route';
import type { z } from 'zod';
import type { Ctx } from '../../platform/context.ts';
import { badRequest, Problem, throwIfInvalid, type FieldErrors } from '../../platform/problems.ts';
import { parseStandardDraft, getWireField } from '../people/public.ts';
import {
  byPerson,
  requireMatchingAttribute,
  parseDraftOrThrow,
  type Outcome,
  type WriteItem,
  writeRecords,
} from '../records/public.ts';
import { type Attribute, type Definition, openObject } from '../schema/public.ts';
import { uuidPattern } from '../values/public.ts';
import { toItemError } from './rules.ts';

/** Writes records in one transaction: all or none of them, or all that can be written. */
export async function writeBulk(
  ctx: Ctx,
  slug: string,
  { records, mode, matchingAttribute: key }: Input<typeof contract>['body'],
): Promise<z.output<typeof bulkResult>[]> {
  const definition = await openObject(ctx, slug, 'write');
  const matching = key === undefined ? undefined : requireMatchingAttribute(definition, key, 'orId');
  const { items, failed } = parseItems(definition, records, matching);
  const written = await writeRecords(ctx, definition, items, { matching, source: byPerson });
  const outcomes = new Map([...failed, ...written]);
  if (mode === 'atomic') throwIfInvalid(errorsIn(definition, outcomes));
  return records.map((_, index) => ({ index, ...resultOf(outcomes.get(index) as Outcome) }));
}

/** The drafts in bodies, in the shape that the object has on the wire, and the outcomes of those that can't be parsed. */
export function parseItems(
  definition: Definition,
  bodies: readonly Readonly<Record<string, unknown>>[],
  matching: Attribute | undefined,
): { items: WriteItem[]; failed: Map<number, Outcome> } {
  const parse = definition.isStandard ? parseStandardDraft : parseDraftOrThrow;
  const failed = new Map<number, Outcome>();
  const items = bodies.flatMap((body, index): WriteItem[] => {
    try {
      return [
        { index, draft: parse(definition, body), recordId: matching?.isSystem ? idIn(body) : undefined },
      ];
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      failed.set(index, { status: 'failed', problem: error });
      return [];
    }
  });
  return { items, failed };
}

function idIn({ id }: Readonly<Record<string, unknown>>): string | undefined {
  if (id === undefined || id === null || id === '') return undefined;
  if (typeof id === 'string' && uuidPattern.test(id)) return id.toLowerCase();
  throw badRequest('id must be the UUID of a record.');
}

function errorsIn({ isStandard }: Definition, outcomes: ReadonlyMap<number, Outcome>): FieldErrors {
  const errors: FieldErrors = {};
  const created = new Map<string, string>();
  for (const [index, outcome] of outcomes) {
    if (outcome.status === 'created') created.set(outcome.record.id, `records.${index}`);
  }
  for (const [index, outcome] of outcomes) {
    if (outcome.status !== 'failed') continue;
    const { message, errors: fields } = toItemError(outcome.problem, (id) => created.get(id));
    if (!fields) errors[`records.${index}`] = [message];
    for (const [key, sentences] of Object.entries(fields ?? {})) {
      errors[`records.${index}.${isStandard ? getWireField(key) : key}`] = sentences;
    }
  }
  return errors;
}

function resultOf(outcome: Outcome) {
  return outcome.status === 'failed'
    ? { status: outcome.status, error: toItemError(outcome.problem) }
    : { status: outcome.status, id: outcome.record.id };
}
