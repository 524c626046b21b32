import { findChoice, omitEmpty, readText } from '../platform/address.ts';

/** What the address of the list says. What is left out is the default: open tasks of one's own. */
export interface TaskSearch {
  readonly whose?: 'everyone' | 'unassigned';
  readonly state?: 'done' | 'overdue';
  /** The owner's uuid. */
  readonly owner?: string;
}

/** Links of before say `done=true` and `overdue=true`. */
export function parseTaskSearch(raw: Readonly<Record<string, unknown>>): TaskSearch {
  const former = raw['done'] === true ? 'done' : raw['overdue'] === true ? 'overdue' : undefined;
  return omitEmpty({
    whose: findChoice(['everyone', 'unassigned'], raw['whose']),
    state: findChoice(['done', 'overdue'], raw['state']) ?? former,
    owner: readText(raw['owner']),
  });
}

/** The request for what the address says. */
export function buildTaskQuery({ whose, state, owner }: TaskSearch) {
  return {
    ...(whose === undefined && owner === undefined && { mine: 'true' as const }),
    ...(owner ? { owner } : whose === 'unassigned' && { owner: 'none' }),
    ...(state === 'done' && { state: 'done' as const }),
    ...(state === 'overdue' && { overdue: 'true' as const }),
  };
}
