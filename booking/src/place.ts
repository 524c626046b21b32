import { locationKinds, type LocationType } from '@daybook/contract/locations.data';
import type { IconName } from './icons.tsx';
import type { Words } from './words/words.ts';

/** A location as a visitor sees it. */
export interface Place {
  readonly id: string;
  /** Empty when an event has no location. */
  readonly type: LocationType | '';
  readonly address: string | null;
  readonly details: string | null;
  readonly phone: string | null;
}

export function placeText(words: Words, place: Place | undefined): string {
  if (!place || place.type === '') return '';
  const translated = { IN_PERSON: words.site.inPerson, PHONE_CALL: words.site.phoneCall };
  const name = { ...translated, ...brands }[place.type];
  return [name, place.address].filter(Boolean).join(', ');
}

const { ZOOM, GOOGLE_MEET, MICROSOFT_TEAMS } = locationKinds;

/** Names that are the same in every language. */
const brands = {
  ZOOM: ZOOM.label,
  GOOGLE_MEET: GOOGLE_MEET.label,
  MICROSOFT_TEAMS: MICROSOFT_TEAMS.label,
};

export function placeIcon({ type }: Pick<Place, 'type'>): IconName {
  return type === '' ? 'pin' : locationKinds[type].icon;
}
