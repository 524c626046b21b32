import { useMemo } from 'react';
import type { GridColumn } from './row.tsx';
import { findAttribute, isNumeric, getColumnWidth, type Attribute, type CrmObject } from '../rules.ts';
import type { Column } from '../search.rules.ts';

/** The columns of the grid, with all that a cell needs to know. */
export function useColumns(
  object: CrmObject,
  objects: readonly CrmObject[],
  columns: readonly Column[],
): readonly GridColumn[] {
  return useMemo(
    () =>
      columns.flatMap(({ key, width }) => {
        const attribute = findAttribute(object, key);
        if (!attribute || attribute.isArchived) return [];
        const related = objects.find(({ slug }) => slug === attribute.relatedObjectSlug);
        const isPlain = isPlainText(object, attribute);
        const className = [isNumeric(attribute) && 'num', isPlain && 'plain'].filter(Boolean).join(' ');
        return [
          {
            attribute,
            width: width ?? getColumnWidth(object, attribute),
            related,
            isPlain,
            className: className || undefined,
          },
        ];
      }),
    [object, objects, columns],
  );
}

const plainTypes: readonly string[] = ['text', 'number', 'currency', 'phone_number', 'date', 'datetime'];

function isPlainText(object: CrmObject, { key, type }: Attribute): boolean {
  return plainTypes.includes(type) && key !== object.primaryAttribute;
}

/** Of the column with the check boxes. */
export const checkWidth = 40;

/** At least as wide as all columns together. */
export function sumWidths(columns: readonly GridColumn[]): number {
  return columns.reduce((sum, { width }) => sum + width, checkWidth);
}

export function formatGridColumns(columns: readonly GridColumn[]): string {
  const texts = columns.map(({ width }, index) =>
    index === columns.length - 1 ? `minmax(${width}px, 1fr)` : `${width}px`,
  );
  return `${checkWidth}px ${texts.join(' ')}`;
}
