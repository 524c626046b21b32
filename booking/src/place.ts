import { locationKinds, locationTypeOf, type LocationType } from '@daybook/contract/locations.data';
import type { IconName } from './icons.tsx';
import { interpolate } from './locale.ts';
import type { Words } from './words/words.ts';

/** A location as a visitor sees it. */
export interface Place {
  readonly id: string;
  /** Empty when an event has no location. */
  readonly type: LocationType | '';
  readonly address: string | null;
  readonly details: string | null;
  readonly phone: string | null;
  /** Of a booked event: rooms and the like, one a line. */
  readonly resources?: string | null;
}

export function placeText(words: Words, place: Place | undefined): string {
  if (!place || place.type === '') return '';
  const translated = {
    IN_PERSON: words.site.inPerson,
    PHONE_CALL: words.site.phoneCall,
    VIDEO_CALL: words.site.videoCall,
  };
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

interface Booked {
  readonly hosts: readonly string[];
  /** The invitee's. */
  readonly phone: string | null;
  readonly joinUrl: string;
}

/** Where a booked event takes place and how one gets there, line by line. Empty if it has no location. */
export function placeLines(words: Words, place: Place, booked?: Booked): string[] {
  const resources = place.resources?.split('\n') ?? [];
  if (place.type === '') return resources;
  const lines = [placeText(words, place), place.details, ...resources, booked && wayTo(words, place, booked)];
  return lines.flatMap((line) => line || []);
}

/** Who calls which number, or that the link is still to come. */
function wayTo(words: Words, place: Place, { hosts, phone, joinUrl }: Booked): string {
  const host = hosts.join(', ');
  const icon = placeIcon(place);
  if (icon === 'video' && joinUrl === '') return interpolate(words.booking.linkFollows, { host });
  if (icon !== 'phone') return '';
  if (place.phone) return interpolate(words.form.youCall, { phone: place.phone });
  return phone ? interpolate(words.booking.hostCalls, { host, phone }) : '';
}

/** The location of an event, from the display name and the details that it stores. */
export function bookedPlace(label: string, { id = '', address, details, phone, resources }: Stored): Place {
  return {
    id,
    type: locationTypeOf(label) ?? '',
    address: address ?? null,
    details: details ?? null,
    phone: phone ?? null,
    resources: resources ?? null,
  };
}

type Stored = {
  readonly [name in 'id' | 'address' | 'details' | 'phone' | 'resources']?: string | undefined;
};
