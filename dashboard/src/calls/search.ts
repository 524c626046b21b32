import { omitEmpty, readDate, findChoice, readText } from '../platform/address.ts';

/** What the pages about calls show, as it stands in the address. */

export const statuses = ['pending', 'in_progress', 'completed', 'failed', 'cancelled'] as const;

export interface CallSearch {
  readonly state?: (typeof statuses)[number];
  readonly agent?: string;
  readonly from?: string;
  readonly to?: string;
  readonly q?: string;
}

export function parseCallSearch(raw: Readonly<Record<string, unknown>>): CallSearch {
  return omitEmpty({
    state: findChoice(statuses, raw['state']),
    agent: readText(raw['agent']),
    from: readDate(raw['from']),
    to: readDate(raw['to']),
    q: readText(raw['q']),
  });
}

export interface NewCallSearch {
  /** The call whose details the new one takes over, as `agent/id`. */
  readonly like?: string;
  /** Whom to call. */
  readonly name?: string;
  readonly phone?: string;
  readonly email?: string;
}

export function parseNewCall(raw: Readonly<Record<string, unknown>>): NewCallSearch {
  const text = (name: string) => readText(raw[name]);
  return omitEmpty({ like: text('like'), name: text('name'), phone: text('phone'), email: text('email') });
}
