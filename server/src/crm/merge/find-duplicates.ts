import type { crmDuplicates } from '@daybook/contract/crm-bulk';
import type { z } from 'zod';
import type { Ctx } from '../../platform/context.ts';
import { countRecords } from '../records/public.ts';
import { type Attribute, type Definition, openObject } from '../schema/public.ts';
import { findGroups, listDifferent, maxScanned } from './duplicates.store.ts';
import { splitDifferent } from './rules.ts';

interface Duplicates {
  readonly collection: z.output<typeof crmDuplicates>[];
  readonly isComplete: boolean;
}

const maxGroups = 100;

/** Groups of records that may be the same. */
export async function findDuplicates(ctx: Ctx, slug: string): Promise<Duplicates> {
  const definition = await openObject(ctx, slug, 'read');
  const collection: Duplicates['collection'] = [];
  for (const attribute of comparedAttributes(definition)) {
    const by = attribute.validation === 'domain' ? 'first label' : 'value';
    const groups = await findGroups(ctx, definition.id, attribute, by);
    const different = await listDifferent(
      ctx,
      definition.id,
      groups.flatMap(({ ids }) => ids),
    );
    for (const { value, ids } of groups) {
      collection.push(
        ...splitDifferent(ids, different).map((alike) => ({ by: attribute.key, value, ids: alike })),
      );
    }
  }
  const isComplete = (await countRecords(ctx, definition.id)) <= maxScanned;
  return { collection: collection.slice(0, maxGroups), isComplete };
}

/** Duplicates have the same name, phone number or domain. */
function comparedAttributes({ attributes, primaryAttribute }: Definition): Attribute[] {
  return attributes.filter(
    ({ key, type, isSystem, isArchived, isUnique, validation }) =>
      !isSystem &&
      !isArchived &&
      (validation === 'domain' || (!isUnique && (type === 'phone_number' || key === primaryAttribute))) &&
      (type === 'text' || type === 'phone_number'),
  );
}
