import type { Ctx } from '../../platform/context.ts';
import { findNamed } from '../query/public.ts';
import { findOwners } from '../records/public.ts';
import { type Attribute, type Definition, loadDefinitionById, isRelation } from '../schema/public.ts';
import { canonicalize, memberIdPattern, toUniqueKey, uuidPattern } from '../values/public.ts';
import { addDropped, type DroppedValues } from './drop-bad-values.ts';
import { findMembersByEmail } from './references.store.ts';

type Body = Readonly<Record<string, unknown>>;

/** The ids that a text may stand for. One is right, none and several are errors. */
type Candidates = ReadonlyMap<string, readonly string[]>;

/**
 * Replaces by their ids partners that a file names by a unique value, such as an address or a domain, or by their name, and
 * users that it names by their address. Leaves out those of which that is not possible, and returns why.
 */
export async function resolveReferences(
  ctx: Ctx,
  definition: Definition,
  bodies: readonly Body[],
): Promise<{ bodies: Body[]; wrong: DroppedValues }> {
  const wrong: DroppedValues = new Map();
  const resolved = [...bodies];
  for (const attribute of definition.attributes) {
    if (attribute.type !== 'relation' && attribute.type !== 'user') continue;
    const field = fieldOf(definition, attribute);
    const texts = [...new Set(bodies.flatMap((body) => namesIn(attribute, valueIn(body, field))))];
    if (texts.length === 0) continue;
    const candidates = isRelation(attribute)
      ? await findPartnersBy(ctx, attribute.relation.objectId, texts)
      : await findMembersByEmail(ctx, texts);
    for (const [index, body] of bodies.entries()) {
      const names = namesIn(attribute, valueIn(body, field));
      if (names.length === 0) continue;
      const sentences = names.flatMap((name) =>
        describeUnresolved(attribute, name, candidates.get(name) ?? []),
      );
      if (sentences.length > 0) addDropped(wrong, index, { [attribute.key]: sentences });
      const isUnresolved = (item: unknown) =>
        names.includes(item as string) && candidates.get(item as string)?.length !== 1;
      const idOf = (item: unknown) => candidates.get(item as string)?.[0] ?? item;
      const value = valueIn(body, field);
      const ids = [value]
        .flat()
        .filter((item) => !isUnresolved(item))
        .map(idOf);
      resolved[index] = withValue(resolved[index] as Body, field, Array.isArray(value) ? ids : ids[0]);
    }
  }
  return { bodies: resolved, wrong };
}

/** The company of a person has another name in bodies. */
function fieldOf({ isStandard, slug }: Definition, { key }: Attribute): string {
  return isStandard && slug === 'people' && key === 'company' ? 'companyId' : key;
}

/** Own attributes of people and companies may stand beside the others, or in `customAttributes`. */
function valueIn(body: Body, field: string): unknown {
  return body[field] ?? customIn(body)[field];
}

function customIn({ customAttributes }: Body): Body {
  return typeof customAttributes === 'object' && customAttributes !== null ? (customAttributes as Body) : {};
}

/** Without the field where nothing is left of it. */
function withValue(body: Body, field: string, value: unknown): Body {
  const isLeft = value !== undefined && !(Array.isArray(value) && value.length === 0);
  const fields = (others: Body): Body => {
    const { [field]: _, ...rest } = others;
    return isLeft ? { ...rest, [field]: value } : rest;
  };
  return body[field] !== undefined ? fields(body) : { ...body, customAttributes: fields(customIn(body)) };
}

/** The items that are texts, and are no ids. */
function namesIn({ type }: Attribute, value: unknown): string[] {
  const pattern = type === 'user' ? memberIdPattern : uuidPattern;
  return [value].flat().filter((item): item is string => typeof item === 'string' && isName(item, pattern));
}

const isName = (item: string, pattern: RegExp): boolean => item.trim() !== '' && !pattern.test(item);

/** Unique values come first: a record that has one is meant, whatever others are called. */
async function findPartnersBy(ctx: Ctx, objectId: string, texts: readonly string[]): Promise<Candidates> {
  const related = await loadDefinitionById(ctx, objectId);
  const candidates = new Map<string, readonly string[]>();
  for (const attribute of related.attributes) {
    if (!attribute.isUnique || attribute.isSystem) continue;
    const keyOf = (text: string) => toUniqueKey(canonicalize(attribute.validation, text));
    const owners = await findOwners(ctx, attribute.id, texts.map(keyOf));
    for (const text of texts) {
      const owner = owners.get(keyOf(text));
      if (owner !== undefined && !candidates.has(text)) candidates.set(text, [owner]);
    }
  }
  const unnamed = texts.filter((text) => !candidates.has(text));
  for (const [text, ids] of await findNamed(ctx, related, unnamed)) candidates.set(text, ids);
  return candidates;
}

function describeUnresolved(
  { key, type, relation }: Attribute,
  name: string,
  ids: readonly string[],
): string[] {
  const shown = name.slice(0, 80);
  if (ids.length === 1) return [];
  if (type === 'user') return [`${key}: no user in this workspace has the email address "${shown}".`];
  return ids.length === 0
    ? [`${key}: no ${relation?.objectSlug} record has the name or unique value "${shown}".`]
    : [`${key}: several records have the name "${shown}": ${ids.slice(0, 5).join(', ')}. Use an id instead.`];
}
