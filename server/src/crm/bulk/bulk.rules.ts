import type { FieldErrors, Problem } from '../../platform/problems.ts';
import { type Draft, uniqueKey, type WriteSource } from '../records/public.ts';
import type { Attribute } from '../schema/public.ts';

/** A record that is to be written among others. */
export interface Item {
  readonly index: number;
  readonly draft: Draft;
}

export interface How {
  /** A unique attribute: records that have its value are changed, the others created. */
  readonly matching?: Attribute | undefined;
  readonly source: WriteSource;
  /** Called when nothing that is left to do can have to wait for anybody; never, if that is so only at the end. */
  readonly onHeld?: (() => void) | undefined;
}

export interface ItemError {
  readonly message: string;
  readonly errors?: FieldErrors;
}

export type Outcome =
  | { readonly status: 'created' | 'updated' | 'unchanged'; readonly id: string }
  | { readonly status: 'failed'; readonly error: ItemError };

/** What became of items so far, and which must be looked at again because somebody else moved meanwhile. */
export interface Progress {
  readonly outcomes: Map<number, Outcome>;
  readonly again: Item[];
}

export function countOf(outcomes: ReadonlyMap<number, Outcome>, status: Outcome['status']): number {
  return [...outcomes.values()].filter((outcome) => outcome.status === status).length;
}

export function failedBy(problem: Problem): Outcome {
  const { errors } = problem.body as { errors?: FieldErrors };
  return { status: 'failed', error: { message: problem.message, ...(errors && { errors }) } };
}

/** A record that is taken back is not known by its id to anyone: where it is named, its place is. */
export function byPlace(outcome: Outcome, placeOf: (id: string) => string | undefined): Outcome {
  if (outcome.status !== 'failed') return outcome;
  const message = outcome.error.message.replaceAll(
    /record ([0-9a-f-]{36})/g,
    (text, id: string) => placeOf(id) ?? text,
  );
  return { ...outcome, error: { ...outcome.error, message } };
}

/** The keys by which an item is matched. */
export function matchingKeys({ key }: Attribute, { draft }: Item): string[] {
  const given = [draft.values[key] ?? []].flat() as (string | number)[];
  return [...new Set(given.map(uniqueKey))];
}

/** Items of which no two are matched by the same key, and the rest: what an earlier one writes, a later one finds. */
export function apart(items: readonly Item[], matching: Attribute): { now: Item[]; later: Item[] } {
  const seen = new Set<string>();
  const now: Item[] = [];
  const later: Item[] = [];
  for (const item of items) {
    const keys = matchingKeys(matching, item);
    (keys.some((key) => seen.has(key)) ? later : now).push(item);
    for (const key of keys) seen.add(key);
  }
  return { now, later };
}
