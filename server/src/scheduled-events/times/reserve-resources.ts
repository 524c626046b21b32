import { floorToMinute } from '@daybook/engine/dates';
import type { PageFacts, ResourceFacts } from '../../availability/public.ts';
import type { Ctx } from '../../platform/context.ts';
import { clearExpiredHolds } from './holds.store.ts';
import { insertResourceTime } from './resources.store.ts';
import type { HostTime } from './host-times.store.ts';
import { slotTaken } from './time.ts';

/**
 * Takes a free resource of each kind that the page needs, once its hosts are taken. Everybody takes hosts first and then kinds in
 * the order of their names, so that no two can wait for each other. `own` are those that a moving event had: it stays with them
 * where it can.
 */
export async function reserveResources(
  ctx: Ctx,
  time: HostTime,
  { resources }: Pick<PageFacts, 'resources'>,
  own: readonly string[] = [],
): Promise<ResourceFacts[]> {
  const taken: ResourceFacts[] = [];
  for (const [position, { candidates }] of resources.entries()) {
    const free = candidates.filter((candidate) => isFree(candidate, time));
    const ownFirst = [
      ...free.filter(({ id }) => own.includes(id)),
      ...free.filter(({ id }) => !own.includes(id)),
    ];
    const resource = await reserveFirstFree(ctx, time, ownFirst, position);
    if (!resource) throw slotTaken();
    taken.push(resource);
  }
  return taken;
}

/** As far as is known; the constraint decides. */
function isFree({ busy }: ResourceFacts, { busy_from, busy_to }: HostTime): boolean {
  const [from, to] = [busy_from, busy_to].map((time) => floorToMinute(Date.parse(time))) as [number, number];
  return busy.every(([start, end]) => end <= from || start >= to);
}

/** A hold that has expired is no obstacle. */
async function reserveFirstFree(
  ctx: Ctx,
  time: HostTime,
  candidates: readonly ResourceFacts[],
  position: number,
): Promise<ResourceFacts | undefined> {
  const take = async (): Promise<ResourceFacts | undefined> => {
    for (const candidate of candidates) {
      if (await insertResourceTime(ctx, time, candidate.id, position)) return candidate;
    }
    return undefined;
  };
  const taken = await take();
  if (taken || candidates.length === 0) return taken;
  const ids = candidates.map(({ id }) => id);
  return (await clearExpiredHolds(ctx, time, 'resource', ids)) ? take() : undefined;
}

/** What people read of them beside the location of an event; nothing when there are none. */
export function formatResources(resources: readonly ResourceFacts[]): { readonly resources?: string } {
  if (resources.length === 0) return {};
  const lines = resources.map(({ name, location }) => (location ? `${name}, ${location}` : name));
  return { resources: lines.join('\n') };
}
