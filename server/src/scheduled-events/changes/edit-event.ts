import { getLocationKind } from '@daybook/contract/locations.data';
import type { editScheduledEvent } from '@daybook/contract/scheduled-events';
import type { Input } from '@daybook/contract/route';
import { endConference, planConference, requestConference } from '../../conferencing/public.ts';
import type { Ctx } from '../../platform/context.ts';
import { conflict, invalidField } from '../../platform/problems.ts';
import {
  lockOwnEvent,
  type EventWithHosts,
  inviteeUpdated,
  toMeeting,
  listActiveInvitees,
  updateEvent,
  updateInvitees,
  type EventRow,
  type InviteeRow,
} from '../core/public.ts';
import { countMail, findPageDetails } from '../bookings/public.ts';
import { buildSearchText } from './search.ts';

type Edit = Input<typeof editScheduledEvent>['body'];
type Place = NonNullable<Edit['location']>;

/** Changes what is said of an event. Its time and hosts stay. */
export async function editEvent(ctx: Ctx, id: string, edit: Edit): Promise<void> {
  const locked = await lockOwnEvent(ctx, id);
  const { event, hostIds } = locked;
  if (event.status === 'cancelled') throw conflict('A canceled event can’t be changed.');
  if (Date.parse(event.ends_at) <= ctx.now.getTime()) throw conflict('This event is over.');
  const invitees = await listActiveInvitees(ctx, id);
  const guests = await changeGuests(ctx, invitees, edit.guests);
  const title = edit.title ?? event.title;
  const notes = edit.notes === undefined ? event.notes : edit.notes?.trim() || null;
  const elsewhere = edit.location && !isAt(event, edit.location) ? edit.location : undefined;
  // Nobody gets mail, and no calendar a new version, of what they know already.
  if (title === event.title && notes === event.notes && !elsewhere && !haveChanged(guests)) return;
  const place = elsewhere ? await changePlace(ctx, locked, elsewhere) : {};
  const search = await buildSearchText(ctx, id, title);
  const changed = await updateEvent(ctx, id, { ...place, title, notes, search });
  const about = { eventId: id, meeting: toMeeting(changed, hostIds), ...guests };
  await ctx.publishAll(
    inviteeUpdated,
    invitees.map(({ id: inviteeId }) => ({ ...about, inviteeId })),
  );
  await countMail(
    ctx,
    event.event_type_id,
    invitees.map(({ email }) => email),
    edit.guests ?? invitees.flatMap((invitee) => invitee.guests ?? []),
  );
}

interface GuestChanges {
  readonly addedGuests: string[];
  readonly removedGuests: string[];
}

/** Guests belong to the invitee who brings them. */
async function changeGuests(
  ctx: Ctx,
  invitees: readonly InviteeRow[],
  guests: string[] | undefined,
): Promise<GuestChanges> {
  if (!guests) return { addedGuests: [], removedGuests: [] };
  const [invitee, other] = invitees;
  if (!invitee || other) {
    throw invalidField('guests', 'This event has several invitees, who manage their own guests.');
  }
  await updateInvitees(ctx, [invitee.id], { guests: guests.length > 0 ? guests : null });
  const without = (list: readonly string[], others: readonly string[]): string[] => {
    const known = new Set(others.map((email) => email.toLowerCase()));
    return list.filter((email) => !known.has(email.toLowerCase()));
  };
  const before = invitee.guests ?? [];
  return { addedGuests: without(guests, before), removedGuests: without(before, guests) };
}

/** Whether it takes place there already, as far as people see it. Without a link, the event keeps the one that it has. */
function isAt(event: EventRow, { type, joinUrl, ...place }: Place): boolean {
  const known = event.location_details as Partial<Place>;
  return (
    getLocationKind(type).label === event.location_type &&
    (joinUrl ?? event.location_join_url) === event.location_join_url &&
    (['address', 'details', 'phone'] as const).every(
      (field) => (place[field] ?? null) === (known[field] ?? null),
    )
  );
}

/** Another order of guests, or another spelling of their addresses, is nothing to write of. */
function haveChanged({ addedGuests, removedGuests }: GuestChanges): boolean {
  return addedGuests.length > 0 || removedGuests.length > 0;
}

/** Another place ends the conference that the former one had, and gets one as a booking does. */
async function changePlace(ctx: Ctx, { event, hostIds }: EventWithHosts, { joinUrl = '', ...place }: Place) {
  const location = { location_type: getLocationKind(place.type).label, location_join_url: joinUrl };
  const { resources } = event.location_details as { readonly resources?: string };
  const location_details = JSON.stringify({ ...place, resources });
  if (location.location_type === event.location_type && joinUrl === '') return { location_details };
  const hadConference = await endConference(ctx, event.id);
  const { conferencing } = await findPageDetails(ctx, event.event_type_id);
  const conference = planConference(ctx, conferencing, event.id, location);
  // One that is ending has to be removed elsewhere first; until then its host sends the link.
  if (!hadConference) await requestConference(ctx, event.id, hostIds, conference.kind);
  return { ...location, location_join_url: conference.joinUrl, location_details };
}
