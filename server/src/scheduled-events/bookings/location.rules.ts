import type { pageLocation } from '@daybook/contract/event-types';
import { getLocationKind, type LocationOption, type LocationType } from '@daybook/contract/locations.data';
import type { newBooking } from '@daybook/contract/scheduled-events';
import type { z } from 'zod';
import type { FieldErrors } from '../../platform/problems.ts';

export type PageLocation = z.output<typeof pageLocation>;
type Booking = Partial<Pick<z.output<typeof newBooking>, 'location' | 'locationId' | 'locationOptions'>>;

/** The location that a booking names: by its id, or as the first of a type. */
function chosenLocation(
  { location, locationId }: Booking,
  locations: readonly PageLocation[],
): PageLocation | undefined {
  return locations.find(({ id, type }) => (locationId ? id === locationId : type === location));
}

export function findLocationType(
  booking: Booking,
  locations: readonly PageLocation[],
): LocationType | undefined {
  return chosenLocation(booking, locations)?.type ?? booking.location ?? undefined;
}

export function validateLocation(booking: Booking, locations: readonly PageLocation[]): FieldErrors {
  const { location, locationId, locationOptions } = booking;
  const chosen = chosenLocation(booking, locations);
  const types = [...new Set(locations.map(({ type }) => type))].join(', ');
  if (locationId) {
    if (!chosen) return { locationId: ['Must be the id of a location of this page.'] };
    if (location && location !== chosen.type) {
      return { location: [`Must be ${chosen.type}, the type of locationId, or be omitted.`] };
    }
  } else if (locations.length > 0) {
    if (!location) return { location: [`Choose one of: ${types}.`] };
    if (!chosen) return { location: [`This page offers: ${types}.`] };
  }
  const missing = requiredOptions(booking, chosen).filter((name) => !locationOptions?.[name]);
  return Object.fromEntries(missing.map((name) => [`locationOptions.${name}`, ['This field is required.']]));
}

/** A booking that names a location by its id need not repeat what the page says of it. */
function requiredOptions(
  { location, locationId }: Booking,
  chosen: PageLocation | undefined,
): readonly LocationOption[] {
  if (chosen && locationId) return isWithoutAddress(chosen) ? ['address'] : [];
  return location ? getLocationKind(location).requiredOptions : [];
}

function isWithoutAddress({ type, address }: PageLocation): boolean {
  return getLocationKind(type).requiredOptions.includes('address') && !address;
}

/** Where an event takes place, as its row has it. A location that was named by its id is as its page says. */
export function buildEventLocation(
  booking: Booking,
  locations: readonly PageLocation[],
  resources: { readonly resources?: string } = {},
) {
  const { locationId, locationOptions } = booking;
  const chosen = chosenLocation(booking, locations);
  const type = findLocationType(booking, locations);
  return {
    location_type: type ? getLocationKind(type).label : '',
    location_join_url: chosen?.joinUrl ?? '',
    location_details: JSON.stringify(
      locationId
        ? { ...callType(chosen), ...locationOptions, ...chosen, ...resources }
        : { type, ...chosen, ...locationOptions, ...resources },
    ),
  };
}

/** Who calls whom: a page that gives a number is called. */
function callType(location: PageLocation | undefined): { callType?: string } {
  if (!location || !getLocationKind(location.type).needsPhone) return {};
  return { callType: location.phone ? 'INVITEE_WILL_CALL' : 'I_WILL_CALL' };
}
