import type { Ctx } from '../../platform/context.ts';
import { type Attribute, type Definition, loadDefinitionById } from '../schema/public.ts';
import { isOption, isPlain } from './filter.rules.ts';
import { listIn, findOptionId } from './operators.rules.ts';
import { buildQueryFromPartialBody, validateQuery } from './parse-query.ts';

/**
 * Filters that are saved. Options are stored by their ids and shown by their labels, so that a saved filter follows an option
 * that is renamed. What it names and nobody can filter by any more is left out when it is shown.
 */

type Filter = Readonly<Record<string, unknown>>;

/** A part of a filter: `{ path: { op: value } }`. */
interface Leaf {
  readonly path: string;
  readonly op: string;
  readonly value: unknown;
}

/** The value in place of a leaf's, or undefined to leave the leaf out. */
type MapLeaf = (leaf: Leaf) => Promise<unknown>;

/** A valid filter, as it is stored. */
export async function toStoredFilter(
  ctx: Ctx,
  definition: Definition,
  filter: unknown,
): Promise<Filter | null> {
  if (!isPlain(filter)) return null;
  const mapped = await mapFilter(filter, async ({ path, op, value }) => {
    const attribute = await attributeAt(ctx, definition, path);
    if (!attribute || attribute.options.length === 0 || op === 'empty') return value;
    const toId = (given: unknown) => ({ id: findOptionId(attribute, given) });
    return op === 'in' ? listIn(value).map(toId) : toId(value);
  });
  return mapped ?? null;
}

/** A stored filter as the caller can use it now, and whether a part of it was left out. */
export async function toShownFilter(
  ctx: Ctx,
  definition: Definition,
  stored: Filter | null,
): Promise<{ filter: Filter | null; isIncomplete: boolean }> {
  if (stored === null) return { filter: null, isIncomplete: false };
  const isWhole = await isUsable(ctx, definition, stored);
  const filter = await mapFilter(stored, async ({ path, op, value }) => {
    if (isWhole || (await isUsable(ctx, definition, { [path]: { [op]: value } }))) {
      const attribute = await attributeAt(ctx, definition, path);
      return attribute && op !== 'empty' ? withLabels(attribute, value) : value;
    }
    return undefined;
  });
  return { filter: filter ?? null, isIncomplete: !isWhole };
}

async function isUsable(ctx: Ctx, definition: Definition, filter: Filter): Promise<boolean> {
  const errors = await validateQuery(ctx, definition, buildQueryFromPartialBody({ filter }));
  return Object.keys(errors).length === 0;
}

function withLabels({ options }: Attribute, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => withLabels({ options } as Attribute, item));
  if (!isPlain(value)) return value;
  return options.find(({ id }) => id === value['id'])?.value ?? value;
}

/** The attribute at the end of a path; undefined where it ends with a fact, or leads nowhere any more. */
async function attributeAt(ctx: Ctx, definition: Definition, path: string): Promise<Attribute | undefined> {
  const dot = path.indexOf('.');
  if (dot === -1) return definition.byKey.get(path);
  const relation = definition.byKey.get(path.slice(0, dot))?.relation;
  if (!relation) return undefined;
  return attributeAt(ctx, await loadDefinitionById(ctx, relation.objectId), path.slice(dot + 1));
}

/** The same filter with other values. Undefined when nothing of it is left. */
async function mapFilter(filter: Filter, map: MapLeaf): Promise<Filter | undefined> {
  const mapped: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(filter)) {
    const kept = await mapPart(key, value, map);
    if (kept !== undefined) mapped[key] = kept;
  }
  const isEmpty = Object.keys(mapped).length === 0 && Object.keys(filter).length > 0;
  return isEmpty ? undefined : mapped;
}

async function mapPart(key: string, value: unknown, map: MapLeaf): Promise<unknown> {
  if (key === 'and' || key === 'or') return mapList(value as readonly Filter[], map);
  if (key === 'not') return mapFilter(value as Filter, map);
  if (value === null)
    return (await map({ path: key, op: 'empty', value: true })) === undefined ? undefined : null;
  if (!isPlain(value) || isOption(value)) {
    return map({ path: key, op: Array.isArray(value) ? 'in' : 'eq', value });
  }
  const mapped: Record<string, unknown> = {};
  for (const [op, given] of Object.entries(value)) {
    const kept = await map({ path: key, op, value: given });
    if (kept !== undefined) mapped[op] = kept;
  }
  return Object.keys(mapped).length === 0 ? undefined : mapped;
}

async function mapList(parts: readonly Filter[], map: MapLeaf): Promise<Filter[] | undefined> {
  const mapped: Filter[] = [];
  for (const part of parts) {
    const kept = await mapFilter(part, map);
    if (kept !== undefined) mapped.push(kept);
  }
  return mapped.length === 0 && parts.length > 0 ? undefined : mapped;
}
