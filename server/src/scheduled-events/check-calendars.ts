import type { HostFacts } from '../availability/public.ts';
import { askCalendars, type CalendarCheck } from '../calendars/public.ts';
import type { Ctx } from '../platform/context.ts';
import { Question } from '../platform/outside.ts';
import { failed, type Problem } from '../platform/problems.ts';
import type { HostTime } from './store.ts';
import { gone } from './time.ts';

interface Checked {
  readonly hosts: HostFacts[];
  readonly calendarsReadAt?: Record<string, string>;
}

/**
 * Leaves those of the hosts whose calendars elsewhere are free at this moment. They are asked before the transaction, which
 * ends here and begins again with their answer. Hosts without calendars cost nothing.
 */
export function checkCalendars(
  ctx: Ctx,
  time: HostTime,
  { hosts, allHosts }: { readonly hosts: HostFacts[]; readonly allHosts: boolean },
): Checked {
  const connected = hosts.filter(({ hasCalendars }) => hasCalendars);
  const { answers } = ctx;
  if (connected.length === 0 || !answers) return { hosts };
  askAhead(ctx, [{ time, hosts }]);
  const checkOf = (id: string) => answers.get(keyOf(id, time)) as CalendarCheck | undefined;
  const left = hosts.filter(({ id }) => (checkOf(id)?.state ?? 'free') === 'free');
  if (left.length === 0 || (allHosts && left.length < hosts.length)) {
    const isUnknown = connected.some(({ id }) => checkOf(id)?.state === 'unknown');
    const isBusy = connected.some(({ id }) => checkOf(id)?.state === 'busy');
    throw isUnknown && !(allHosts && isBusy) ? unknown() : gone();
  }
  const readAt = left.flatMap(({ id }) => {
    const at = checkOf(id)?.readAt;
    return at ? [[id, at] as const] : [];
  });
  return { hosts: left, calendarsReadAt: Object.fromEntries(readAt) };
}

interface Asked {
  readonly time: Pick<HostTime, 'starts_at' | 'ends_at'>;
  readonly hosts: readonly HostFacts[];
}

/** Asks about all times of a series by one question, unless that was done. */
export function askAhead({ answers, workspaceId }: Ctx, asked: readonly Asked[]): void {
  const unasked = asked.flatMap(({ time, hosts }) =>
    hosts
      .filter(({ id, hasCalendars }) => hasCalendars && answers?.has(keyOf(id, time)) === false)
      .map(({ id }) => ({ id, time })),
  );
  if (unasked.length === 0) return;
  const ids = [...new Set(unasked.map(({ id }) => id))];
  throw new Question(async (runtime) => {
    const ranges = unasked.map(({ time }) => ({ from: time.starts_at, to: time.ends_at }));
    const checks = await askCalendars(runtime, workspaceId, ids, ranges);
    return new Map(unasked.map(({ id, time }, index) => [keyOf(id, time), checks[index]?.get(id)]));
  });
}

function keyOf(id: string, { starts_at: from, ends_at: to }: Asked['time']): string {
  return `calendars of ${id} from ${from} to ${to}`;
}

function unknown(): Problem {
  const message =
    'The calendar of the host does not answer at the moment, so nobody knows whether this time is free. Try again in a few minutes.';
  return failed(503, message, { 'retry-after': '120' });
}
