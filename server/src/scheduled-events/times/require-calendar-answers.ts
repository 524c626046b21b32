import { isUnreachable, type HostFacts } from '../../availability/public.ts';
import { askCalendars, askUntilFree, type CalendarCheck } from '../../calendars/public.ts';
import type { Ctx } from '../../platform/context.ts';
import { NeedsExternalData } from '../../platform/external-data.ts';
import { failed, type Problem } from '../../platform/problems.ts';
import type { HostTime } from './host-times.store.ts';
import { slotTaken } from './time.ts';

interface CalendarCheckResult {
  readonly hosts: HostFacts[];
  /** Hosts who may be free as well, and whose calendars nobody has waited for. */
  readonly unasked: readonly HostFacts[];
  readonly calendarsReadAt?: Record<string, string>;
}

/**
 * Leaves those of the hosts whose calendars elsewhere are free at this moment. They are asked before the transaction, which
 * ends here and begins again with their answer. Hosts without calendars cost nothing, and where one host will do, neither do those
 * behind the first who is free.
 */
export function requireCalendarAnswers(
  ctx: Ctx,
  time: HostTime,
  { hosts: given, allHosts }: { readonly hosts: HostFacts[]; readonly allHosts: boolean },
): CalendarCheckResult {
  const connected = given.filter(({ hasCalendars }) => hasCalendars);
  const { externalData: answers } = ctx;
  if (connected.length === 0 || !answers) return { hosts: given, unasked: [] };
  const hosts = allHosts ? given : reachableFirst(given);
  const checkOf = (id: string) => answers.get(keyOf(id, time)) as CalendarCheck | undefined;
  const isAsked = ({ id, hasCalendars }: HostFacts): boolean => !hasCalendars || answers.has(keyOf(id, time));
  const isFree = ({ id }: HostFacts): boolean => (checkOf(id)?.state ?? 'free') === 'free';
  const first = hosts.find((host) => !isAsked(host) || isFree(host));
  if (allHosts) requestCalendarAnswers(ctx, [{ time, hosts }]);
  else if (first && !isAsked(first))
    askInOrder(
      ctx,
      time,
      hosts.filter((host) => !isAsked(host)),
    );
  const left = hosts.filter((host) => isAsked(host) && isFree(host));
  if (left.length === 0 || (allHosts && left.length < hosts.length)) {
    const isUnknown = connected.some(({ id }) => checkOf(id)?.state === 'unknown');
    const isBusy = connected.some(({ id }) => checkOf(id)?.state === 'busy');
    throw isUnknown && !(allHosts && isBusy) ? unknown() : slotTaken();
  }
  const readAt = left.flatMap(({ id }) => {
    const at = checkOf(id)?.readAt;
    return at ? [[id, at] as const] : [];
  });
  const unasked = hosts.filter((host) => !isAsked(host));
  return { hosts: left, unasked, calendarsReadAt: Object.fromEntries(readAt) };
}

/** Nobody waits for a calendar that does not answer while others do. */
function reachableFirst(hosts: readonly HostFacts[]): HostFacts[] {
  return hosts.toSorted((a, b) => Number(isUnreachable(a)) - Number(isUnreachable(b)));
}

type Time = Pick<HostTime, 'starts_at' | 'ends_at'>;

interface HostsToAsk {
  readonly time: Time;
  readonly hosts: readonly HostFacts[];
}

/** Asks about all times of a series by one question, unless that was done. */
export function requestCalendarAnswers(
  { externalData: answers, workspaceId }: Ctx,
  asked: readonly HostsToAsk[],
): void {
  const unasked = asked.flatMap(({ time, hosts }) =>
    hosts
      .filter(({ id, hasCalendars }) => hasCalendars && answers?.has(keyOf(id, time)) === false)
      .map(({ id }) => ({ id, time })),
  );
  if (unasked.length === 0) return;
  const ids = [...new Set(unasked.map(({ id }) => id))];
  throw new NeedsExternalData(async (runtime) => {
    const ranges = unasked.map(({ time }) => rangeOf(time));
    const checks = await askCalendars(runtime, workspaceId, ids, ranges);
    return new Map(unasked.map(({ id, time }, index) => [keyOf(id, time), checks[index]?.get(id)]));
  });
}

function askInOrder({ workspaceId }: Ctx, time: Time, hosts: readonly HostFacts[]): never {
  const ids = hosts.map(({ id }) => id);
  throw new NeedsExternalData(async (runtime) => {
    const checks = await askUntilFree(runtime, workspaceId, ids, rangeOf(time));
    return new Map([...checks].map(([id, check]) => [keyOf(id, time), check]));
  });
}

const rangeOf = ({ starts_at: from, ends_at: to }: Time) => ({ from, to });

function keyOf(id: string, { starts_at: from, ends_at: to }: Time): string {
  return `calendars of ${id} from ${from} to ${to}`;
}

function unknown(): Problem {
  const message =
    'The host’s calendar isn’t responding, so we can’t check whether this time is available. Try again in a few minutes.';
  return failed(503, message, { 'retry-after': '120' });
}
