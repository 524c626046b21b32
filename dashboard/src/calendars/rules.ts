import type { Result } from '@daybook/client';

/** What the page of calendars decides. Pure, so that Node can test it. */

export type Connection = Result<'listCalendarConnections'>['items'][number];
export type Provider = Result<'listCalendarProviders'>[number];
type BusyTime = Result<'listBusyTimes'>[number];

/** Accounts whose address is the same for everybody, and those of which it can be guessed. */
export const servers = {
  icloud: 'https://caldav.icloud.com',
  fastmail: 'https://caldav.fastmail.com',
  nextcloud: 'https://cloud.example.org/remote.php/dav',
  another: '',
} as const;

export type Server = keyof typeof servers;

/** The variables that the people who run the server must set first. */
export function formatVariables(provider: string): string {
  const name = provider.toUpperCase();
  return `${name}_CLIENT_ID, ${name}_CLIENT_SECRET`;
}

export interface Target {
  readonly connection: Connection;
  readonly calendar: Connection['calendars'][number];
}

/** Every calendar in which bookings could be entered, or can't. */
export function listTargets(connections: readonly Connection[]): Target[] {
  return connections.flatMap((connection) =>
    connection.calendars.map((calendar) => ({ connection, calendar })),
  );
}

export interface BusyLine {
  readonly key: string;
  /** Null for the whole day. */
  readonly clocks: readonly [string, string] | null;
  readonly label: string;
}

interface Wall {
  readonly day: number;
  readonly clock: string;
}

/** What makes somebody busy, by the days on which it does; what goes on over midnight is on both. */
export function groupBusyByDay(
  times: readonly BusyTime[],
  wallAt: (instant: string) => Wall,
  days: readonly number[],
): { readonly day: number; readonly lines: readonly BusyLine[] }[] {
  const walls = times.map(({ start, end, source }) => ({
    start: wallAt(start),
    end: wallAt(end),
    label: source.label,
  }));
  return days.map((day) => ({
    day,
    lines: walls.flatMap(({ start, end, label }, index): BusyLine[] => {
      const isOver = end.day < day || (end.day === day && end.clock === '00:00');
      if (start.day > day || isOver) return [];
      const from = start.day === day ? start.clock : '00:00';
      const to = end.day === day ? end.clock : '24:00';
      const isWhole = from === '00:00' && to === '24:00';
      return [{ key: `${day}-${index}`, clocks: isWhole ? null : [from, to], label }];
    }),
  }));
}
