import { floorToMinute, minuteToMs } from '@daybook/engine/dates';
import { listAway } from '../../absences/public.ts';
import {
  filterChosenHosts,
  listAssignedUsers,
  isEveryHostRequired,
  loadBookablePage,
  type PageFacts,
  type ResourceFacts,
  type Target,
} from '../../availability/public.ts';
import type { Ctx } from '../../platform/context.ts';
import { invalidField } from '../../platform/problems.ts';
import { clearExpiredHolds, type HoldRow } from './holds.store.ts';
import { lockLimits } from '../core/public.ts';
import { sortByTurn, explainNever } from './rules.ts';
import { insertHostTime, type HostTime } from './host-times.store.ts';
import { reserveResources } from './reserve-resources.ts';
import {
  buildTimes,
  slotTaken,
  listInstants,
  findOffered,
  computeWindowAround,
  type LocalTime,
  type SlotOptions,
} from './time.ts';

export interface TimeRequest extends LocalTime, SlotOptions {
  readonly hostEmail?: string | null | undefined;
  readonly hostSlug?: string | undefined;
  /** Of who books: those who are assigned to them may come first. */
  readonly email?: string | undefined;
}

/** A time that is offered, with the hosts who would take it, in the order in which they are tried. */
export interface OfferedSlot {
  readonly facts: PageFacts;
  readonly start: number;
  readonly durationMinutes: number;
  readonly hosts: PageFacts['hosts'];
  readonly allHosts: boolean;
  /** Of a series: who takes it, of those hosts. */
  readonly onlyHostId?: string;
}

/** Finds the requested time among those that are offered; what a hold keeps is there for its visitor, whatever came since. */
export async function choosePlace(
  ctx: Ctx,
  page: { readonly target: Target; readonly facts: PageFacts },
  request: TimeRequest,
  hold?: HoldRow,
): Promise<OfferedSlot> {
  const { target } = page;
  const instants = listInstants(request);
  const held = hold && heldPlace(page.facts, request, instants, hold);
  if (held) return held;
  let { facts } = page;
  if (isLimited(facts)) {
    await lockLimits(ctx, facts.id);
    facts = await loadBookablePage(ctx, target, {
      window: computeWindowAround(instants),
      exceptId: hold?.id,
    });
  }
  const durationMinutes = request.duration ?? facts.duration;
  const allHosts = isEveryHostRequired(target) || facts.type === 'COLLECTIVE';
  facts = { ...facts, hosts: filterChosenHosts(facts, target, request) };
  const times = buildTimes(ctx, { facts, target }, request, hold?.id);
  const { start, hosts } = await findOffered(ctx, times, instants);
  const free = hosts.flatMap((index) => facts.hosts[index] ?? []);
  return {
    facts,
    start,
    durationMinutes,
    allHosts,
    hosts: allHosts ? free : await inOrder(ctx, facts, free, request),
  };
}

/** In turn, behind those who are assigned to the invitee where the page wants that. */
async function inOrder(
  ctx: Ctx,
  { ownerFirst }: PageFacts,
  free: PageFacts['hosts'],
  { email }: TimeRequest,
): Promise<PageFacts['hosts']> {
  const assigned = ownerFirst && email !== undefined ? await listAssignedUsers(ctx, email) : [];
  const owners = assigned.flatMap((id) => free.filter((host) => host.id === id));
  return [...owners, ...sortByTurn(free.filter(({ id }) => !assigned.includes(id)))];
}

/** A time that need not be offered. The user who books comes first where one of several hosts will do. */
export function chooseAnyPlace(
  ctx: Ctx,
  { facts, target }: { readonly target: Target; readonly facts: PageFacts },
  request: TimeRequest,
): OfferedSlot {
  const start = getFutureStart(ctx, request);
  const allHosts = isEveryHostRequired(target) || facts.type === 'COLLECTIVE';
  const hosts = filterChosenHosts(facts, target, request);
  if (hosts.length === 0) throw invalidField('start', explainNever('no hosts'));
  const isOwn = ({ id }: { readonly id: string }): boolean => id === ctx.actor.memberId;
  const ownFirst = [...hosts.filter(isOwn), ...sortByTurn(hosts.filter((host) => !isOwn(host)))];
  const durationMinutes = request.duration ?? facts.duration;
  return { facts, start, durationMinutes, allHosts, hosts: allHosts ? hosts : ownFirst };
}

