import { useMemo } from 'react';
import type { GridColumn } from './row.tsx';
import { attributeOf, widthOf, type CrmObject } from './rules.ts';
import type { Column } from './search.rules.ts';

/** The columns of the grid, with all that a cell needs to know. */
export function useColumns(
  object: CrmObject,
  objects: readonly CrmObject[],
  columns: readonly Column[],
): readonly GridColumn[] {
  return useMemo(
    () =>
      columns.flatMap(({ key, width }) => {
        const attribute = attributeOf(object, key);
        if (!attribute || attribute.isArchived) return [];
        const related = objects.find(({ slug }) => slug === attribute.relatedObjectSlug);
        return [{ attribute, width: width ?? widthOf(object, attribute), related }];
      }),
    [object, objects, columns],
  );
}

const checkWidth = 40;

/** At least as wide as all columns together. */
export function widthOfAll(columns: readonly GridColumn[]): number {
  return columns.reduce((sum, { width }) => sum + width, checkWidth);
}

export function columnsText(columns: readonly GridColumn[]): string {
  const texts = columns.map(({ width }, index) =>
    index === columns.length - 1 ? `minmax(${width}px, 1fr)` : `${width}px`,
  );
  return `${checkWidth}px ${texts.join(' ')}`;
}
