import type { Attribute, Definition } from '../schema/public.ts';
import { resolveField, QueryError } from './filter.rules.ts';

/** Why keys can't be shown as a column, or grouped by. */

export function findKeyProblem(definition: Definition, key: string): string | undefined {
  try {
    resolveField(definition, key, '');
    return undefined;
  } catch (error) {
    if (error instanceof QueryError) return error.message;
    throw error;
  }
}

const groupableTypes: readonly Attribute['type'][] = [
  'select',
  'status',
  'multiselect',
  'relation',
  'checkbox',
  'user',
];

export function findGroupProblem(definition: Definition, key: string): string | undefined {
  const type = definition.byKey.get(key)?.type;
  if (type === undefined) return findKeyProblem(definition, key) ?? notGroupable(key);
  return groupableTypes.includes(type) ? undefined : notGroupable(key);
}

const notGroupable = (key: string): string =>
  `You can’t group by ${key}. Group by a ${groupableTypes.slice(0, -1).join(', ')} or user attribute.`;
