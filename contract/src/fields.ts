import { z } from 'zod';
import { zoneNames } from './zone-names.gen.ts';

/** Fields that mean the same wherever they appear. Each message says what is accepted. */

const knownZones: ReadonlySet<string> = new Set(zoneNames);

export const timestamp = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)
  .meta({ format: 'date-time', pattern: undefined, example: '2026-11-15T09:00:00.000000Z' });

export const email = z
  .string()
  .max(254)
  .regex(
    /^[\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-]+@[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?)+$/u,
    'Must be a valid email address.',
  )
  .meta({ format: 'email', pattern: undefined, example: 'mara@juniper.example' });

export const timeZone = z
  .string()
  .refine((name) => knownZones.has(name), { message: 'Must be an IANA time zone, such as Europe/Berlin.' })
  .meta({ example: 'Europe/Berlin' });

/** Part of a public URL: users, teams, event types and forms. */
export const slug = z
  .string()
  .min(2)
  .max(60)
  .regex(
    /^[a-z0-9]+(?:-[a-z0-9]+)*$/,
    'Must have lowercase letters and digits, with single hyphens between them.',
  )
  .meta({ example: 'mara-lindqvist' });

export const hexColor = z
  .string()
  .regex(/^[0-9a-fA-F]{6}$/, 'Must be six hex digits without a leading #.')
  .meta({ example: '2563eb' });

/** The media types of pictures. */
export const imageTypes = ['image/png', 'image/jpeg', 'image/webp'] as const;

/** The origin of a site. Only letters, digits, dots and hyphens, since it becomes part of a header. */
export const webOrigin = z
  .string()
  .max(260)
  .transform((text) => (URL.canParse(text) ? originOf(new URL(text)) : ''))
  .refine((origin) => origin !== '', {
    message: 'Must be the origin of a site, such as https://example.com; http only for localhost.',
  })
  .meta({ example: 'https://juniper.example' });

function originOf({ origin, href }: URL): string {
  const isBare = href === `${origin}/`;
  const isSite =
    /^https:\/\/[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::\d+)?$/.test(origin) ||
    /^https?:\/\/(?:localhost|127\.0\.0\.1)(?::\d+)?$/.test(origin);
  return isBare && isSite ? origin : '';
}

export const language = z
  .string()
  .max(35)
  .regex(/^[a-z]{2,3}(?:-[A-Za-z0-9]{1,8})*$/, 'Must be a language tag, such as en or pt-BR.')
  .meta({ example: 'en' });

const instantMessage = 'Must be an ISO 8601 time with an offset, such as 2027-01-31T09:00:00Z.';

/** A time given by a caller: any ISO 8601 instant with an offset, with or without seconds. */
export const instant = z
  .string(instantMessage)
  .refine((text) => isInstant(text) && isStorableInstant(text), { message: instantMessage })
  .meta({ format: 'date-time' });

const [withSeconds, withMinutes] = [
  z.iso.datetime({ offset: true }),
  z.iso.datetime({ offset: true, precision: -1 }),
];
const isInstant = (text: string): boolean =>
  withSeconds.safeParse(text).success || withMinutes.safeParse(text).success;

/** PostgreSQL takes offsets below 16 hours, and in UTC the year must have four digits on the wire. */
function isStorableInstant(text: string): boolean {
  const timeMs = Date.parse(text);
  return !/[+-](?:1[5-9]|2\d):\d\d$/.test(text) && timeMs >= earliestMs && timeMs <= latestMs;
}

const earliestMs = Date.parse('0001-01-01T00:00:00Z');
const latestMs = Date.parse('9999-12-31T23:59:59Z');

/** One line of text, trimmed, not blank. */
export function line(max: number) {
  return oneLine(z.string().trim().min(1).max(max)).refine((value) => value === '' || isVisible(value), {
    message: 'Must not be empty.',
  });
}

/** One line of text, trimmed, possibly empty. */
export function optionalLine(max: number) {
  return oneLine(z.string().trim().max(max));
}

/** Text of invisible characters alone, such as zero-width spaces, counts as blank. */
function isVisible(text: string): boolean {
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(text);
}

function oneLine(text: z.ZodString) {
  return text.refine((value) => !/\p{Cc}/u.test(value), {
    message: 'Must be one line, without control characters.',
  });
}

const datePattern = /^\d{4}-\d\d-\d\d$/;
/** Where there are no time zone rules. */
export const yearsMessage = 'Must be in the years from 1970 to 2399.';

/** A calendar date, `YYYY-MM-DD`, that exists, in the years for which there are time zone rules. */
export const date = z
  .string()
  .regex(datePattern, 'Must be a date as YYYY-MM-DD.')
  .refine((text) => !datePattern.test(text) || isDate(text), { message: 'Must be a date that exists.' })
  .refine((text) => !isDate(text) || isInKnownYear(text), { message: yearsMessage })
  .meta({ format: 'date', pattern: undefined, example: '2027-03-02' });

function isDate(text: string): boolean {
  const parsed = new Date(`${text}T00:00:00Z`);
  return datePattern.test(text) && !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(text);
}

function isInKnownYear(text: string): boolean {
  return text >= '1970' && text < '2400';
}

/** An instant in those years: of what is shown in a time zone, or counted in minutes. */
export const plannedInstant = instant
  .refine((text) => !instant.safeParse(text).success || isInKnownYear(new Date(text).toISOString()), {
    message: yearsMessage,
  })
  .meta({ pattern: undefined });

