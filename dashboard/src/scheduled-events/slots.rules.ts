import type { Result } from '@daybook/client';

/** Pure, so that Node can test it. */

/** Free times by local date. */
export type Slots = Readonly<Record<string, readonly string[]>>;

/** The times of each date that has any; those of groups come with their seats. */
export function groupSlots({ availability }: Pick<Result<'readAvailability'>, 'availability'>): Slots {
  return Object.fromEntries(
    availability.flatMap(({ date, slots }) =>
      slots.length === 0
        ? []
        : [[date, slots.map((slot) => (typeof slot === 'string' ? slot : slot.time))] as const],
    ),
  );
}
