import type {
  createResource as createRoute,
  updateResource as updateRoute,
} from '@daybook/contract/resources';
import type { Input } from '@daybook/contract/route';
import type { Ctx } from '../platform/context.ts';
import { generateUuid } from '../platform/ids.ts';
import { conflict, notFound, throwIfInvalid, type FieldErrors } from '../platform/problems.ts';
import { roomAdded } from './events.ts';
import { loadResource } from './read-resources.ts';
import * as store from './store.ts';

const maxResources = 100;

type NewResource = Input<typeof createRoute>['body'];
type Changes = Input<typeof updateRoute>['body'];

export async function createResource(ctx: Ctx, given: NewResource): Promise<store.ResourceRow> {
  await store.lockResources(ctx);
  throwIfInvalid(await validateNewResource(ctx, given));
  if ((await store.countResources(ctx, { activeOnly: false })) >= maxResources) {
    throw conflict(`A workspace can have at most ${maxResources} resources. Delete some first.`);
  }
  const { name, capacity = null, location = null, isActive: is_active } = given;
  const kind = await spellingOf(ctx, given.kind);
  return store.insertResource(ctx, { id: generateUuid(), name, kind, capacity, location, is_active });
}

export async function validateNewResource(
  ctx: Ctx,
  { kind, name }: Partial<NewResource>,
): Promise<FieldErrors> {
  return kind === undefined || name === undefined ? {} : validateName(ctx, kind, name);
}

async function validateName(ctx: Ctx, kind: string, name: string, ownId?: string): Promise<FieldErrors> {
  const other = await store.findByName(ctx, kind, name);
  return other === undefined || other === ownId
    ? {}
    : { name: ['Another resource of this kind already has this name.'] };
}

/** Pages name kinds, so that all resources of one kind spell it alike. */
async function spellingOf(ctx: Ctx, kind: string): Promise<string> {
  const kinds = await store.listKinds(ctx);
  return kinds.find((known) => known.toLowerCase() === kind.toLowerCase()) ?? kind;
}

export async function changeResource(ctx: Ctx, id: string, given: Changes): Promise<store.ResourceRow> {
  await store.lockResources(ctx);
  throwIfInvalid(await validateChanges(ctx, given, { params: { uuid: id } }));
  // Locked against bookings, which may be taking it at this moment.
  const before = await store.lockResource(ctx, id);
  if (!before) throw notFound('Resource');
  const after = {
    name: given.name ?? before.name,
    capacity: given.capacity === undefined ? before.capacity : given.capacity,
    location: given.location === undefined ? before.location : given.location,
    is_active: given.isActive ?? before.is_active,
  };
  if (!given.force) await rejectNeeded(ctx, before, after);
  const changed = await store.updateResource(ctx, id, after);
  if (roomIn(after) > roomIn(before)) await ctx.publish(roomAdded, { resourceId: id });
  return changed;
}

const roomIn = ({ capacity }: Pick<store.ResourceRow, 'capacity'>): number =>
  capacity ?? Number.POSITIVE_INFINITY;

/** A room does not shrink or go under events to come, requests and payments that have it, or pages that can't be booked without it. */
async function rejectNeeded(
  ctx: Ctx,
  before: store.ResourceRow,
  after: Pick<store.ResourceRow, 'capacity' | 'is_active'>,
): Promise<void> {
  const goes = before.is_active && !after.is_active;
  if (!goes && roomIn(after) >= roomIn(before)) return;
  const seats = goes ? 0 : (after.capacity ?? 0);
  const events = await store.countLarger(ctx, before.id, seats);
  if (events > 0)
    throw conflict(`${eventsHave(events, goes)} Reschedule or cancel them first, or send force.`);
  if (goes && (await store.isHeld(ctx, before.id))) {
    throw conflict('A request or a payment in progress keeps it. Wait until it ends, or send force.');
  }
  const pages = await store.listPagesNeeding(ctx, before, seats);
  if (pages.length > 0) {
    throw conflict(`Pages need it: ${pages.join(', ')}. Change them first, or send force.`);
  }
}

function eventsHave(count: number, goes: boolean): string {
  const [noun, verb] = count === 1 ? ['An event', 'has'] : [`${count} events`, 'have'];
  return goes ? `${noun} to come ${verb} it.` : `${noun} to come ${verb} more seats than that.`;
}

export async function validateChanges(
  ctx: Ctx,
  { name }: Partial<Changes>,
  { params }: { readonly params: { readonly uuid: string } },
): Promise<FieldErrors> {
  const { kind } = await loadResource(ctx, params.uuid);
  return name === undefined ? {} : validateName(ctx, kind, name, params.uuid);
}

/** Nothing to come may depend on it. */
export async function deleteResource(ctx: Ctx, id: string): Promise<void> {
  const resource = await store.lockResource(ctx, id);
  if (!resource) throw notFound('Resource');
  const events = await store.countOccupations(ctx, id, { from: ctx.now.toISOString() });
  if (events > 0) {
    throw conflict(`${eventsHave(events, true)} Reschedule or cancel them first, or deactivate it.`);
  }
  if (await store.isHeld(ctx, id)) {
    throw conflict('A pending request or payment holds it. Wait until that is done, or deactivate it.');
  }
  const pages = await store.listPagesNeeding(ctx, resource);
  if (pages.length > 0) throw conflict(`Pages need it: ${pages.join(', ')}. Change them first.`);
  await store.markDeleted(ctx, id);
}
