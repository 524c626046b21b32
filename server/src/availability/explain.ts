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
import { listDeactivatedHosts, type PageFacts } from './store.ts';
import { requiresAllHosts, loadTargetPage, type Target } from './target.ts';

/** Why a time is not offered, for the page and for each host. */
export async function explainTime(
  ctx: Ctx,
  target: Target,
  query: { at: string; duration?: number | undefined; seats?: number | undefined },
): Promise<z.output<typeof explanation>> {
  const at = minuteFloor(Date.parse(query.at));
  const facts = await loadTargetPage(ctx, target, { window: { start: at, end: at + 1 } });
  throwIfInvalid(validateOptions(facts, query));
  const durationMinutes = query.duration ?? facts.duration;
  const slotQuery = slotQueryOf(facts, {
    durationMinutes,
    seats: query.seats ?? 1,
    allHosts: requiresAllHosts(target),
    nowMs: ctx.now.getTime(),
  });
  const found = explain(slotQuery, at);
  const deactivated = await listDeactivatedHosts(ctx, facts.id);
  return {
    at: wireTime(new Date(minuteToMs(at))),
    duration: durationMinutes,
    ...whyNot(facts, found, deactivated.length > 0),
    hosts: [...hostsOf(facts, found), ...deactivated.map(deactivatedHost)],
  };
}

type View = z.output<typeof explanation>;

/** Of a page that is not active, or whose hosts are all deactivated, its times say nothing. */
function whyNot(
  { isActive, hosts }: PageFacts,
  found: Explanation,
  hasDeactivated: boolean,
): Pick<View, 'isOffered' | 'reason' | 'source'> {
  if (!isActive) return { isOffered: false, reason: 'page inactive', source: null };
  if (found.isOffered) return { isOffered: true, reason: null, source: null };
  if (hosts.length === 0 && hasDeactivated) {
    return { isOffered: false, reason: 'host deactivated', source: null };
  }
  return { isOffered: false, reason: found.reason, source: sourceText(found.source) };
}

function hostsOf({ hosts }: PageFacts, found: Explanation): View['hosts'] {
  return hosts.map(({ email }, index) => {
    const reason = found.isOffered ? undefined : found.hosts.find(({ host }) => host === index);
    return {
      email,
      isFree: found.isOffered && found.hosts.includes(index),
      reason: reason?.reason ?? null,
      source: sourceText(reason?.source),
    };
  });
}

function deactivatedHost(email: string): View['hosts'][number] {
  return { email, isFree: false, reason: 'host deactivated', source: null };
}

/** An event by its id, anything else by what it is. */
function sourceText(source: Source | undefined): string | null {
  if (!source) return null;
  return busySources.find(({ kind }) => kind === source.kind)?.label ?? source.id;
}
