import type { PersonalData } from '../platform/personal-data.ts';
import {
  deleteConfirmations,
  deleteEntries,
  deleteRequests,
  eraseGivenPlaces,
  eraseInvitees,
  listBookingsOf,
  listRequestsOf,
  listWaitingOf,
  lockEvents,
  setSearch,
} from './personal-data.store.ts';
import { searchText } from './search.ts';

/** Bookings keep their time and lose the person. */
export const bookingsOfPerson: PersonalData = {
  async export(ctx, person) {
    return [
      ...(await listBookingsOf(ctx, person)),
      ...(await listRequestsOf(ctx, person)),
      ...(await listWaitingOf(ctx, person)),
    ];
  },
  async erase(ctx, person) {
    const events = await lockEvents(ctx, person.eventIds);
    await eraseInvitees(ctx, person);
    await deleteConfirmations(ctx, person);
    await deleteRequests(ctx, person);
    await deleteEntries(ctx, person);
    await eraseGivenPlaces(ctx, person.eventIds);
    for (const { id, title } of events) await setSearch(ctx, id, await searchText(ctx, id, title));
  },
};
