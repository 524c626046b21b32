import { omitEmpty, readText } from '../platform/address.ts';

/** What the list of submissions shows, as it stands in the address. */
export interface SubmissionSearch {
  /** The one that is open beside the list. */
  readonly submission?: string;
}

export function parseSubmissionSearch(raw: Readonly<Record<string, unknown>>): SubmissionSearch {
  return omitEmpty({ submission: readText(raw['submission']) });
}
