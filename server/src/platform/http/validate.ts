import type { AnyRoute, Input } from '@daybook/contract/route';
import { formatIssue } from '@daybook/contract/messages';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { invalid, notFound, throwIfInvalid, type FieldErrors } from '../problems.ts';

/** Checks a request against its contract: an id that can't exist is a 404, every wrong field together a 422. */
export function validateRequest<R extends AnyRoute>(route: R, request: FastifyRequest): Input<R> {
  const { input, errors } = parseRequest(route, request);
  throwIfInvalid(errors);
  return input;
}

/** Finds what is wrong with the fields that are right by the contract; one that was left out is there as undefined. */
export type FindDomainErrors<R extends AnyRoute> = (
  fields: Partial<Input<R>['body']>,
  input: Input<R>,
) => Promise<FieldErrors>;

/**
 * The same, so that a caller whose request breaks the contract learns of every other wrong field as well, by the rules of
 * the slice. A request that keeps it is not looked at twice: its use case applies those rules itself.
 */
export async function validateWithDomain<R extends AnyRoute>(
  route: R,
  request: FastifyRequest,
  findDomainErrors: FindDomainErrors<R>,
): Promise<Input<R>> {
  const { input, errors } = parseRequest(route, request);
  if (Object.keys(errors).length === 0) return input;
  const domainErrors = await findDomainErrors(validFields(route, request, errors), input);
  throw invalid(mergeErrors(errors, domainErrors));
}

interface ParsedRequest<R extends AnyRoute> {
  /** To be used only when there are no errors, but for `params`. */
  readonly input: Input<R>;
  readonly errors: FieldErrors;
}

function parseRequest<R extends AnyRoute>(route: R, request: FastifyRequest): ParsedRequest<R> {
  const params = parseParams(route, request.params);
  const errors = Object.create(null) as FieldErrors;
  const query = parse(route.query, withArrayNames(route, request.query, errors), errors);
  const body = route.body ? parse(route.body, request.body ?? {}, errors) : undefined;
  findUnstorable(request.query, [], errors);
  findUnstorable(request.body, [], errors);
  const page = pageOf(route, (query ?? {}) as Record<string, unknown>);
  return { input: { params, query, body, page } as Input<R>, errors };
}

function validFields<R extends AnyRoute>(
  { body }: R,
  { body: given }: FastifyRequest,
  errors: FieldErrors,
): Partial<Input<R>['body']> {
  if (!(body instanceof z.ZodObject) || !isObject(given)) return {};
  const invalidNames = new Set(Object.keys(errors).map(nameOf));
  const valid = Object.entries(body.shape).flatMap(([name, field]) => {
    const parsed = invalidNames.has(name) ? undefined : (field as z.ZodType).safeParse(given[name]);
    return parsed?.success ? [[name, parsed.data]] : [];
  });
  return Object.fromEntries(valid) as Partial<Input<R>['body']>;
}

/** A field that breaks the contract has the errors of the contract only. */
function mergeErrors(errors: FieldErrors, domainErrors: FieldErrors): FieldErrors {
  const invalidNames = new Set(Object.keys(errors).map(nameOf));
  const others = Object.entries(domainErrors).filter(([path]) => !invalidNames.has(nameOf(path)));
  return { ...errors, ...Object.fromEntries(others) };
}

/**
 * `status[]=x` and `status[0]=x` are other spellings of `status=x`; any other one with brackets is an error, and so is any of a
 * page of a list, whose neighbours are links in one spelling. A filter that was sent is never left out.
 */
function withArrayNames(
  { query, returns: { paging } }: AnyRoute,
  given: unknown,
  errors: FieldErrors,
): Record<string, unknown> {
  const named: Record<string, unknown> = {};
  for (const [key, value] of Object.entries((given ?? {}) as Record<string, unknown>)) {
    const [base = '', brackets = ''] = /^([^[]*)(.*)$/s.exec(key)?.slice(1) ?? [];
    const isDeclared = brackets !== '' && Object.hasOwn(query.shape, base);
    const name = isDeclared ? base : key;
    const isList = /^(\[\d*\])+$/.test(brackets) && !(paging && ['page', paging.size].includes(base));
    if (isDeclared && !isList) addError(errors, [base], `Send it as ${base}=value.`);
    named[name] = Object.hasOwn(named, name) ? [named[name], value].flat() : value;
  }
  return named;
}

/** The field of a body in which a path begins. */
function nameOf(path: string): string {
  return path.split('.', 1)[0] ?? path;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parseParams(route: AnyRoute, given: unknown): unknown {
  const result = route.params.safeParse(given);
  const name = result.success ? unstorableIn(result.data) : String(result.error.issues[0]?.path[0]);
  if (name === undefined) return result.data;
  const noun = route.params.shape[name] as z.ZodType | undefined;
  throw notFound(String(noun?.meta()?.['noun'] ?? 'Route'));
}

/** The first parameter with a NUL, which PostgreSQL can't store: nothing has such a name. */
function unstorableIn(params: Record<string, unknown>): string | undefined {
  return Object.keys(params).find((name) => String(params[name]).includes('\0'));
}

function parse(schema: z.ZodType, given: unknown, errors: FieldErrors): unknown {
  const result = schema.safeParse(given, { error: formatIssue, reportInput: false });
  if (result.success) return result.data;
  const { issues } = result.error;
  const mistyped = new Set(
    issues.filter(({ code }) => code === 'invalid_type').map(({ path }) => fieldOf(path)),
  );
  for (const { code, path, message } of issues) {
    // The size of a value of the wrong type is of no interest.
    if ((code === 'too_small' || code === 'too_big') && mistyped.has(fieldOf(path))) continue;
    addError(errors, path, message);
  }
  return undefined;
}

function addError(errors: FieldErrors, path: readonly PropertyKey[], message: string): void {
  (errors[fieldOf(path)] ??= []).push(message);
}

function fieldOf(path: readonly PropertyKey[]): string {
  return path.map(String).join('.') || 'body';
}

/** Finds what PostgreSQL can't store or no person types: NUL, half of a surrogate pair. */
function findUnstorable(value: unknown, path: string[], errors: FieldErrors): void {
  if (typeof value === 'string') {
    if (value.includes('\0')) addError(errors, path, 'Must not contain a null character.');
    else if (/\p{Surrogate}/u.test(value))
      addError(errors, path, 'Must not contain an incomplete character.');
  } else if (typeof value === 'object' && value !== null) {
    for (const key of Object.keys(value)) {
      // Nobody reads it, and an error by this name would be lost to who reads the answer.
      if (key === '__proto__') continue;
      path.push(key);
      findUnstorable((value as Record<string, unknown>)[key], path, errors);
      path.pop();
    }
  }
}

function pageOf(route: AnyRoute, query: Record<string, unknown>): { limit: number; offset: number } {
  const paging = route.returns.paging;
  if (!paging) return { limit: 0, offset: 0 };
  const limit = query[paging.size] as number;
  return { limit, offset: ((query['page'] as number) - 1) * limit };
}
