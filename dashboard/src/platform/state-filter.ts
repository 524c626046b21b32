import { findChoice, omitEmpty } from './address.ts';

/** Lists of things that are on or off. */
export interface StateSearch {
  readonly state?: 'on' | 'off';
}

export function parseState(raw: Readonly<Record<string, unknown>>): StateSearch {
  return omitEmpty({ state: findChoice(['on', 'off'], raw['state']) });
}

/** As the API asks for it. */
export function toIsActive({ state }: StateSearch): { isActive?: 'true' | 'false' } {
  return state ? { isActive: state === 'on' ? 'true' : 'false' } : {};
}
