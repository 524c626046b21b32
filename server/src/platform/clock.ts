/** The only place that reads the time. Tests pass another one. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** An instant as the wire writes it: UTC with six fractional digits. */
export function formatWireTime(date: Date): string {
  return date.toISOString().replace('Z', '000Z');
}

/**
 * PostgreSQL holds microseconds and a JavaScript date does not, so timestamps stay text from row to wire:
 * `2026-11-15 09:00:00.12+00` (and, inside JSON, `2026-11-15T09:00:00.12+00:00`) becomes `2026-11-15T09:00:00.120000Z`.
 */
export function formatMicroseconds(text: string): string {
  const match = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?([+-]\d\d(?::\d\d)?)$/.exec(text);
  if (!match) return formatWireTime(new Date(text));
  const [, day, time, fraction = '', offset = ''] = match;
  // Connections are set to UTC, but a connection string or a pooler may override that.
  const seconds =
    offset === '+00' ? `${day}T${time}` : new Date(text.replace(/\.\d+/, '')).toISOString().slice(0, 19);
  return `${seconds}.${fraction.padEnd(6, '0')}Z`;
}
