import { z } from 'zod';
import { queryInteger } from './fields.ts';
import type { Envelope, PagingDialect } from './envelopes.ts';
import type { FailureStatus } from './errors.ts';
import type { Access } from './scopes.ts';

/** The groups of the reference, in its order. */
export const tags = [
  'Identity',
  'Session',
  'Tokens',
  'Organization',
  'Users',
  'Teams',
  'Event types',
  'Links',
  'Schedules',
  'Availability',
  'Scheduled events',
  'Notes',
  'CRM objects',
  'CRM records',
  'CRM people',
  'CRM companies',
  'Routing forms',
  'Agents',
  'Outbound calls',
  'Do not call',
  'Webhooks',
  'Public',
] as const;

type Shape = z.ZodRawShape;
type NoShape = Record<never, z.ZodType>;

/** One call of the API. Validation, types, OpenAPI, client, CLI and reference all derive from this declaration. */
export interface Route<
  P extends Shape = Shape,
  Q extends Shape = Shape,
  B extends z.ZodType = z.ZodType,
  E extends Envelope = Envelope,
> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Relative to the base address, with `{name}` for each parameter. */
  readonly path: string;
  /** `interface`: given by the interface, to the letter. `ours`: settled by us. */
  readonly origin: 'interface' | 'ours';
  /** The group under which the reference lists it. */
  readonly tag: (typeof tags)[number];
  readonly summary: string;
  readonly description?: string;
  readonly access: Access;
  readonly params: z.ZodObject<P>;
  readonly query: z.ZodObject<Q>;
  readonly body?: B;
  /** Takes a file instead of JSON, of one of these types; it may be large, and is worked through as it arrives. */
  readonly takes?: readonly string[];
  /** How a missing scope is answered: `plain` is `{ success, message, status }`, which the interface asks for once. */
  readonly scopeFailure?: 'plain';
  /** A GET that creates something, because the interface says so. */
  readonly writes?: true;
  readonly returns: E;
  /** What can go wrong beyond the common answers, each with its sentence. */
  readonly fails: Partial<Record<FailureStatus, string>>;
  readonly examples: { readonly body?: unknown; readonly returns?: unknown };
}

export type AnyRoute = Route<Shape, Shape, z.ZodType, Envelope>;

interface Declaration<P extends Shape, Q extends Shape, B extends z.ZodType, E> extends Pick<
  Route<P, Q, B>,
  'method' | 'path' | 'origin' | 'tag' | 'summary' | 'access'
> {
  readonly description?: string;
  readonly params?: P;
  readonly query?: Q;
  /** The query may also hold keys that are not known beforehand, such as `filter[stage]`; the handler is given them. */
  readonly openQuery?: true;
  readonly body?: B;
  readonly takes?: readonly string[];
  readonly scopeFailure?: 'plain';
  readonly writes?: true;
  readonly returns: E;
  readonly fails?: Partial<Record<FailureStatus, string>>;
  readonly examples?: { readonly body?: unknown; readonly returns?: unknown };
}

export function route<
  P extends Shape = NoShape,
  Q extends Shape = NoShape,
  B extends z.ZodType = z.ZodType<undefined>,
  // oxlint-disable-next-line no-explicit-any -- an envelope takes its own value; here any of them will do
  E extends Envelope<any> = Envelope<any>,
>(declaration: Declaration<P, Q, B, E>): Route<P, Q, B, E> {
  const { params, query, openQuery, fails, examples, ...rest } = declaration;
  const paging = declaration.returns.paging;
  const queryFields = z.object({ ...(query ?? ({} as Q)), ...(paging && pageQuery(paging)) });
  return {
    ...rest,
    params: z.object(params ?? ({} as P)),
    query: openQuery ? (queryFields.loose() as unknown as typeof queryFields) : queryFields,
    fails: fails ?? {},
    examples: examples ?? {},
  };
}

function pageQuery(paging: PagingDialect): Shape {
  return {
    page: queryInteger(1).default(1),
    [paging.size]: queryInteger(1, 100).default(paging.default),
  };
}

/** What a handler is given, once everything has been checked. */
export interface Input<R extends AnyRoute> {
  readonly params: z.output<R['params']>;
  readonly query: z.output<R['query']>;
  readonly body: z.output<NonNullable<R['body']>>;
  readonly page: { readonly limit: number; readonly offset: number };
}
