import type { Scope } from '@daybook/contract/scopes';
import { generateUuid } from './ids.ts';

/**
 * An error with its HTTP answer. Use cases throw it; the HTTP platform sends it. The bodies are those of interface section 7
 * and resolutions section 4, and are made nowhere else.
 */
export class Problem extends Error {
  readonly status: number;
  readonly body: object;
  readonly headers: Record<string, string>;

  constructor(status: number, message: string, body: object, headers: Record<string, string> = {}) {
    super(message);
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

export function failed(status: number, message: string, headers?: Record<string, string>): Problem {
  return new Problem(status, message, { success: false, message, status }, headers);
}

export const badRequest = (message: string): Problem => failed(400, message);
export const forbidden = (message: string): Problem => failed(403, message);
export const notFound = (noun: string): Problem => failed(404, `${noun} not found.`);
export const conflict = (message: string): Problem => failed(409, message);

export function tooManyRequests(retryAfterSeconds: number, headers: Record<string, string> = {}): Problem {
  const message = `Too many requests. Try again in ${retryAfterSeconds} s.`;
  return failed(429, message, { ...headers, 'retry-after': String(retryAfterSeconds) });
}

/** A day's share is used up: of a visitor, of somebody whom mail would reach, or of a page. */
export function tooManyBookings(retryAfterSeconds: number): Problem {
  const message = 'Too many bookings today from this address or for these people. Try again tomorrow.';
  return failed(429, message, { 'retry-after': String(retryAfterSeconds) });
}

export function unavailable(): Problem {
  return failed(503, 'The database isn’t available at the moment. Try again in a few seconds.', {
    'retry-after': '2',
  });
}

/** The directory of names doesn't answer. What needs no name goes on. */
export function namesUnavailable(): Problem {
  return failed(503, 'Names can’t be reserved at the moment. Try again in a few seconds.', {
    'retry-after': '2',
  });
}

/** The workspace belongs to another cell. Routers know the header, and ask that one. */
export function misdirected(): Problem {
  return failed(421, 'This workspace is served by another cell.', { 'x-daybook-misdirected': '1' });
}

/** The workspace is being moved to another cell, and takes no writes for a few seconds. */
export function frozen(): Problem {
  return failed(
    503,
    'This workspace can’t be changed at the moment, for example because it is being moved. Try again soon.',
    {
      'retry-after': '1',
    },
  );
}

/** More requests than the server can serve. The time to wait varies, so that callers do not all come back at once. */
export function overloaded(): Problem {
  const seconds = 1 + Math.floor(Math.random() * 4);
  const message = `The server is overloaded. Try again in ${seconds} s.`;
  return failed(503, message, { 'retry-after': String(seconds) });
}

export function unexpected(errorId: string): Problem {
  const message = 'Something went wrong on our side.';
  return new Problem(500, message, { success: false, message, status: 500, error_id: errorId });
}

/** Nobody is signed in, or the token is not valid (any more): RFC 6750 has programs tell these apart by the header. */
export function unauthenticated(error?: 'invalid_token'): Problem {
  const message = 'Unauthenticated.';
  const challenge = error ? `Bearer error="${error}"` : 'Bearer';
  return new Problem(401, message, { message }, { 'www-authenticate': challenge });
}

export function insufficientScope(required: readonly Scope[]): Problem {
  const message = `This token lacks the required scope: ${required.join(' or ')}.`;
  const error = { type: 'insufficient_scope', message, error_id: generateUuid(), required_scopes: required };
  const scope = required[0] === undefined ? '' : `, scope="${required[0]}"`;
  const challenge = `Bearer error="insufficient_scope"${scope}`;
  return new Problem(403, message, { error }, { 'www-authenticate': challenge });
}

/** The session began too long ago. RFC 9470 has the header by which programs tell it from other refusals. */
export function signInNeeded(minutes: number): Problem {
  const message = `Your last sign-in was more than ${minutes} minutes ago. Sign in again, then retry.`;
  const challenge = `Session error="insufficient_user_authentication", max_age="${minutes * 60}"`;
  return failed(403, message, { 'www-authenticate': challenge });
}

/** What is wrong with which field, by dotted path. */
export type FieldErrors = Record<string, string[]>;

/** Errors reported within one field of a body, and in all. */
const maxPerField = 20;
const maxErrors = 100;
const longestPath = 200;

/** Reports the first errors only, so that an answer can't grow with what was sent. */
export function invalid(errors: FieldErrors): Problem {
  const message = 'The given data was invalid.';
  return new Problem(422, message, { message, errors: firstOf(errors) });
}

function firstOf(errors: FieldErrors): FieldErrors {
  const first = Object.create(null) as FieldErrors;
  const counts = new Map<string, number>();
  const left = new Map<string, number>();
  const paths = Object.keys(errors);
  // Whole fields are named before parts of fields, which may be any number.
  if (paths.length > maxErrors) paths.sort((a, b) => Number(a.includes('.')) - Number(b.includes('.')));
  for (const [index, path] of paths.entries()) {
    const field = index < maxErrors ? (path.split('.', 1)[0] ?? path).slice(0, longestPath) : 'body';
    const count = (counts.get(field) ?? 0) + 1;
    counts.set(field, count);
    if (index < maxErrors && count <= maxPerField) {
      // Two rules of a field may say the same.
      first[path.slice(0, longestPath)] = [...new Set(errors[path])].slice(0, maxPerField);
    } else {
      left.set(field, (left.get(field) ?? 0) + 1);
    }
  }
  for (const [field, count] of left) (first[field] ??= []).push(`And ${count} more.`);
  return { ...first };
}

/** Throws one 422 with all errors, if there are any. */
export function throwIfInvalid(errors: FieldErrors): void {
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

export const invalidField = (field: string, message: string): Problem => invalid({ [field]: [message] });
