import type { webhookFilter } from '@daybook/contract/webhooks';
import type { z } from 'zod';

export type Filter = z.output<typeof webhookFilter>;

/** What an event is about, as far as a filter can name it; undefined where it has no such thing. */
export interface Subject {
  readonly eventTypeId?: string | undefined;
  readonly teamId?: string | null | undefined;
  readonly memberIds?: readonly string[] | undefined;
  readonly objectSlug?: string | undefined;
}

/** Each list of a filter applies to events that have such a thing. All that apply must fit. */
export function isPassingFilter(filter: Filter | null, about: Subject): boolean {
  const { eventTypeId, teamId, memberIds, objectSlug } = about;
  return (
    fits(filter?.eventTypes, eventTypeId === undefined ? undefined : [eventTypeId]) &&
    fits(filter?.teams, teamId === undefined ? undefined : [teamId]) &&
    fits(filter?.users, memberIds) &&
    fits(filter?.objects, objectSlug === undefined ? undefined : [objectSlug])
  );
}

function fits(
  wanted: readonly string[] | undefined,
  actual: readonly (string | null)[] | undefined,
): boolean {
  if (wanted === undefined || actual === undefined) return true;
  return actual.some((id) => id !== null && wanted.includes(id));
}
