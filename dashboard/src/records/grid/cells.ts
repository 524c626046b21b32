import type { Place } from './rules.ts';

/** Cells of the grid in the document. */

export const isCoarse = matchMedia('(pointer: coarse)').matches;
export const isRtl = (): boolean => document.documentElement.dir === 'rtl';

/** Where an event happened. */
export function findPlace(target: EventTarget): Place | undefined {
  const cell = (target as HTMLElement).closest<HTMLElement>('[data-column]');
  const row = cell?.closest<HTMLElement>('[data-row]');
  if (!cell || !row) return undefined;
  return { row: Number(row.dataset['row']), column: Number(cell.dataset['column']) };
}

/** The first columns stay in place, and must not cover the cell. */
export function scrollColumnIntoView(
  grid: HTMLElement | null,
  cell: HTMLElement | null,
  pinnedWidth: number,
): void {
  if (!grid || !cell || cell.dataset['column'] === '0' || cell.dataset['column'] === '1') return;
  const [view, box] = [grid.getBoundingClientRect(), cell.getBoundingClientRect()];
  const pinned = isCoarse || innerWidth <= 760 ? 0 : pinnedWidth;
  const [start, end] = isRtl()
    ? [view.left - box.left, box.right - (view.right - pinned)]
    : [view.left + pinned - box.left, box.right - view.right];
  if (start > 0) grid.scrollLeft -= start;
  else if (end > 0) grid.scrollLeft += end;
}
