import { locationTypeOf } from '@daybook/contract/locations.data';
import { words } from '../platform/words/words.ts';

/** Where an event takes place; brands keep their name in every language. */
export function placeText(label: string): string {
  const type = locationTypeOf(label);
  if (type === 'IN_PERSON') return words.events.inPerson;
  return type === 'PHONE_CALL' ? words.events.phoneCall : label;
}
