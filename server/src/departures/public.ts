import { kinds } from './kinds.ts';

/** What follows when a user is deactivated, in its transaction. */
export const settleDeparture = Object.values(kinds).flatMap(({ settle }) => settle);
