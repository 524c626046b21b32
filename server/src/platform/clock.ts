/** The only place that reads the time. Tests hand in another one. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** An instant as the wire writes it: UTC with six fractional digits. */
export function wireTime(date: Date): string {
  return date.toISOString().replace('Z', '000Z');
}
