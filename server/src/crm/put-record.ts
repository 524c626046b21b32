import type { Ctx } from '../platform/context.ts';
import { changeObject, openObject } from './schema/public.ts';
import { createRecord, demandDraft, upsertRecord } from './records/public.ts';
import { standardDraft } from './people/public.ts';

/** Writes a record of any object from a body as a caller would send it, by a unique attribute if one is named. Its id. */
export async function putRecord(
  ctx: Ctx,
  slug: string,
  body: Readonly<Record<string, unknown>>,
  matchingAttribute?: string,
): Promise<string> {
  const definition = await openObject(ctx, slug, 'write');
  const draft = definition.isStandard
    ? standardDraft(definition, body, matchingAttribute === undefined)
    : demandDraft(definition, body);
  if (matchingAttribute === undefined) return (await createRecord(ctx, definition, draft)).id;
  return (await upsertRecord(ctx, definition, matchingAttribute, draft)).record.id;
}

/** Says by which attribute the records of an object are named. */
export async function nameObjectBy(ctx: Ctx, slug: string, primaryAttribute: string): Promise<void> {
  await changeObject(ctx, slug, { primaryAttribute });
}
