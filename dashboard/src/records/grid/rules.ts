/** Moving through a grid by keys. Pure, so that Node can test it. */

export interface Place {
  readonly row: number;
  readonly column: number;
}

export interface Extent {
  readonly rows: number;
  readonly columns: number;
  /** Rows that PageUp and PageDown move by. */
  readonly page: number;
}

interface Key {
  readonly key: string;
  readonly isWithControl: boolean;
}

/** Where a key leads, or undefined for a key that does not move. Left and right follow the reading direction. */
export function movePlace(
  place: Place,
  { key, isWithControl }: Key,
  extent: Extent,
  isRtl: boolean,
): Place | undefined {
  const forward = isRtl ? -1 : 1;
  const lastColumn = extent.columns - 1;
  const lastRow = extent.rows - 1;
  const to = (row: number, column: number): Place => ({
    row: Math.max(0, Math.min(row, lastRow)),
    column: Math.max(0, Math.min(column, lastColumn)),
  });
  const { row, column } = place;
  switch (key) {
    case 'ArrowDown':
      return to(isWithControl ? lastRow : row + 1, column);
    case 'ArrowUp':
      return to(isWithControl ? 0 : row - 1, column);
    case 'ArrowRight':
      return to(row, column + forward);
    case 'ArrowLeft':
      return to(row, column - forward);
    case 'Home':
      return to(isWithControl ? 0 : row, 0);
    case 'End':
      return to(isWithControl ? lastRow : row, lastColumn);
    case 'PageDown':
      return to(row + extent.page, column);
    case 'PageUp':
      return to(row - extent.page, column);
    default:
      return undefined;
  }
}

/** Whether a key begins to type into a cell: a letter, digit or sign, but no shortcut, and not the one that finds. */
export function isTyping(event: {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}): boolean {
  const { key, ctrlKey, metaKey, altKey } = event;
  return [...key].length === 1 && key !== ' ' && key !== '/' && !ctrlKey && !metaKey && !altKey;
}
