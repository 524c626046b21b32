import { z } from 'zod';
import { queryInteger } from './fields.ts';
import type { Envelope, PagingDialect } from './envelopes.ts';
import type { FailureStatus } from './errors.ts';
import type { Access } from './scopes.ts';

/** The groups of the reference, in its order. */
export const tags = [
  'Identity',
  'Home',
  'Notifications',
  'Favorites',
  'Session',
  'Second factor',
  'Invitations',
  'Tokens',
  'Apps',
  'Platform',
  'Single sign-on',
  'Provisioning',
  'Domains',
  'Organization',
  'Users',
  'Teams',
  'Event types',
  'Resources',
  'Links',
  'Schedules',
  'Absences',
  'Availability',
  'Calendars',
  'Scheduled events',
  'Polls',
  'Notes',
  'Payments',
  'CRM objects',
  'CRM records',
  'CRM people',
  'CRM companies',
  'CRM tasks',
  'Search',
  'Saved views',
  'Routing forms',
  'Agents',
  'Outbound calls',
  'Do not call',
  'Webhooks',
  'Workflows',
  'Insights',
  'Audit log',
  'Live',
  'Mail',
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
  /** `interface`: fixed by the interface. `ours`: added by us. */
  readonly origin: 'interface' | 'ours';
  /** The group under which the reference lists it. */
  readonly tag: (typeof tags)[number];
  readonly summary: string;
  readonly description?: string;
  readonly access: Access;
  /** `admin`: for owners and admins. Without it users may call it as well; what they may not do there, `fails[403]` says. */
  readonly may?: 'admin';
  readonly params: z.ZodObject<P>;
  readonly query: z.ZodObject<Q>;
  readonly body?: B;
  /** The media types of a file that it takes instead of JSON, processed as a stream. */
  readonly takes?: readonly string[];
  /** A public route whose body may be as large as those of callers with a token. */
  readonly hasLargeBody?: true;
  /** `plain` answers a missing scope with `{ success, message, status }`, as the interface does for one route. */
  readonly scopeFailure?: 'plain';
  /** A GET that creates something, because the interface says so. */
  readonly writes?: true;
  /** Open to somebody who has yet to set up the second factor that their workspace requires. */
  readonly withoutFactor?: true;
  /** For how long the answer may be cached. It has an ETag, and is a 304 to clients that have it already. */
  readonly cacheSeconds?: number;
  readonly returns: E;
  /** The failures that are specific to this route, each with its message. */
  readonly fails: Partial<Record<FailureStatus, string>>;
  readonly examples: { readonly body?: unknown; readonly returns?: unknown };
}

export type AnyRoute = Route<Shape, Shape, z.ZodType, Envelope>;

interface Declaration<P extends Shape, Q extends Shape, B extends z.ZodType, E> extends Pick<
  Route<P, Q, B>,
  'method' | 'path' | 'origin' | 'tag' | 'summary' | 'access'
> {
  readonly description?: string;
  readonly may?: 'admin';
  readonly params?: P;
  readonly query?: Q;
  /** Passes unknown query parameters, such as `filter[stage]`, on to the handler. */
  readonly openQuery?: true;
  readonly body?: B;
  readonly takes?: readonly string[];
  readonly hasLargeBody?: true;
  readonly scopeFailure?: 'plain';
  readonly writes?: true;
  readonly withoutFactor?: true;
  readonly cacheSeconds?: number;
  readonly returns: E;
  readonly fails?: Partial<Record<FailureStatus, string>>;
  readonly examples?: { readonly body?: unknown; readonly returns?: unknown };
}

export function declareRoute<
  P extends Shape = NoShape,
  Q extends Shape = NoShape,
  B extends z.ZodType = z.ZodType<undefined>,
  // oxlint-disable-next-line no-explicit-any -- each envelope takes its own value; here any of them fits
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

/** What a handler receives, once it is validated. */
export interface Input<R extends AnyRoute> {
  readonly params: z.output<R['params']>;
  readonly query: z.output<R['query']>;
  readonly body: z.output<NonNullable<R['body']>>;
  readonly page: { readonly limit: number; readonly offset: number };
}

/** What a client sends. */
export type Request<R extends AnyRoute> = WithParams<R> & WithBody<R> & { readonly query?: QueryOf<R> };

type ShapeOf<T extends z.ZodObject> = T['shape'];

type ParamsOf<R extends AnyRoute> = { readonly [K in keyof ShapeOf<R['params']>]: string | number };

/** Numbers and switches may be given as such, although the address has them as text. */
type QueryOf<R extends AnyRoute> = {
  readonly [K in keyof ShapeOf<R['query']>]?:
    | z.output<ShapeOf<R['query']>[K]>
    | z.input<ShapeOf<R['query']>[K]>
    | undefined;
} & (R['returns'] extends { readonly paging: PagingDialect<infer Size> } ? PageQuery<Size> : unknown);

type PageQuery<Size extends string> = { readonly [K in 'page' | Size]?: number };

type BodyOf<R extends AnyRoute> = NonNullable<R['body']>;

type WithParams<R extends AnyRoute> = [keyof ShapeOf<R['params']>] extends [never]
  ? unknown
  : { readonly params: ParamsOf<R> };
/** A route without a body may still take a file. */
type WithBody<R extends AnyRoute> = [z.output<BodyOf<R>>] extends [undefined]
  ? { readonly body?: BodyInit; readonly contentType?: string }
  : undefined extends z.input<BodyOf<R>>
    ? { readonly body?: z.input<BodyOf<R>> }
    : { readonly body: z.input<BodyOf<R>> };
