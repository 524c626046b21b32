import { locationKinds, findLocationType, type LocationType } from '@daybook/contract/locations.data';
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

export function formatPlace(words: Words, place: Place | undefined): string {
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

export function getPlaceIcon({ type }: Pick<Place, 'type'>): IconName {
  return type === '' ? 'pin' : locationKinds[type].icon;
}

interface BookingDetails {
  readonly hosts: readonly string[];
  /** The invitee's. */
  readonly phone: string | null;
  readonly joinUrl: string;
}

/** Where a booked event takes place and how one gets there, line by line. Empty if it has no location. */
export function listPlaceLines(words: Words, place: Place, booked?: BookingDetails): string[] {
  const resources = place.resources?.split('\n') ?? [];
  if (place.type === '') return resources;
  const lines = [
    formatPlace(words, place),
    place.details,
    ...resources,
    booked && wayTo(words, place, booked),
  ];
  return lines.flatMap((line) => line || []);
}

/** Who calls which number, or that the link is still to come. */
function wayTo(words: Words, place: Place, { hosts, phone, joinUrl }: BookingDetails): string {
  const host = hosts.join(', ');
  const icon = getPlaceIcon(place);
  if (icon === 'video' && joinUrl === '') return interpolate(words.booking.linkFollows, { host });
  if (icon !== 'phone') return '';
  if (place.phone) return interpolate(words.form.youCall, { phone: place.phone });
  return phone ? interpolate(words.booking.hostCalls, { host, phone }) : '';
}

/** The location of an event, from the display name and the details that it stores. */
export function buildBookedPlace(
  label: string,
  { id = '', address, details, phone, resources }: StoredLocation,
): Place {
  return {
    id,
    type: findLocationType(label) ?? '',
    address: address ?? null,
    details: details ?? null,
    phone: phone ?? null,
    resources: resources ?? null,
  };
}

type StoredLocation = {
  readonly [name in 'id' | 'address' | 'details' | 'phone' | 'resources']?: string | undefined;
};
