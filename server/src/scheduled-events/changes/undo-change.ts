import type { z } from 'zod';
import { findMember } from '../../members/public.ts';
import { isAdmin } from '../../platform/auth/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { waitForEffects } from '../../platform/outbox.ts';
import { deletePostponed, listPostponed, type PostponedEvent } from '../../platform/postponed.ts';
import { conflict } from '../../platform/problems.ts';
import {
  inviteeHandedOver,
  inviteeRescheduled,
  lockEventWithHosts,
  requireHost,
  type EventWithHosts,
} from '../core/public.ts';
import { replaceOneHost } from './reassign-event.ts';
import { moveEvent } from './reschedule.ts';

/**
 * Undoes the last reschedule or reassignment, if the actor made it or is an admin, as long as nobody was told: the effects of both changes are dropped
 * (docs/decisions/0187).
 */
export async function undoChange(ctx: Ctx, id: string): Promise<void> {
  await waitForEffects(ctx);
  const current = await lockEventWithHosts(ctx, id);
  const change = await findUndoable(ctx, id);
  // Someone who has reassigned the event may no longer be its host.
  if (!change) requireHost(ctx, current.hostIds);
  if (!change) throw tooLate();
  if (change.name === inviteeRescheduled.name) await moveBack(ctx, current, change);
  else await reassignBack(ctx, current, change);
  await deletePostponed(ctx, id, change.firstPosition);
}

/** Until when the actor can undo the last change of an event. */
export async function findUndoEnd(ctx: Ctx, id: string): Promise<string | null> {
  return (await findUndoable(ctx, id))?.runAt ?? null;
}

interface UndoableChange extends PostponedEvent {
  /** Of the first of its events: it was published for each invitee. */
  readonly firstPosition: number;
}

async function findUndoable(ctx: Ctx, id: string): Promise<UndoableChange | undefined> {
  const postponed = await listPostponed(ctx, id);
  const [last] = postponed;
  const isUndoable = [inviteeRescheduled.name, inviteeHandedOver.name].includes(last?.name ?? '');
  const isAllowed = isAdmin(ctx.actor) || last?.memberId === ctx.actor.memberId;
  if (!last || !isUndoable || !isAllowed) return undefined;
  const versionOf = ({ payload }: PostponedEvent): number =>
    (payload as z.output<typeof inviteeRescheduled.payload>).meeting.sequence;
  const same = postponed.filter((each) => versionOf(each) === versionOf(last));
  return { ...last, firstPosition: same.at(-1)?.position ?? last.position };
}

async function moveBack(ctx: Ctx, current: EventWithHosts, { payload }: UndoableChange): Promise<void> {
  const { from } = inviteeRescheduled.payload.parse(payload);
  const startsAt = new Date(from.startsAt).toISOString();
  await moveEvent(ctx, current, {
    date: startsAt.slice(0, 10),
    start: startsAt.slice(11, 16),
    timeZone: 'UTC',
    duration: (Date.parse(from.endsAt) - Date.parse(from.startsAt)) / 60_000,
    anyTime: true,
    hostIds: from.hostIds,
  });
}

async function reassignBack(ctx: Ctx, current: EventWithHosts, { payload }: UndoableChange): Promise<void> {
  const { fromHostIds, toHostId } = inviteeHandedOver.payload.parse(payload);
  const former = await findMember(ctx, fromHostIds[0] ?? '');
  const taker = await findMember(ctx, toHostId ?? '');
  if (!former || !taker) throw tooLate();
  const handover = { newHostEmail: former.email, hostEmail: taker.email, requireHostAvailability: false };
  await replaceOneHost(ctx, current, handover);
}

function tooLate() {
  return conflict(
    'This can’t be undone: everyone was told, or the event was changed again. Change it again.',
  );
}
