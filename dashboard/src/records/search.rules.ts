import type { Input, Result } from '@daybook/client';
import { toFilterBody, parseFilterBody, listDefaultColumns, type CrmObject, type Filter } from './rules.ts';
import type { RecordSearch } from './search.ts';

/** What a list shows: a saved view, and what the address changes about it. Pure, so that Node can test it. */

export type View = Result<'listViews'>['items'][number];

/** What the address is to change; undefined takes a part out of it. */
export type SearchChanges = { readonly [K in keyof RecordSearch]: RecordSearch[K] | undefined };

export interface Column {
  readonly key: string;
  readonly width: number | null;
}

export interface Settings {
  readonly filter: readonly Filter[];
  /** A filter that is no list of conditions: it can be taken away, and not be changed here. */
  readonly nested?: unknown;
  readonly sort: readonly string[];
  readonly columns: readonly Column[];
  readonly groupBy: string | null;
}

/** What a view has saved; without one, all records in their usual columns. */
export function getSavedSettings(object: CrmObject, view: View | undefined): Settings {
  const columns = view?.columns.map(({ key, width }) => ({ key, width })) ?? [];
  const usual = listDefaultColumns(object).map((key) => ({ key, width: null }));
  const filter = parseFilterBody(view?.filter);
  return {
    filter: filter ?? [],
    ...(!filter && { nested: view?.filter }),
    sort: view?.sort ?? [],
    columns: columns.length > 0 ? columns : usual,
    groupBy: view?.kind === 'board' ? view.groupBy : null,
  };
}

/** What is shown: as saved, except where the address says otherwise. */
export function resolveShownSettings(saved: Settings, { where, by, cols, lanes }: RecordSearch): Settings {
  const isNested = saved.nested !== undefined && where === undefined;
  return {
    filter: where ?? saved.filter,
    ...(isNested && { nested: saved.nested }),
    sort: by ?? saved.sort,
    columns: cols?.map((text) => columnIn(text, saved.columns)) ?? saved.columns,
    groupBy: lanes === undefined ? saved.groupBy : lanes || null,
  };
}

const minWidth = 64;
const maxWidth = 1000;

export function clampWidth(width: number): number {
  return Math.round(Math.max(minWidth, Math.min(maxWidth, width)));
}

function columnIn(text: string, saved: readonly Column[]): Column {
  const [key = '', drawn = ''] = text.split(':');
  if (/^\d{1,4}$/.test(drawn)) return { key, width: clampWidth(Number(drawn)) };
  return saved.find((column) => column.key === key) ?? { key, width: null };
}

/** The columns as the address has them, one with another width. */
export function setColumnWidth(columns: readonly Column[], key: string, width: number): string[] {
  return columns.map((column) => formatColumn(column.key === key ? { key, width } : column));
}

/** The columns in another order; those that aren't shown come last. */
export function orderColumns(columns: readonly Column[], keys: readonly string[]): string[] {
  const place = ({ key }: Column): number => (keys.includes(key) ? keys.indexOf(key) : keys.length);
  return columns.toSorted((a, b) => place(a) - place(b)).map(formatColumn);
}

export function formatColumn({ key, width }: Column): string {
  return width === null ? key : `${key}:${width}`;
}

export function isChanged(saved: Settings, shown: Settings): boolean {
  return JSON.stringify(saved) !== JSON.stringify(shown);
}

/** What is saved of a view. */
export function toViewBody({ filter, nested, sort, columns, groupBy }: Settings) {
  return {
    kind: groupBy === null ? 'table' : 'board',
    filter: nested ?? toFilterBody(filter),
    sort: [...sort],
    columns: columns.map(({ key, width }) => ({ key, width, isPinned: false })),
    groupBy,
  } as const satisfies Input<'updateView'>['body'];
}

/** The next order when a column's heading is pressed: ascending, descending, none. */
export function getNextSort(sort: readonly string[], key: string): string[] {
  if (sort[0] === key) return [`-${key}`];
  return sort[0] === `-${key}` ? [] : [key];
}
