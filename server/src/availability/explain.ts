import type { explanation } from '@daybook/contract/availability';
import { minuteFloor, minuteToMs } from '@daybook/engine/dates';
import { explain, type Explanation } from '@daybook/engine/explain';
import type { Source } from '@daybook/engine/slots';
import type { z } from 'zod';
import { wireTime } from '../platform/clock.ts';
import type { Ctx } from '../platform/context.ts';
import { throwIfInvalid } from '../platform/problems.ts';
import { busySources } from './busy-sources.store.ts';
import { slotQueryOf } from './slot-query.ts';
import { validateOptions } from './rules.ts';
import type { PageFacts } from './store.ts';
import { requiresAllHosts, loadBookablePage, type Target } from './target.ts';

/** Why a time is not offered, for the page and for each host. */
export async function explainTime(
  ctx: Ctx,
  target: Target,
  query: { at: string; duration?: number | undefined; seats?: number | undefined },
): Promise<z.output<typeof explanation>> {
  const at = minuteFloor(Date.parse(query.at));
  const facts = await loadBookablePage(ctx, target, { window: { start: at, end: at + 1 } });
  throwIfInvalid(validateOptions(facts, query));
  const durationMinutes = query.duration ?? facts.duration;
  const slotQuery = slotQueryOf(facts, {
    durationMinutes,
    seats: query.seats ?? 1,
    allHosts: requiresAllHosts(target),
    nowMs: ctx.now.getTime(),
  });
  return view(facts, explain(slotQuery, at), at, durationMinutes);
}

function view(
  facts: PageFacts,
  found: Explanation,
  at: number,
  duration: number,
): z.output<typeof explanation> {
  return {
    at: wireTime(new Date(minuteToMs(at))),
    duration,
    isOffered: found.isOffered,
    reason: found.isOffered ? null : found.reason,
    source: found.isOffered ? null : sourceText(found.source),
    hosts: facts.hosts.map(({ email }, index) => {
      const reason = found.isOffered ? undefined : found.hosts.find(({ host }) => host === index);
      return {
        email,
        isFree: found.isOffered && found.hosts.includes(index),
        reason: reason?.reason ?? null,
        source: sourceText(reason?.source),
      };
    }),
  };
}

/** An event by its id, anything else by what it is. */
function sourceText(source: Source | undefined): string | null {
  if (!source) return null;
  return busySources.find(({ kind }) => kind === source.kind)?.label ?? source.id;
}
