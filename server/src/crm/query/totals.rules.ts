import type { Condition } from './filter.rules.ts';
import type { ParsedQuery } from './store.ts';

/**
 * Whose changes can alter a total: records of the object, or through a relation those of the whole workspace. A total is
 * uncacheable if it can change without a row in `crm_change`.
 */
const scopes = ['object', 'workspace', 'uncacheable'] as const;
type Scope = (typeof scopes)[number];

export function getCountScope({ condition, search }: ParsedQuery): Scope {
  // Search texts are rewritten in the background after the primary attribute changed, without a change of the record.
  return search === undefined ? scopeOfCondition(condition) : 'uncacheable';
}

function scopeOfCondition(condition: Condition): Scope {
  switch (condition.kind) {
    case 'leaf':
      // Facts of meetings depend on the time.
      return condition.field.kind === 'fact' ? 'uncacheable' : 'object';
    case 'through':
      return widest(['workspace', scopeOfCondition(condition.part)]);
    case 'not':
      return scopeOfCondition(condition.part);
    default:
      return widest(condition.parts.map(scopeOfCondition));
  }
}

function widest(among: readonly Scope[]): Scope {
  return scopes.findLast((scope) => among.includes(scope)) ?? 'object';
}

/** The same text for the same condition by the same definitions. */
export function formatQueryKey({ definition, condition }: ParsedQuery): string {
  return JSON.stringify([definition.id, definition.revision, condition], onlyIds);
}

/** Attributes and relations by their ids: the revisions stand for the rest. */
function onlyIds(name: string, value: unknown): unknown {
  if (name === 'attribute') return (value as { id: string }).id;
  if (name !== 'relation') return value;
  const { id, side } = value as { id: string; side: string };
  return [id, side];
}
