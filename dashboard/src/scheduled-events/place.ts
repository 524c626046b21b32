import { locationKinds, findLocationType, type LocationType } from '@daybook/contract/locations.data';
import { words } from '../platform/words/words.ts';

/** Where an event takes place, by the kind or its display name; brands keep their name in every language. */
export function formatPlace(kind: string): string {
  const type = kind in locationKinds ? (kind as LocationType) : findLocationType(kind);
  if (type === 'IN_PERSON') return words.events.inPerson;
  if (type === 'PHONE_CALL') return words.events.phoneCall;
  if (type === 'VIDEO_CALL') return words.events.videoCall;
  return type ? locationKinds[type].label : kind;
}
