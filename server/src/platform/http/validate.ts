import type { AnyRoute, Input } from '@daybook/contract/route';
import { sentence } from '@daybook/contract/messages';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { notFound, throwIfInvalid, type FieldErrors } from '../problems.ts';

/** What a request holds by the contract. `input` can be relied on where there are no errors. */
interface ParsedRequest<R extends AnyRoute> {
  readonly input: Input<R>;
  readonly errors: FieldErrors;
}

/** Checks all of a request at once: an id that can't exist is a 404, every wrong field together a 422. */
export function validate<R extends AnyRoute>(route: R, request: FastifyRequest): Input<R> {
  const { input, errors } = parseRequest(route, request);
  throwIfInvalid(errors);
  return input;
}

export function parseRequest<R extends AnyRoute>(route: R, request: FastifyRequest): ParsedRequest<R> {
  const params = checkParams(route, request.params);
  const errors = Object.create(null) as FieldErrors;
  const query = check(route.query, request.query ?? {}, errors);
  const body = route.body ? check(route.body, request.body ?? {}, errors) : undefined;
  findUnstorable(request.query, [], errors);
  findUnstorable(request.body, [], errors);
  const page = pageOf(route, (query ?? {}) as Record<string, unknown>);
  return { input: { params, query, body, page } as Input<R>, errors };
}

/** The fields of a body that are right by themselves, where others are wrong. What was left out is there as undefined. */
export function validFields<R extends AnyRoute>(
  { body }: R,
  { body: given }: FastifyRequest,
  errors: FieldErrors,
): Partial<Input<R>['body']> {
  if (!(body instanceof z.ZodObject) || !isObject(given)) return {};
  const wrong = new Set(Object.keys(errors).map(nameOf));
  const right = Object.entries(body.shape).flatMap(([name, field]) => {
    const parsed = wrong.has(name) ? undefined : (field as z.ZodType).safeParse(given[name]);
    return parsed?.success ? [[name, parsed.data]] : [];
  });
  return Object.fromEntries(right) as Partial<Input<R>['body']>;
}

/** The field of a body in which a path begins. */
export function nameOf(path: string): string {
  return path.split('.', 1)[0] ?? path;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function checkParams(route: AnyRoute, given: unknown): unknown {
  const result = route.params.safeParse(given);
  const name = result.success ? unstorableIn(result.data) : String(result.error.issues[0]?.path[0]);
  if (name === undefined) return result.data;
  const noun = route.params.shape[name] as z.ZodType | undefined;
  throw notFound(String(noun?.meta()?.['noun'] ?? 'Route'));
}

/** The first parameter that holds what PostgreSQL's text can't: it names nothing. */
function unstorableIn(params: Record<string, unknown>): string | undefined {
  return Object.keys(params).find((name) => String(params[name]).includes('\0'));
}

function check(schema: z.ZodType, given: unknown, errors: FieldErrors): unknown {
  const result = schema.safeParse(given, { error: sentence, reportInput: false });
  if (result.success) return result.data;
  const { issues } = result.error;
  const mistyped = new Set(
    issues.filter(({ code }) => code === 'invalid_type').map(({ path }) => fieldOf(path)),
  );
  for (const { code, path, message } of issues) {
    // The size of what has the wrong type says nothing more.
    if ((code === 'too_small' || code === 'too_big') && mistyped.has(fieldOf(path))) continue;
    note(errors, path, message);
  }
  return undefined;
}

function note(errors: FieldErrors, path: readonly PropertyKey[], message: string): void {
  (errors[fieldOf(path)] ??= []).push(message);
}

function fieldOf(path: readonly PropertyKey[]): string {
  return path.map(String).join('.') || 'body';
}

const deepest = 32;

/** What no person types: NUL, which PostgreSQL's text can't hold; halves of a character; lists in lists without end. */
function findUnstorable(value: unknown, path: readonly string[], errors: FieldErrors): void {
  if (typeof value === 'string') {
    if (value.includes('\0')) note(errors, path, 'Must not contain a null character.');
    else if (/\p{Surrogate}/u.test(value)) note(errors, path, 'Must not contain half of a character.');
  } else if (path.length > deepest) {
    note(errors, path.slice(0, 1), `Must not be nested more than ${deepest} levels deep.`);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) findUnstorable(item, [...path, key], errors);
  }
}

function pageOf(route: AnyRoute, query: Record<string, unknown>): { limit: number; offset: number } {
  const paging = route.returns.paging;
  if (!paging) return { limit: 0, offset: 0 };
  const limit = query[paging.size] as number;
  return { limit, offset: ((query['page'] as number) - 1) * limit };
}
