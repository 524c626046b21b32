import { readText } from '../platform/address.ts';
import type { Filter, FilterValue } from './rules.ts';

/** What a list of records shows, as it stands in the address. */
export interface RecordSearch {
  /** `all` or the id of a view; the last one that was open, if it is not said. */
  readonly view?: string;
  readonly q?: string;
  /** The filter. */
  readonly where?: readonly Filter[];
  /** The order. */
  readonly by?: readonly string[];
  /** Keys, with `:width` where somebody has set it. */
  readonly cols?: readonly string[];
  /** The attribute of the board's lanes; empty for a table. */
  readonly lanes?: string;
  /** The record in the panel. */
  readonly peek?: string;
}

/** Leaves out what is not right: a link that was cut still opens the list. */
export function parseRecordSearch(raw: Readonly<Record<string, unknown>>): RecordSearch {
  const entries = Object.entries({
    view: readText(raw['view']),
    q: readText(raw['q']),
    where: Array.isArray(raw['where']) ? raw['where'].flatMap(filterIn) : undefined,
    by: textsIn(raw['by']),
    cols: textsIn(raw['cols']),
    lanes: raw['lanes'] === '' ? '' : readText(raw['lanes']),
    peek: readText(raw['peek']),
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as RecordSearch;
}

/** The import that is watched. */
export function parseImportSearch(raw: Readonly<Record<string, unknown>>): { readonly run?: string } {
  const run = readText(raw['run']);
  return run ? { run } : {};
}

function textsIn(value: unknown): string[] | undefined {
  return Array.isArray(value) ? value.flatMap((item) => readText(item) ?? []).slice(0, 50) : undefined;
}

function filterIn(item: unknown): Filter[] {
  if (!Array.isArray(item) || typeof item[0] !== 'string' || typeof item[1] !== 'string') return [];
  const value: unknown = item[2];
  const isValue =
    ['string', 'number', 'boolean'].includes(typeof value) ||
    (Array.isArray(value) && value.every((each) => typeof each === 'string'));
  return isValue ? [[item[0], item[1], value as FilterValue]] : [];
}
