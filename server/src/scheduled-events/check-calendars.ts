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
  { starts_at: from, ends_at: to }: HostTime,
  { hosts, allHosts }: { readonly hosts: HostFacts[]; readonly allHosts: boolean },
): Checked {
  const connected = hosts.filter(({ hasCalendars }) => hasCalendars);
  const { answers, workspaceId } = ctx;
  if (connected.length === 0 || !answers) return { hosts };
  const keyOf = (id: string): string => `calendars of ${id} from ${from} to ${to}`;
  const unasked = connected.filter(({ id }) => !answers.has(keyOf(id))).map(({ id }) => id);
  if (unasked.length > 0) {
    throw new Question(async (runtime) => {
      const checks = await askCalendars(runtime, workspaceId, unasked, { from, to });
      return new Map(unasked.map((id) => [keyOf(id), checks.get(id)]));
    });
  }
  const checkOf = (id: string) => answers.get(keyOf(id)) as CalendarCheck | undefined;
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

function unknown(): Problem {
  const message =
    'The calendar of the host does not answer at the moment, so nobody knows whether this time is free. Try again in a few minutes.';
  return failed(503, message, { 'retry-after': '120' });
}
