import type { Ctx } from '../../platform/context.ts';
import { createLruCache } from '../../platform/lru-cache.ts';
import { forbidden, notFound } from '../../platform/problems.ts';
import {
  findAttributes,
  findHead,
  findObject,
  findOptions,
  findPartners,
  isCrmEnabled,
  type LockMode,
  type ObjectRow,
} from './definitions.store.ts';
import type { Definition } from './definition.ts';
import { buildDefinition, omitHidden } from './definitions.rules.ts';
import { getAudience, requirePermission, canRead } from './permissions.rules.ts';

/** Throws while the CRM is disabled, for calls that name no object. */
export async function requireCrm(ctx: Ctx): Promise<void> {
  if (!(await isCrmEnabled(ctx))) throw forbidden('CRM is not enabled.');
}

/** The definition of an object, for routes that read or change the definition itself. */
export async function loadDefinition(ctx: Ctx, slug: string, lock: LockMode = 'read'): Promise<Definition> {
  const definition = await findDefinition(ctx, slug, lock);
  if (definition) return definition;
  await requireCrm(ctx);
  throw notFound('Object');
}

/** The definition of an object, for routes that read or write its records. Throws while the object is disabled. */
export async function openObject(ctx: Ctx, slug: string, lock: LockMode): Promise<Definition> {
  const definition = await loadDefinition(ctx, slug, lock);
  if (!definition.isActive) throw forbidden('This object is not enabled.');
  if (lock !== 'read') requirePermission(ctx.actor, definition, 'own');
  return definition;
}

/** Undefined if there is no such object, if the actor may not know of it, and while the CRM is disabled. */
export async function findDefinition(
  ctx: Ctx,
  slug: string,
  lock: LockMode,
): Promise<Definition | undefined> {
  const head = await findHead(ctx, slug, lock);
  if (!head?.crm_enabled) return undefined;
  const definition = await loadCached(ctx, head, () => requireObject(ctx, head.id));
  return canRead(ctx.actor, definition) ? definition : undefined;
}

export async function loadDefinitionById(ctx: Ctx, id: string): Promise<Definition> {
  const object = await requireObject(ctx, id);
  return loadCached(ctx, object, () => object);
}

async function requireObject(ctx: Ctx, id: string): Promise<ObjectRow> {
  const object = await findObject(ctx, id);
  if (!object) throw notFound('Object');
  return object;
}

interface CachedDefinition {
  readonly all: Definition;
  readonly forUsers: Definition;
}

const cached = createLruCache<CachedDefinition>(2000);

/**
 * Every request needs a definition and few change one, so they are cached under their revision. A revision is random, so
 * one that was read in a transaction that rolled back is never mistaken for a later one.
 */
async function loadCached(
  ctx: Ctx,
  { id, revision }: Pick<ObjectRow, 'id' | 'revision'>,
  findRow: () => ObjectRow | Promise<ObjectRow>,
): Promise<Definition> {
  const key = `${ctx.workspaceId} ${id}`;
  const known = cached.get(key);
  if (known?.all.revision === revision) return known[getAudience(ctx.actor)];
  const all = await readDefinition(ctx, await findRow());
  const read = { all, forUsers: omitHidden(all) };
  cached.set(key, read);
  return read[getAudience(ctx.actor)];
}

async function readDefinition(ctx: Ctx, object: ObjectRow): Promise<Definition> {
  const attributes = await findAttributes(ctx, object.id);
  const options = await findOptions(
    ctx,
    attributes.map((row) => row.id),
  );
  return buildDefinition(object, { attributes, options, partners: await findPartners(ctx, object.id) });
}
