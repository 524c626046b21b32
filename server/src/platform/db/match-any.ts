import { sql, type RawBuilder } from 'kysely';

/**
 * For `column = matchAny(list)`. With the list as a plain parameter the planner prefers a custom plan for its length, and
 * plans anew for every call, which takes longer than the look-up.
 */
export function matchAny(list: readonly string[], type: 'uuid' | 'text'): RawBuilder<unknown> {
  return sql`any (array(select unnest(${list}::${sql.raw(type)}[])))`;
}
