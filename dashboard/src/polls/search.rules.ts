import { findChoice, omitEmpty, parseEveryone, type EveryoneSearch } from '../platform/address.ts';

export const pollStatuses = ['open', 'finalised', 'cancelled', 'expired'] as const;

/** Which polls are listed, as it stands in the address. */
export interface PollSearch extends EveryoneSearch {
  readonly status?: (typeof pollStatuses)[number];
}

export function parsePollSearch(raw: Readonly<Record<string, unknown>>): PollSearch {
  return { ...parseEveryone(raw), ...omitEmpty({ status: findChoice(pollStatuses, raw['status']) }) };
}

export function buildPollQuery({ scope, status }: PollSearch) {
  return omitEmpty({ scope, status });
}
