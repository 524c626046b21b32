import type { bulkResult, writeBulk } from '@daybook/contract/crm-bulk';
import type { Input } from '@daybook/contract/route';
import type { z } from 'zod';
import type { Ctx } from '../../platform/context.ts';
import { invalid, Problem, type FieldErrors } from '../../platform/problems.ts';
import { byPlace, countOf, failedBy, type Item, type Outcome } from './bulk.rules.ts';
import { writeMany } from './bulk-write.ts';
import { type Definition, openObject } from '../schema/public.ts';
import { byPerson, countMore, demandDraft, demandMatching } from '../records/public.ts';
import { standardDraft, wireField } from '../people/public.ts';

type Body = Readonly<Record<string, unknown>>;

/** Writes many records in one transaction: all or none, or each for itself. */
export async function writeAll(
  ctx: Ctx,
  slug: string,
  { records, mode, matchingAttribute }: Input<typeof writeBulk>['body'],
): Promise<z.output<typeof bulkResult>[]> {
  const definition = await openObject(ctx, slug, 'write');
  const matching =
    matchingAttribute === undefined ? undefined : demandMatching(definition, matchingAttribute);
  const { items, outcomes } = itemsFrom(definition, records);
  for (const [index, outcome] of await writeMany(ctx, definition, items, { matching, source: byPerson })) {
    outcomes.set(index, outcome);
  }
  if (mode === 'atomic') refuseFailed(definition, outcomes);
  await countMore(ctx, definition.id, countOf(outcomes, 'created'));
  return records.map((_, index) => ({ index, ...(outcomes.get(index) as Outcome) }));
}

/** Bodies as drafts, by the shape that the object has on the wire; those that can't be read have failed. */
export function itemsFrom(
  definition: Definition,
  bodies: readonly Body[],
): { items: Item[]; outcomes: Map<number, Outcome> } {
  const outcomes = new Map<number, Outcome>();
  const items = bodies.flatMap((body, index): Item[] => {
    try {
      const draft = definition.isStandard
        ? standardDraft(definition, body, false)
        : demandDraft(definition, body);
      return [{ index, draft }];
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      outcomes.set(index, failedBy(error));
      return [];
    }
  });
  return { items, outcomes };
}

function refuseFailed({ isStandard }: Definition, outcomes: ReadonlyMap<number, Outcome>): void {
  const errors: FieldErrors = {};
  const created = new Map<string, string>();
  for (const [index, outcome] of outcomes) {
    if (outcome.status === 'created') created.set(outcome.id, `records.${index}`);
  }
  for (const [index, known] of outcomes) {
    const outcome = byPlace(known, (id) => created.get(id));
    if (outcome.status !== 'failed') continue;
    const { message, errors: fields } = outcome.error;
    for (const [key, said] of Object.entries(fields ?? { '': [message] })) {
      errors[['records', index, isStandard ? wireField(key) : key].filter((part) => part !== '').join('.')] =
        said;
    }
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
}