/** The first of the instants that can be meant, unless it is past. */
export function getFutureStart({ now }: Ctx, when: LocalTime): number {
  const [start = 0] = listInstants(when);
  if (minuteToMs(start) <= now.getTime()) throw invalidField('start', explainNever('past'));
  return start;
}

function heldPlace(
  facts: PageFacts,
  request: TimeRequest,
  instants: readonly number[],
  hold: HoldRow,
): OfferedSlot | undefined {
  const start = floorToMinute(Date.parse(hold.starts_at));
  const durationMinutes = floorToMinute(Date.parse(hold.ends_at)) - start;
  const hosts = facts.hosts.filter(({ id }) => hold.host_ids.includes(id));
  const isRequested =
    hold.event_type_id === facts.id &&
    instants.includes(start) &&
    durationMinutes === (request.duration ?? facts.duration);
  const isComplete = hosts.length === hold.host_ids.length;
  return isRequested && isComplete ? { facts, start, durationMinutes, hosts, allHosts: true } : undefined;
}

export function isLimited({ hosts, ...page }: PageFacts): boolean {
  const ofPage = [page.monthlyLimit, page.dailyMinutes, page.weeklyMinutes, page.monthlyMinutes];
  const counts = [page, ...hosts].flatMap(({ dailyLimit, weeklyLimit }) => [dailyLimit, weeklyLimit]);
  return [...ofPage, ...counts].some((limit) => limit !== null);
}

export interface Reservation {
  readonly hostIds: string[];
  readonly resources: ResourceFacts[];
}

/** Hosts and resources of a place; undefined when no host has the time any more. */
export async function reservePlace(
  ctx: Ctx,
  time: HostTime,
  place: Pick<OfferedSlot, 'hosts' | 'allHosts' | 'facts'>,
): Promise<Reservation | undefined> {
  const hostIds = await reserveHosts(ctx, time, place);
  return hostIds && { hostIds, resources: await reserveResources(ctx, time, place.facts) };
}

/** All hosts of a collective at once, or the first in turn who still has the time. */
async function reserveHosts(
  ctx: Ctx,
  time: HostTime,
  { hosts, allHosts }: Pick<OfferedSlot, 'hosts' | 'allHosts'>,
): Promise<string[] | undefined> {
  const ids = hosts.map(({ id }) => id);
  const taken = allHosts ? await reserveTime(ctx, time, ids) : await reserveFirstFree(ctx, time, ids);
  if (allHosts && taken.length < ids.length) throw slotTaken();
  if (taken.length === 0) return undefined;
  await rejectAway(ctx, time, taken);
  return allHosts ? ids : taken;
}

async function reserveFirstFree(ctx: Ctx, time: HostTime, ids: readonly string[]): Promise<string[]> {
  for (const id of ids) {
    const taken = await reserveTime(ctx, time, [id]);
    if (taken.length === 1) return taken;
  }
  return [];
}

/**
 * An absence that was entered since the times were read, or while a hold kept this one. Asked once the hosts are locked: a user who
 * enters one later finds this event.
 */
export async function rejectAway(ctx: Ctx, time: HostTime, hostIds: readonly string[]): Promise<void> {
  const away = await listAway(ctx, hostIds, { start: time.starts_at, end: time.ends_at });
  if (away.length > 0) throw slotTaken();
}

/** Takes the time of these hosts, and answers with those who had it. A hold that has expired is no obstacle. */
export async function reserveTime(ctx: Ctx, time: HostTime, hostIds: readonly string[]): Promise<string[]> {
  const taken = await insertHostTime(ctx, time, hostIds);
  const missing = hostIds.filter((id) => !taken.includes(id));
  if (missing.length === 0 || !(await clearExpiredHolds(ctx, time, 'host', missing))) return taken;
  return [...taken, ...(await insertHostTime(ctx, time, missing))];
}
