import type { Ctx } from './context.ts';

/** Somebody whose data is exported or erased, by all that leads to it. */
export interface Person {
  /** Their record, and those that were merged into it. */
  readonly recordIds: readonly string[];
  /** In lower case. */
  readonly emails: readonly string[];
  readonly phones: readonly string[];
  readonly names: readonly string[];
  readonly inviteeIds: readonly string[];
  readonly eventIds: readonly string[];
}

/** What one slice holds of people. Everything is found by `person`, in the transaction of the request. */
export interface PersonalData {
  export(ctx: Ctx, person: Person): Promise<Record<string, unknown>[]>;
  erase(ctx: Ctx, person: Person): Promise<void>;
}

/** Stand in the place of who was erased. Mail is never sent to `.invalid`. */
export const erasedName = 'Erased person';
export const erasedEmail = 'erased@erased.invalid';

/** Whether a text names somebody. Short names are left out, since they occur in other words. */
export function isNamedIn(person: Person, text: string): boolean {
  const lower = text.toLowerCase();
  return [...person.emails, ...person.phones, ...person.names.filter((name) => name.length > 3)].some(
    (fact) => lower.includes(fact.toLowerCase()),
  );
}
