import { sql, type RawBuilder } from 'kysely';
import { normalizeMailbox } from '../mailbox.ts';

/**
 * Whether the address of a row is one of a mailbox. By two indexes: that on the address in lower case, and one of the few addresses with a
 * plus sign, whose expression this repeats.
 */
export function isOfMailbox(column: RawBuilder<unknown>, email: string): RawBuilder<boolean> {
  const mailbox = normalizeMailbox(email);
  return sql<boolean>`(lower(${column}) = ${mailbox} or (${column} like '%+%'
    and regexp_replace(lower(${column}), '^([^@+]+)\\+[^@]*@', '\\1@') = ${mailbox}))`;
}
