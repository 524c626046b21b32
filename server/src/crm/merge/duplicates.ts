import type { crmDuplicates } from '@daybook/contract/crm-bulk';
import type { z } from 'zod';
import type { Ctx } from '../../platform/context.ts';
import { type Attribute, type Definition, openObject } from '../schema/public.ts';
import { findAlike, mostLookedAt } from './duplicates.store.ts';
import { countRecords } from '../records/public.ts';

interface Found {
  readonly collection: z.output<typeof crmDuplicates>[];
  readonly isComplete: boolean;
}

const most = 100;

/** Records that may be the same. */
export async function findDuplicates(ctx: Ctx, slug: string): Promise<Found> {
  const definition = await openObject(ctx, slug, 'read');
  const collection: Found['collection'] = [];
  for (const attribute of telling(definition)) {
    const by = attribute.validation === 'domain' ? 'first label' : 'value';
    const alike = await findAlike(ctx, definition.id, attribute, by);
    collection.push(...alike.map(({ value, ids }) => ({ by: attribute.key, value, ids })));
  }
  const isComplete = (await countRecords(ctx, definition.id)) <= mostLookedAt;
  return { collection: collection.slice(0, most), isComplete };
}

/** What records of the same thing share: the name they are shown by, phone numbers, domains. */
function telling({ attributes, primaryAttribute }: Definition): Attribute[] {
  return attributes.filter(
    ({ key, type, isSystem, isArchived, isUnique, validation }) =>
      !isSystem &&
      !isArchived &&
      (validation === 'domain' || (!isUnique && (type === 'phone_number' || key === primaryAttribute))) &&
      (type === 'text' || type === 'phone_number'),
  );
}
