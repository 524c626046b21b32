import { z } from 'zod';

/** The interface fixes several shapes of answers. A handler returns the bare value, and an envelope wraps it. */
export interface Envelope<Value = never> {
  readonly status: 200 | 201 | 202;
  /** Where the status depends on what happened: 200 changed, 201 created, 202 not yet. */
  readonly statusOf?: (value: Value) => 200 | 201 | 202;
  /** The whole body as it goes over the wire. */
  readonly wire: z.ZodType;
  readonly wrap: (value: Value, paging: PageOf) => unknown;
  /**
   * Where clients find the value in the body: under a key; `=` the body itself; `[]` a page; `key+` with 201 for created;
   * `key+other` one of two, `key+other+third` of three; `~` a stream; nothing where there is none.
   */
  readonly at: string;
  readonly paging?: PagingDialect;
  /** The media type of a streamed text or file; without it, the answer is JSON. */
  readonly media?: string;
  /** A client that asks for a part by `Range` gets it, with 206. */
  readonly hasParts?: true;
}

export type EnvelopeValue<E> = E extends Envelope<infer Value> ? Value : never;

/** The two ways in which the interface spells a page's size. */
export interface PagingDialect<Size extends 'count' | 'per_page' = 'count' | 'per_page'> {
  readonly size: Size;
  readonly default: number;
}

/** The requested page of a list, and how to link to others. */
export interface PageOf {
  readonly number: number;
  readonly size: number;
  readonly link: (page: number, cursor?: string) => string;
}

export interface Page<Item> {
  readonly items: Item[];
  readonly total: number;
  /** False if there are more items than were counted. */
  readonly isTotalExact?: boolean;
  /** For lists that are paged by a cursor instead of a number: that of the next page, null at the end. */
  readonly nextCursor?: string | null;
}

type Schema = z.ZodType;

function enveloped<S extends Schema>(
  status: 200 | 201,
  wire: z.ZodType,
  wrap: (value: z.output<S>) => unknown,
  at: string,
): Envelope<z.output<S>> {
  return { status, wire, wrap, at };
}

const success = z.literal(true);

/** The value itself. */
export function bare<S extends Schema>(schema: S) {
  return enveloped<S>(200, schema, (value) => value, '=');
}

/** `{ resource }` */
export function resource<S extends Schema>(schema: S) {
  return enveloped<S>(200, z.object({ resource: schema }), (value) => ({ resource: value }), 'resource');
}

/** `{ success, status, <key> }`: what most reads and changes answer. */
export function ok<K extends string, S extends Schema>(key: K, schema: S, status: 200 | 201 = 200) {
  return enveloped<S>(
    status,
    z.object({ success, status: z.literal(status), [key]: schema }),
    (value) => ({
      success: true,
      status,
      [key]: value,
    }),
    key,
  );
}

/** `{ success, status, <key> }` with what else there may be to say: the handler returns both. */
export function okWith<K extends string, S extends Schema, B extends z.ZodRawShape>(
  key: K,
  schema: S,
  beside: B,
) {
  const optional = z.object(beside).partial().shape;
  const both = z.object({ [key]: schema, ...optional } as Record<K, S> & typeof optional);
  const wire = z.object({ success, status: z.literal(200), ...both.shape });
  return enveloped<typeof both>(200, wire, (value) => ({ success: true, status: 200, ...value }), '*');
}

/** `{ success, status, <key> }` with 201 if it was created, 200 if it existed and was changed. */
export function upserted<K extends string, S extends Schema>(
  key: K,
  schema: S,
): Envelope<{ created: boolean; value: z.output<S> }> {
  const statusOf = ({ created: isNew }: { created: boolean }) => (isNew ? 201 : 200);
  return {
    status: 200,
    statusOf,
    at: `${key}+`,
    wire: z.object({ success, status: z.literal([200, 201]), [key]: schema }),
    wrap: (answer) => ({ success: true, status: statusOf(answer), [key]: answer.value }),
  };
}

/** `{ success, <key> }` with status 201: what most creations answer. */
export function created<K extends string, S extends Schema>(key: K, schema: S) {
  return enveloped<S>(
    201,
    z.object({ success, [key]: schema }),
    (value) => ({
      success: true,
      [key]: value,
    }),
    key,
  );
}

/** `{ success, ...fields }` with status 201, where there is no resource to show. */
export function createdFlat<B extends z.ZodRawShape>(fields: B) {
  const value = z.object(fields);
  return enveloped<typeof value>(
    201,
    z.object({ success, ...fields }),
    (given) => ({
      success: true,
      ...given,
    }),
    '*',
  );
}

/** A creation that shows a secret once, beside the resource: the handler returns both. */
export function createdWith<S extends Schema, B extends z.ZodRawShape>(schema: S, beside: B) {
  const both = z.object({ resource: schema, ...beside });
  return enveloped<typeof both>(
    201,
    z.object({ success, resource: schema, ...beside }),
    (value) => ({
      success: true,
      ...value,
    }),
    '*',
  );
}

