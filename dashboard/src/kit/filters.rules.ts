/** What the filters of a list come to. Pure, so that Node can test it. */

/** By the names of the URL's parameters. */
export type FilterValues = Readonly<Record<string, string | undefined>>;

interface Field {
  readonly id: string;
}

/** The fields that have a value or wait for one, in the order of the list's fields. */
export function listChips<F extends Field>(
  fields: readonly F[],
  values: FilterValues,
  waiting: readonly string[],
): readonly F[] {
  return fields.filter(({ id }) => values[id] !== undefined || waiting.includes(id));
}

/** Whether a list shows less than all. */
export function isFiltered(values: FilterValues, beside: readonly string[] = []): boolean {
  return Object.entries(values).some(([name, value]) => value !== undefined && !beside.includes(name));
}
