import type { Condition, Field } from './query.rules.ts';
import type { Question } from './query.store.ts';

/**
 * Which changes can make a total another one: those of the object's own records, or, through relations, those of any in
 * the workspace. `beyond` is a total that may become another one without a change being noted.
 */
const reaches = ['object', 'workspace', 'beyond'] as const;
type Reach = (typeof reaches)[number];

export function reachOf({ condition, search }: Question): Reach {
  // Search texts are written anew in the background when records are named by another attribute.
  return search === undefined ? reachOfCondition(condition) : 'beyond';
}

function reachOfCondition(condition: Condition): Reach {
  switch (condition.kind) {
    case 'leaf':
      return isNoted(condition.field) ? 'object' : 'beyond';
    case 'through':
      return furthest(['workspace', reachOfCondition(condition.part)]);
    case 'not':
      return reachOfCondition(condition.part);
    default:
      return furthest(condition.parts.map(reachOfCondition));
  }
}

/** Facts of meetings depend on now. */
function isNoted(field: Field): boolean {
  return field.kind !== 'fact';
}

function furthest(among: readonly Reach[]): Reach {
  return reaches.findLast((reach) => among.includes(reach)) ?? 'object';
}

/** The same text for the same question by the same definitions. */
export function questionText({ definition, condition }: Question): string {
  return JSON.stringify([definition.id, definition.revision, condition], briefly);
}

/** Attributes and relations by their ids: what else they are is known by the revision of their definition. */
function briefly(name: string, value: unknown): unknown {
  if (name === 'attribute') return (value as { id: string }).id;
  if (name !== 'relation') return value;
  const { id, side } = value as { id: string; side: string };
  return [id, side];
}
