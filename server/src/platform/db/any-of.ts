import { sql, type RawBuilder } from 'kysely';

/**
 * For `column = anyOf(list)`. Where the list stands in the statement itself, the planner looks at how long it is, finds that
 * shorter ones are cheaper, and so plans anew for every call, which takes longer than the look-up.
 */
export function anyOf(list: readonly string[], type: 'uuid' | 'text'): RawBuilder<unknown> {
  return sql`any (array(select unnest(${list}::${sql.raw(type)}[])))`;
}
