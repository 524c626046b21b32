/** Which rows and pages of a long list are needed, of which only a window is rendered. Pure, so that Node can test it. */

/**
 * The key of a row's element in a window of `size` rows. Rows that leave the window lend theirs to those that enter, which takes a
 * key for each place and no more. The active row keeps its own wherever it is, since it may have the focus; a row in the window that
 * would share it gets another.
 */
export function getElementKey(row: number, active: number, size: number): string {
  const key = row % size;
  return row !== active && key === active % size ? `other-${key}` : String(key);
}

/** The rows to render: the window, and the active row if it is elsewhere. */
export function listRenderedRows(first: number, last: number, active: number, count: number): number[] {
  const rows = Array.from({ length: Math.max(0, last - first) }, (_, index) => first + index);
  if (active >= 0 && active < count && (active < first || active >= last)) rows.push(active);
  return rows;
}

/** The pages of a list, from 1, that hold these rows. */
export function listPages(first: number, last: number, size: number): number[] {
  const from = Math.floor(first / size) + 1;
  const to = Math.max(from, Math.ceil(last / size));
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}
