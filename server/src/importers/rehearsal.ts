import type { UserIn } from './contents.ts';

/**
 * What a dry run remembers from one batch to the next. Each batch is rolled back, so that no other work waits for it; so what
 * earlier ones would have written is known here only.
 */
export interface Rehearsal {
  /** Ids of bookings, and addresses of people, that came before. */
  readonly seen: Set<string>;
  /** Users who would have been created by now, by address. */
  readonly users: ReadonlyMap<string, UserIn>;
  /** Times of hosts, by address. */
  readonly busy: Map<string, Busy[]>;
}

interface Busy {
  readonly sourceId: string;
  readonly from: number;
  readonly to: number;
}

export function createRehearsal(users: readonly UserIn[]): Rehearsal {
  return {
    seen: new Set(),
    users: new Map(users.map((user) => [user.email.toLowerCase(), user])),
    busy: new Map(),
  };
}

/** Hosts who would have something else at the time, by address; the others have this from now on. A batch may be tried again. */
export function listClashes(
  rehearsal: Rehearsal | undefined,
  hosts: readonly { readonly email: string }[],
  { sourceId, from, to }: { readonly sourceId: string; readonly from: string; readonly to: string },
): string[] {
  if (!rehearsal) return [];
  const time = { sourceId, from: Date.parse(from), to: Date.parse(to) };
  return hosts.flatMap(({ email }) => {
    const others = (rehearsal.busy.get(email) ?? []).filter((other) => other.sourceId !== sourceId);
    const isBusy = others.some((other) => other.from < time.to && other.to > time.from);
    if (!isBusy) rehearsal.busy.set(email, [...others, time]);
    return isBusy ? [email] : [];
  });
}
