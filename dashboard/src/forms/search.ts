import { omitEmpty, parseEveryone, readDate, readText, type EveryoneSearch } from '../platform/address.ts';
import { parseState, type StateSearch } from '../platform/state-filter.ts';

/** Which forms are listed, as it stands in the address. */
export interface FormSearch extends EveryoneSearch, StateSearch {
  readonly q?: string;
}

export function parseFormSearch(raw: Readonly<Record<string, unknown>>): FormSearch {
  return { ...parseEveryone(raw), ...parseState(raw), ...omitEmpty({ q: readText(raw['q']) }) };
}

/** What the list of submissions shows, as it stands in the address. */
export interface SubmissionSearch {
  /** The one that is open beside the list. */
  readonly submission?: string;
  readonly from?: string;
  readonly to?: string;
  readonly q?: string;
}

export function parseSubmissionSearch(raw: Readonly<Record<string, unknown>>): SubmissionSearch {
  return omitEmpty({
    submission: readText(raw['submission']),
    from: readDate(raw['from']),
    to: readDate(raw['to']),
    q: readText(raw['q']),
  });
}