/** Either; an instant counts as its date in the zone of the request. */
export const dateOrInstant = z
  .string()
  .refine(isDateOrInstant, {
    message: 'Must be a date as YYYY-MM-DD, or an ISO 8601 time with an offset.',
  })
  .refine((text) => !isDateOrInstant(text) || isInKnownYear(text), { message: yearsMessage })
  .meta({ example: '2027-01-11' });

function isDateOrInstant(text: string): boolean {
  return isDate(text) || instant.safeParse(text).success;
}

/** A time on a clock, `HH:mm`. */
export const clockTime = z
  .string()
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Must be a time as HH:mm.')
  .meta({ example: '09:30' });

export const utcOffset = z
  .string()
  .regex(/^[+-](?:0\d|1[0-4]):[0-5]\d$/, 'Must be an offset as +HH:MM.')
  .meta({ example: '+01:00' });

/** Events and invitees: `dbk-` and 16 letters or digits. */
export const eventIdPattern = /^dbk-[0-9A-Za-z]{16}$/;
export const eventId = z
  .string()
  .regex(eventIdPattern, 'Must be dbk- and 16 letters or digits.')
  .meta({ example: 'dbk-8fK2mZ0qWv3Xy7Ab' });

/** Schedules and notes: 10 letters or digits. */
export const shortIdPattern = /^[0-9A-Za-z]{10}$/;
export const shortId = z
  .string()
  .regex(shortIdPattern, 'Must be 10 letters or digits.')
  .meta({ example: 'q8Zt4LmW2x' });

/** A flag in a query string that is on when it is `1`. */
export const queryFlag = z
  .enum(['0', '1'], 'Must be 1 or 0.')
  .optional()
  .transform((value) => value === '1')
  .meta({ type: 'string', enum: ['1'] });

export const queryBoolean = z
  .enum(['true', 'false', '1', '0'], 'Must be true or false.')
  .optional()
  .transform((value) => value === 'true' || value === '1')
  .meta({ type: 'boolean', enum: undefined });

/** The same where leaving it out means neither. */
export const optionalQueryBoolean = z
  .enum(['true', 'false', '1', '0'], 'Must be true or false.')
  .transform((value) => value === 'true' || value === '1')
  .optional()
  .meta({ type: 'boolean', enum: undefined });

/** From one instant to another, as ISO 8601 writes an interval. */
export const interval = z
  .string()
  .transform((text) => {
    const [from = '', to = '', ...rest] = text.split('/');
    return { from, to, isPair: rest.length === 0 };
  })
  .refine(
    ({ from, to, isPair }) =>
      isPair &&
      [from, to].every((part) => instant.safeParse(part).success) &&
      Date.parse(from) < Date.parse(to),
    { message: 'Must be two times, such as 2027-01-11T00:00:00Z/2027-01-18T00:00:00Z.' },
  )
  .transform(({ from, to }) => ({ from, to }))
  .meta({ type: 'string', example: '2027-01-11T00:00:00Z/2027-01-18T00:00:00Z' });

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const uuid = z
  .string()
  .regex(uuidPattern, 'Must be a UUID.')
  .meta({ format: 'uuid', pattern: undefined });

/** An identifier in a path. A malformed one is answered like an unknown one: 404 with the noun. */
export function idParam(noun: string, pattern: RegExp, example: string) {
  return z.string().regex(pattern).meta({ noun, example });
}

export function uuidParam(noun: string) {
  return idParam(noun, uuidPattern, '0198c2f4-6a10-7c3e-9d51-3f0f4a1b2c3d');
}

export const integerIdPattern = /^[1-9]\d{0,8}$/;

/** A whole number in a query string. */
export function queryInteger(min: number, max?: number) {
  const range = max === undefined ? `of ${min} or more` : `from ${min} to ${max}`;
  const message = `Must be a whole number ${range}.`;
  return z
    .string(message)
    .regex(/^\d{1,15}$/, message)
    .transform(Number)
    .refine((value) => value >= min && (max === undefined || value <= max), { message })
    .meta({ type: 'integer', minimum: min, ...(max !== undefined && { maximum: max }), pattern: undefined });
}

/**
 * A rule about several fields. Zod skips refinements if a field is invalid; this one always runs, so that one answer names
 * every error. If it throws because a value has the wrong type, it passes: that value has an error of its own.
 */
export function rule<S extends z.ZodType>(
  schema: S,
  field: string,
  message: string,
  holds: (value: z.output<S>) => boolean,
): S {
  const holdsOrThrows = (value: unknown): boolean => {
    try {
      return holds(value as z.output<S>);
    } catch (error) {
      if (schema.safeParse(value).success) throw error;
      return true;
    }
  };
  return schema.refine(holdsOrThrows, {
    path: [field],
    message,
    when: ({ value }) => typeof value === 'object' && value !== null,
  }) as S;
}

/**
 * Basic HTML of so many characters, counted once it is sanitized: an entity is one, and what the server adds is none. What
 * is sent may be longer by that, and by markup that is not kept.
 */
export function html(max: number, example: string) {
  const message = `Must have at most ${max} characters.`;
  const description = `Basic HTML, at most ${max} characters; an entity counts as one`;
  return z
    .string()
    .max(max * 10, message)
    .meta({ description, example });
}
