import { getLocationKind } from '@daybook/contract/locations.data';
import type { Page } from '@daybook/contract/envelopes';
import type { Input } from '@daybook/contract/route';
import type { bookedEvent, listScheduledEvents } from '@daybook/contract/scheduled-events';
import type { z } from 'zod';
import { findAnswerFile, type FileRow } from '../../files/public.ts';
import { findMemberByEmail, findMemberBySlug, findTeamBySlug, isTeamMember } from '../../members/public.ts';
import { requireAdmin, isAdmin } from '../../platform/auth/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { forbidden, invalidField, notFound } from '../../platform/problems.ts';
import { requireHost, listHostIds } from '../core/public.ts';
import { countEvents, findFullEvents, listPlaces, type EventFilter } from './listing.store.ts';
import { parseCursor, serializeCursor } from './rules.ts';
import { listOccurrences, type OccurrenceRow } from './occurrences.store.ts';
import { serializeBooking, serializeEvent, type EventView } from './view.ts';

type Query = Input<typeof listScheduledEvents>['query'];

export async function listEvents(
  ctx: Ctx,
  query: Query,
  page: { limit: number; offset: number },
): Promise<Page<EventView>> {
  const whose = await whoseEvents(ctx, query);
  if (whose === 'nobody') return { items: [], total: 0 };
  const { sort, cursor, location, keyword, ...fields } = query;
  const after = cursor === undefined ? undefined : parseCursor(cursor);
  if (cursor !== undefined && !after) throw invalidField('cursor', 'Must be a cursor from `nextPage`.');
  const filter: EventFilter = {
    ...fields,
    ...whose,
    keyword: keyword?.trim() || undefined,
    locationLabel: location && getLocationKind(location).label,
  };
  const found = await listPlaces(ctx, filter, { sort, after, limit: page.limit + 1, offset: page.offset });
  const listed = found.slice(0, page.limit);
  const last = listed.at(-1);
  const events = await findFullEvents(
    ctx,
    listed.map(({ id }) => id),
  );
  return {
    items: events.map((event) => serializeEvent(ctx, event)),
    total: await countEvents(ctx, filter),
    nextCursor: found.length > listed.length && last ? serializeCursor(last) : null,
  };
}

/** Whose events are asked for: one's own, unless the query names somebody else, whom only an admin may look at. */
async function whoseEvents(
  ctx: Ctx,
  { scope, userSlug, hostEmail, teamSlug }: Query,
): Promise<Pick<EventFilter, 'hostIds' | 'teamId'> | 'nobody'> {
  if (scope === 'all') requireAdmin(ctx.actor);
  const named = [
    ...(userSlug === undefined ? [] : [await findMemberBySlug(ctx, userSlug)]),
    ...(hostEmail === undefined ? [] : [await findMemberByEmail(ctx, hostEmail)]),
  ];
  if (named.some((member) => member?.id !== ctx.actor.memberId)) requireAdmin(ctx.actor);
  const team = teamSlug === undefined ? undefined : await findTeamBySlug(ctx, teamSlug);
  if (team && !isAdmin(ctx.actor) && !(await isTeamMember(ctx, team.id, ctx.actor.memberId))) {
    throw forbidden('Only members of the team, owners and admins can do this.');
  }
  // Somebody who does not exist hosts nothing.
  if (named.includes(undefined) || (teamSlug !== undefined && !team)) return 'nobody';
  const hostIds = new Set(named.flatMap((member) => member?.id ?? []));
  // What `GET /scheduled-events/{uuid}` would refuse is not listed either.
  const seesAll = isAdmin(ctx.actor) && (scope === 'all' || team !== undefined || named.length > 0);
  if (!seesAll) hostIds.add(ctx.actor.memberId);
  return { teamId: team?.id, hostIds: [...hostIds] };
}

export async function readEvent(ctx: Ctx, id: string): Promise<EventView> {
  const event = await loadEvent(ctx, id);
  requireHost(ctx, await listHostIds(ctx, id));
  return serializeEvent(ctx, event);
}

/** A file that one of the invitees gave as an answer. */
export async function loadAnswerFile(ctx: Ctx, eventId: string, fileId: string): Promise<FileRow> {
  const { invitees } = await loadEvent(ctx, eventId);
  requireHost(ctx, await listHostIds(ctx, eventId));
  const isAnswer = invitees.some(({ answers }) => answers?.some((answer) => answer.fileId === fileId));
  const file = isAnswer ? await findAnswerFile(ctx, fileId) : undefined;
  if (!file) throw notFound('File');
  return file;
}

/** The event as it is after a change that the actor was allowed to make. */
export async function showEvent(ctx: Ctx, id: string): Promise<EventView> {
  return serializeEvent(ctx, await loadEvent(ctx, id));
}

export async function showBooking(
  ctx: Ctx,
  booked: { eventId: string; inviteeId: string },
): Promise<z.output<typeof bookedEvent>> {
  const view = serializeBooking(ctx, await loadEvent(ctx, booked.eventId), booked.inviteeId);
  const series = view.invitees[0]?.series;
  if (!series) return view;
  const rows = await listOccurrences(ctx, series.uuid);
  return { ...view, occurrences: rows.map(occurrenceView) };
}

function occurrenceView({ event_id, invitee_id, starts_at, ends_at }: OccurrenceRow) {
  return { uuid: event_id, inviteeUuid: invitee_id, startTime: starts_at, endTime: ends_at };
}

async function loadEvent(ctx: Ctx, id: string) {
  const [event] = await findFullEvents(ctx, [id]);
  if (!event) throw notFound('Event');
  return event;
}