/** `{ success, <key> }` with 201 when it is done, `{ success, status, <other> }` when another step is needed. */
export function createdOr<K extends string, S extends Schema, N extends string, T extends Schema>(
  key: K,
  schema: S,
  other: N,
  otherSchema: T,
  otherStatus: 200 | 202 = 200,
): Envelope<{ readonly done: z.output<S> } | { readonly next: z.output<T> }> {
  const isDone = (value: object): boolean => 'done' in value;
  return {
    status: otherStatus,
    statusOf: (value) => (isDone(value) ? 201 : otherStatus),
    at: `${key}+${other}`,
    wire: z.union([
      z.object({ success, [key]: schema }),
      z.object({ success, status: z.literal(otherStatus), [other]: otherSchema }),
    ]),
    wrap: (value) =>
      'done' in value
        ? { success: true, [key]: value.done }
        : { success: true, status: otherStatus, [other]: value.next },
  };
}

/** The same with 202 and further steps of which one may be needed, each under its own name. */
export function createdOrSteps<
  K extends string,
  S extends Schema,
  N extends string,
  T extends Schema,
  M extends Readonly<Record<string, Schema>>,
>(
  key: K,
  schema: S,
  other: N,
  otherSchema: T,
  more: M,
): Envelope<
  | { readonly done: z.output<S> }
  | { readonly next: z.output<T> }
  | { readonly [name in keyof M]: { readonly [one in name]: z.output<M[name]> } }[keyof M]
> {
  const first = createdOr(key, schema, other, otherSchema, 202);
  const isFirst = (value: object): value is { done: z.output<S> } | { next: z.output<T> } =>
    'done' in value || 'next' in value;
  const steps = Object.entries(more);
  return {
    status: 202,
    statusOf: (value) => ('done' in value ? 201 : 202),
    at: [first.at, ...steps.map(([name]) => name)].join('+'),
    wire: z.union([
      first.wire,
      ...steps.map(([name, step]) => z.object({ success, status: z.literal(202), [name]: step })),
    ]),
    wrap: (value, request) =>
      isFirst(value) ? first.wrap(value, request) : { success: true, status: 202, ...value },
  };
}

/** `{ success, status, message }`: what deleting and cancelling answer. The sentence belongs to the route. */
export function message(sentence: string): Envelope<void> {
  const wire = z.object({ success, message: z.string(), status: z.literal(200) });
  return { status: 200, at: '', wire, wrap: () => ({ success: true, message: sentence, status: 200 }) };
}

/** `{ success, message, status }` with what else there is to say; without it, the plain message. */
export function messageWith<B extends z.ZodRawShape>(sentence: string, beside: B) {
  const value = z.object(beside).partial();
  const wire = z.object({ success, message: z.string(), status: z.literal(200), ...value.shape });
  return enveloped<typeof value>(
    200,
    wire,
    (given) => ({
      success: true,
      message: sentence,
      status: 200,
      ...given,
    }),
    '*',
  );
}

/** The same where the work goes on after the answer, which says nothing of what comes of it. */
export function accepted(sentence: string): Envelope<void> {
  const wire = z.object({ success, message: z.string(), status: z.literal(202) });
  return { status: 202, at: '', wire, wrap: () => ({ success: true, message: sentence, status: 202 }) };
}

/** The media type of a file that may be of any kind. */
export const binary = 'application/octet-stream';

/** A text of unknown length, such as CSV. */
export function streamed(media: string): Envelope<string> & { readonly media: string } {
  return { status: 200, at: '~', wire: z.string(), wrap: (value) => value, media };
}

/** A sound, which is played from any point of it. */
export function sound(media: string): Envelope<string> & { readonly media: string } {
  return { ...streamed(media), hasParts: true };
}

/** A file, byte by byte as it was sent. Clients get the response, to save it or to read it as they like. */
export function download(): Envelope<string> & { readonly media: string } {
  return { ...streamed(binary), hasParts: true };
}

const pagination = z
  .object({
    total: z.int().min(0),
    count: z.int().min(0),
    totalPages: z.int().min(0),
    currentPage: z.int().min(1),
    previousPage: z.string().nullable(),
    nextPage: z.string().nullable(),
    isTotalExact: z.literal(false).optional().meta({
      description: 'Only for searches with more than 10,000 results, which are not counted further',
    }),
  })
  .meta({ id: 'Pagination' });

/** `{ collection, pagination }`; the route takes the dialect's query parameters by itself. */
export function paginated<S extends Schema, Size extends PagingDialect['size'] = 'count'>(
  schema: S,
  paging: PagingDialect<Size> = { size: 'count' as Size, default: 20 },
): Envelope<Page<z.output<S>>> & { readonly paging: PagingDialect<Size> } {
  return {
    status: 200,
    paging,
    at: '[]',
    wire: z.object({ collection: z.array(schema), pagination }),
    wrap: ({ items, total, isTotalExact, nextCursor }, page) => {
      const totalPages = Math.ceil(total / page.size);
      const hasNext = nextCursor === undefined ? page.number < totalPages : nextCursor !== null;
      return {
        collection: items,
        pagination: {
          total,
          count: page.size,
          totalPages,
          currentPage: page.number,
          previousPage: page.number > 1 ? page.link(page.number - 1) : null,
          nextPage: hasNext ? page.link(page.number + 1, nextCursor ?? undefined) : null,
          ...(isTotalExact === false && { isTotalExact }),
        },
      };
    },
  };
}
