import { explainTime } from '../src/availability/explain.ts';
import { listAvailability } from '../src/availability/list.ts';
import { createVisitorActor } from '../src/platform/auth/actor.ts';
import { runInWorkspace, type Ctx, type Runtime } from '../src/platform/context.ts';
import { runInSavepoint } from '../src/platform/db/savepoint.ts';
import type { WorkspaceId } from '../src/platform/db/workspace-id.ts';
import { Problem } from '../src/platform/problems.ts';
import { bookTime } from '../src/scheduled-events/bookings/book.ts';
import { listHostIds } from '../src/scheduled-events/core/store.ts';
import { isFree, isFull, computeListing, getWorldBefore, type World } from './offered-oracle.ts';
import {
  buildBookingAt,
  formatClock,
  createContextAt,
  dayMinutes,
  seedPage,
  seedTaken,
  createRandom,
  getTargetPage,
  type Random,
  type Scene,
} from './offered-scenes.ts';

/**
 * Compares what a page lists, explains and takes with a second opinion: random pages, hosts and days; bookings, holds and calendar
 * entries, some of them new. Every page-day is a transaction that is undone.
 */

interface Options {
  readonly workspaceId: WorkspaceId;
  readonly pageDays: number;
  readonly seed: number;
  /** Of those that `loadHosts` made, with a calendar each. */
  readonly hostNumbers: readonly number[];
  readonly onPageDay?: (done: number) => void;
}

export interface OfferFindings {
  pageDays: number;
  /** Times that were booked, or refused. */
  listed: number;
  wasListed: number;
  taken: number;
  never: number;
  readonly wrong: string[];
}

export async function compareOffers(runtime: Runtime, options: Options): Promise<OfferFindings> {
  const random = createRandom(options.seed);
  const findings: OfferFindings = { pageDays: 0, listed: 0, wasListed: 0, taken: 0, never: 0, wrong: [] };
  while (findings.pageDays < options.pageDays) {
    const isDone = await undone(runtime, options, (ctx) => comparePageDay(ctx, options, random, findings));
    if (!isDone) continue;
    findings.pageDays += 1;
    options.onPageDay?.(findings.pageDays);
  }
  return findings;
}

class Undone extends Error {}

const isLost = (error: unknown): boolean =>
  ['EPIPE', 'ECONNRESET', '57014', '25P03', '25P04'].includes((error as { code?: string }).code ?? '') ||
  (error as Error).message.startsWith('Connection terminated');

async function undone(
  runtime: Runtime,
  { workspaceId, hostNumbers: [first = 0] }: Options,
  work: (ctx: Ctx) => Promise<void>,
): Promise<boolean> {
  // Of each worker another one: mail is counted by visitor and by recipient.
  const actor = createVisitorActor(workspaceId, `10.${first}.0.1`);
  try {
    await runInWorkspace(runtime, actor, async (ctx) => {
      // Without answers, no calendar elsewhere is asked.
      await work({ ...ctx, externalData: undefined });
      throw new Undone();
    });
  } catch (error) {
    if (error instanceof Undone) return true;
    // A machine that does too much else has the database give up on the transaction: another page-day is tried.
    if (!isLost(error)) throw error;
  }
  return false;
}

async function comparePageDay(
  ctx: Ctx,
  options: Options,
  random: Random,
  findings: OfferFindings,
): Promise<void> {
  const { scene, world: empty } = await seedPage(ctx, options, random);
  const world = await seedTaken(scene, empty, random);
  const { from } = scene;
  const listed = computeListing(world, from, from + dayMinutes);
  const before = computeListing(getWorldBefore(world), from, from + dayMinutes);
  const say = (text: string) =>
    findings.wrong.push(`${text}: ${JSON.stringify({ ...world, date: new Date(from * 60_000) })}`);

  const times = await listTimes(scene, world);
  const expected = [...listed.keys()].toSorted((a, b) => a - b).map(formatClock);
  if (times.join() !== expected.join()) say(`Lists ${times.join()}, not ${expected.join()}`);
  for (const start of startsToTry(world, from, [...listed.keys(), ...before.keys()], random)) {
    const hosts = listed.get(start) ?? stillFree(world, before.get(start), start);
    const isTaken = before.has(start) || isFull(world, start);
    const wanted = hosts.length > 0 ? 200 : isTaken ? 409 : 422;
    const { status, hostIds } = await tryBooking(scene, world, start);
    const isOneOfThem = hostIds.every((id) => hosts.includes(scene.hostIds.indexOf(id)));
    if (status !== wanted || !isOneOfThem)
      say(`${formatClock(start)} is answered with ${status}, not ${wanted}`);
    findings[
      wanted === 409 ? 'taken' : wanted === 422 ? 'never' : listed.has(start) ? 'listed' : 'wasListed'
    ] += 1;
    if (wanted === 422 && random(6) > 0) continue;
    const { isOffered, isBookable } = await explainStart(scene, world, start);
    if (isOffered !== listed.has(start) || isBookable !== (wanted === 200))
      say(
        `${formatClock(start)} is explained as ${isOffered ? '' : 'not '}offered, ${isBookable ? '' : 'not '}bookable`,
      );
  }
}

/** Who had a start then, and is free: of a collective all or nobody. */
function stillFree(world: World, hosts: readonly number[] = [], start: number): readonly number[] {
  if (world.page.type === 'COLLECTIVE') return hosts.length > 0 && isFree(world, hosts, start) ? hosts : [];
  return hosts.filter((host) => isFree(world, [host], start));
}

function startsToTry(world: World, from: number, interesting: readonly number[], random: Random): number[] {
  const starts = new Set(interesting);
  const ends = world.taken.flatMap(({ start, end }) => [start, end]);
  for (const end of ends) if (end >= from && end < from + dayMinutes) starts.add(end);
  for (let minute = from + random(4) * 15; minute < from + dayMinutes; minute += 60) starts.add(minute);
  for (let tries = 0; tries < 6; tries += 1) starts.add(from + random(dayMinutes));
  // A minute that has begun can't be named any more.
  return [...starts].filter((start) => start > world.now - dayMinutes);
}

async function listTimes(scene: Scene, world: World): Promise<string[]> {
  const date = new Date(scene.from * 60_000).toISOString().slice(0, 10);
  const query = { startDate: date, endDate: date, timeZone: 'UTC', includeFirstAvailableDate: false };
  const { availability } = await listAvailability(createContextAt(scene, world), getTargetPage(scene), query);
  return availability.flatMap(({ slots }) =>
    slots.map((slot) => (typeof slot === 'string' ? slot : slot.time)),
  );
}

const explainStart = (scene: Scene, world: World, start: number) =>
  explainTime(createContextAt(scene, world), getTargetPage(scene), {
    at: new Date(start * 60_000).toISOString(),
  });

async function tryBooking(
  scene: Scene,
  world: World,
  start: number,
): Promise<{ readonly status: number; readonly hostIds: readonly string[] }> {
  const ctx = createContextAt(scene, world);
  const attempt = async () => listHostIds(ctx, (await bookTime(ctx, buildBookingAt(scene, start))).eventId);
  try {
    return { status: 200, hostIds: await runInSavepoint(ctx, attempt, () => false) };
  } catch (error) {
    if (error instanceof Problem) return { status: error.status, hostIds: [] };
    throw error;
  }
}
