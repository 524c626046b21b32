import type { Ctx } from '../../platform/context.ts';
import { badRequest, notFound } from '../../platform/problems.ts';
import { uniqueKey } from './columns.rules.ts';
import { definitionById } from '../schema/public.ts';
import { recordsAfter } from './records.store.ts';
import { claimKeys, releaseAttribute, type Claim } from './unique.store.ts';

interface About {
  readonly objectId: string;
  readonly attributeId: string;
}

const batch = 1000;
const mostShown = 10;

/** Makes an attribute unique over the records that are there; refuses with the values that are there twice. */
export async function claimUniqueValues(ctx: Ctx, { objectId, attributeId }: About): Promise<void> {
  const definition = await definitionById(ctx, objectId);
  const attribute = definition.attributes.find(({ id }) => id === attributeId);
  if (!attribute) throw notFound('Attribute');
  const twice = new Map<string, number>();
  let after: string | null = null;
  for (;;) {
    const rows = await recordsAfter(ctx, definition.id, after, batch);
    const claims = rows.flatMap(({ id, data }): Claim[] => {
      const value = data[attribute.key];
      if (value === null || value === undefined) return [];
      return [{ attributeId: attribute.id, key: uniqueKey(value as string | number), recordId: id }];
    });
    const claimed = new Set((await claimKeys(ctx, definition.id, claims)).map(({ recordId }) => recordId));
    for (const { key, recordId } of claims) {
      if (!claimed.has(recordId)) twice.set(key, (twice.get(key) ?? 1) + 1);
    }
    if (rows.length < batch) break;
    after = rows.at(-1)?.id ?? null;
  }
  if (twice.size === 0) return;
  const shown = [...twice]
    .slice(0, mostShown)
    .map(([key, count]) => `"${key.slice(0, 80)}" (${count} records)`);
  const more = twice.size > mostShown ? `, and ${twice.size - mostShown} more` : '';
  throw badRequest(
    `${attribute.label} can not be unique yet: these values are there more than once: ${shown.join(', ')}${more}.`,
  );
}

export function releaseUniqueValues(ctx: Ctx, { attributeId }: About): Promise<void> {
  return releaseAttribute(ctx, attributeId);
}
