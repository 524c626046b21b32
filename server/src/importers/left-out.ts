/** What is not imported, grouped by what it is and why. */
export interface LeftOutGroup {
  /** In the plural, such as `Event types`. */
  readonly kind: string;
  /** A field of theirs, if the rest of each was imported. */
  readonly field?: string | undefined;
  readonly why: string;
  readonly count: number;
  /** The first few of them by name. */
  readonly examples: readonly string[];
}

export interface LeftOut {
  readonly kind: string;
  readonly field?: string | undefined;
  readonly why: string;
  readonly name: string;
}

export interface LeftOutList {
  add(item: LeftOut): void;
  groups(): LeftOutGroup[];
}

const maxExamples = 5;

/** Groups as it goes, so that a million items take no more memory than a few; `onItem` sees each. */
export function createLeftOutList(onItem: (item: LeftOut) => void = () => {}): LeftOutList {
  const groups = new Map<string, { first: LeftOut; count: number; examples: string[] }>();
  return {
    add(item) {
      onItem(item);
      const key = JSON.stringify([item.kind, item.field, item.why]);
      const group = groups.get(key) ?? { first: item, count: 0, examples: [] };
      groups.set(key, group);
      group.count += 1;
      if (group.examples.length < maxExamples && !group.examples.includes(item.name))
        group.examples.push(item.name);
    },
    groups: () =>
      [...groups.values()].map(({ first: { kind, field, why }, count, examples }) => ({
        kind,
        ...(field !== undefined && { field }),
        why,
        count,
        examples,
      })),
  };
}
