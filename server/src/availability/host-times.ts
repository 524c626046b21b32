import { minuteToMs } from '@daybook/engine/dates';
import { listHourRuns } from '@daybook/engine/hours';
import { intersectRanges, toPairs, type Range } from '@daybook/engine/ranges';
import type { Zone } from '@daybook/engine/zones';
import { formatWireTime } from '../platform/clock.ts';
import type { Ctx } from '../platform/context.ts';
import { resolveHostZone } from '../platform/zones.ts';
import { busySources } from './busy-sources.store.ts';
import { loadHosts, type HostHours } from './hosts.store.ts';
import { toBusyRange, toHours } from './slot-query.ts';

export interface Times {
  readonly startTime: string;
  readonly endTime: string;
}

/** What the engine knows of a host in a window: the hours of their default schedule, and what keeps them busy. */
export interface HostTimes extends Pick<HostHours, 'id' | 'email' | 'slug' | 'name' | 'timezone'> {
  readonly hours: Times[];
  readonly busy: (Times & { readonly kind: string; readonly id: string })[];
}

export async function listHostTimes(
  ctx: Ctx,
  hostIds: readonly string[],
  window: Range,
): Promise<HostTimes[]> {
  return (await loadHosts(ctx, hostIds, window)).map((host) => {
    const { id, email, slug, name, timezone } = host;
    const zone = resolveHostZone(host);
    const runs = listHourRuns(toHours(host), zone, window.start, window.end);
    const hours = toPairs(intersectRanges(runs, [window.start, window.end])).map(timesOf);
    return { id, email, slug, name, timezone, hours, busy: busyIn(host, zone, window) };
  });
}

function busyIn({ busy }: HostHours, zone: Zone, window: Range): HostTimes['busy'] {
  const rows = busySources.flatMap((source, index) => {
    const isBusy = source.effect === 'busy' && !source.isAskedAtBooking;
    const found = isBusy ? (busy.rows[index] ?? []) : [];
    return found.map((row) => ({ ...toBusyRange(source, row, zone), kind: source.kind, id: row[4] }));
  });
  const plain = busy.plain.flatMap(({ pairs, source }) =>
    toPairs(pairs).map((range) => ({ ...range, ...source })),
  );
  const inWindow = [...rows, ...plain].filter(({ start, end }) => start < window.end && end > window.start);
  return inWindow.map(({ kind, id, ...range }) => ({ ...timesOf(range), kind, id }));
}

function timesOf({ start, end }: Range): Times {
  return {
    startTime: formatWireTime(new Date(minuteToMs(start))),
    endTime: formatWireTime(new Date(minuteToMs(end))),
  };
}
