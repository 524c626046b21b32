import type { explanation } from '@daybook/contract/availability';
import { floorToMinute, minuteToMs } from '@daybook/engine/dates';
import {
  explainSlot,
  explainBusyHosts,
  type Explanation,
  type HostReason,
  type Reason,
} from '@daybook/engine/explain';
import type { Source } from '@daybook/engine/slots';
import { toDay, getZoneOnDay } from '@daybook/engine/zones';
import type { z } from 'zod';
import { findAbsenceLabels } from '../absences/public.ts';
import { formatWireTime } from '../platform/clock.ts';
import type { Ctx } from '../platform/context.ts';
import { throwIfInvalid } from '../platform/problems.ts';
import { resolveHostZone } from '../platform/zones.ts';
import { busySources } from './busy-sources.store.ts';
import { findNames, listSchedules, canReadPage } from './explain.store.ts';
import { findOffer } from './offer.ts';
import { buildSlotQuery } from './slot-query.ts';
import { validateOptions } from './rules.ts';
import { listDeactivatedHosts, type HostFacts, type PageFacts } from './store.ts';
import { isEveryHostRequired, loadTargetPage, type Target } from './target.ts';

/** Why a time is not offered, for the page and for each host. */
export async function explainTime(
  ctx: Ctx,
  target: Target,
  query: { at: string; duration?: number | undefined; seats?: number | undefined },
): Promise<z.output<typeof explanation>> {
  const at = floorToMinute(Date.parse(query.at));
  const facts = await loadTargetPage(ctx, target, { window: { start: at, end: at + 1 } });
  throwIfInvalid(validateOptions(facts, query));
  const durationMinutes = query.duration ?? facts.duration;
  const options = { durationMinutes, seats: query.seats ?? 1, allHosts: isEveryHostRequired(target) };
  const queryOf = (page: PageFacts) => buildSlotQuery(page, { ...options, nowMs: ctx.now.getTime() });
  const slotQuery = queryOf(facts);
  const found = explainSlot(slotQuery, at);
  const reasons = found.isOffered ? explainBusyHosts(slotQuery, at, found.hosts) : found.hosts;
  const causeOf = await loadCauses(ctx, facts, reasons, at);
  const deactivated = await listDeactivatedHosts(ctx, facts.id);
  const offer = await findOffer(ctx, { facts, queryOf }, at);
  return {
    at: formatWireTime(new Date(minuteToMs(at))),
    duration: durationMinutes,
    isBookable: facts.isActive && 'hosts' in offer,
    ...explainUnavailable(facts, found, causeOf, deactivated.length > 0),
    hosts: [...hostsOf(facts, found, reasons, causeOf), ...deactivated.map(deactivatedHost)],
  };
}

type View = z.output<typeof explanation>;
type Cause = NonNullable<View['source']>;

/** Where a reason lies: with a host, or with the page when there is none. */
type CauseOf = (reason: Reason | 'page inactive', source?: Source, host?: number) => Cause;

/** Of a page that is not active, or whose hosts are all deactivated, its times say nothing. */
function explainUnavailable(
  { isActive, hosts }: PageFacts,
  found: Explanation,
  causeOf: CauseOf,
  hasDeactivated: boolean,
): Pick<View, 'isOffered' | 'reason' | 'source'> {
  if (!isActive) return { isOffered: false, reason: 'page inactive', source: causeOf('page inactive') };
  if (found.isOffered) return { isOffered: true, reason: null, source: null };
  if (hosts.length === 0 && hasDeactivated) {
    return { isOffered: false, reason: 'host deactivated', source: causeOf('no hosts') };
  }
  const { reason, source } = found;
  const telling = found.hosts.find((host) => host.reason === reason);
  return { isOffered: false, reason, source: causeOf(reason, source, telling?.host) };
}

function hostsOf(
  { hosts }: PageFacts,
  found: Explanation,
  reasons: readonly HostReason[],
  causeOf: CauseOf,
): View['hosts'] {
  return hosts.map(({ email }, index) => {
    const why = reasons.find(({ host }) => host === index);
    return {
      email,
      isFree: found.isOffered && found.hosts.includes(index),
      reason: why?.reason ?? null,
      source: why ? causeOf(why.reason, why.source, index) : null,
    };
  });
}

function deactivatedHost(email: string): View['hosts'][number] {
  return { email, isFree: false, reason: 'host deactivated', source: null };
}

/** Reads what the causes are called, once for the page and all hosts. */
async function loadCauses(
  ctx: Ctx,
  facts: PageFacts,
  reasons: readonly HostReason[],
  at: number,
): Promise<CauseOf> {
  const sources = reasons.flatMap(({ source }) => source ?? []);
  const idsOf = (wanted: string) => sources.flatMap(({ kind, id }) => (kind === wanted ? [id] : []));
  const hostIds = facts.hosts.map(({ id }) => id);
  const names = await findNames(ctx, {
    events: idsOf('event'),
    calendars: [...idsOf('calendar'), ...idsOf('unreachable_calendar')],
    holidays: idsOf('holiday'),
    hosts: hostIds,
  });
  const absences = await findAbsenceLabels(ctx, idsOf('out_of_office'));
  const schedules = await listSchedules(ctx, facts.id, hostIds);
  const page: Cause = {
    kind: 'page',
    id: facts.id,
    label: (await canReadPage(ctx, facts.id)) ? facts.title : null,
  };
  /** A day off is one of the host's own schedule, also where the page has another one. */
  const scheduleOf = (host: number, isDayOff: boolean): Cause => {
    const own = schedules.find(({ memberId, isDefault }) => isDefault && memberId === hostIds[host]);
    const ofHost = schedules.find(({ memberId, isOfHost }) => isOfHost && memberId === hostIds[host]);
    const row = isDayOff ? own : (ofHost ?? schedules.find(({ isOfPage }) => isOfPage) ?? own);
    return row ? { kind: 'schedule', id: row.id, label: row.label } : page;
  };
  return (reason, source, host) => {
    if (host !== undefined && (reason === 'outside hours' || reason === 'override')) {
      const schedule = scheduleOf(host, false);
      const place = reason === 'outside hours' ? placeAt(facts.hosts[host], at) : undefined;
      return place ? { kind: 'travel', id: schedule.id, label: schedule.label && place } : schedule;
    }
    if (!source) return page;
    if (source.kind === 'day_off') return scheduleOf(host ?? 0, true);
    const known = busySources.find(({ kind }) => kind === source.kind);
    const label = known?.label ?? names.get(source.id) ?? absences.get(source.id) ?? null;
    return { kind: source.kind as 'event', id: source.id, label };
  };
}

/** The zone in which a host is at that time, if it is another than at home. */
function placeAt(host: HostFacts | undefined, at: number): string | undefined {
  if (!host || host.travel.length === 0) return undefined;
  const zone = resolveHostZone(host);
  const { name } = getZoneOnDay(zone, toDay(zone, at));
  return name === host.timezone ? undefined : name;
}
