import type { PersonalData } from '../../platform/personal-data.ts';
import {
  deleteConfirmations,
  deleteEntries,
  deleteRequests,
  eraseGivenPlaces,
  eraseInvitees,
  listPersonBookings,
  listPersonRequests,
  listPersonWaitlist,
  lockEvents,
  setSearch,
} from './personal-data.store.ts';
import { buildSearchText } from './search.ts';

/** Bookings keep their time and lose the person. */
export const bookingsOfPerson: PersonalData = {
  async export(ctx, person) {
    return [
      ...(await listPersonBookings(ctx, person)),
      ...(await listPersonRequests(ctx, person)),
      ...(await listPersonWaitlist(ctx, person)),
    ];
  },
  async erase(ctx, person) {
    const events = await lockEvents(ctx, person.eventIds);
    await eraseInvitees(ctx, person);
    await deleteConfirmations(ctx, person);
    await deleteRequests(ctx, person);
    await deleteEntries(ctx, person);
    await eraseGivenPlaces(ctx, person.eventIds);
    for (const { id, title } of events) await setSearch(ctx, id, await buildSearchText(ctx, id, title));
  },
};
