import type { Operation, Page } from './derived.ts';
import { parseError } from './error.ts';
import { operations } from './operations.gen.ts';
import type { Call, Input, Item, ListOperation } from './types.ts';

export interface BareOptions {
  /** Where Daybook is, such as `https://daybook.example`; in a browser, the page's own origin unless said. */
  readonly url?: string | undefined;
  /** An access token; in a browser, the session's cookie does without. */
  readonly token?: string | undefined;
  readonly fetch?: Send;
  /**
   * Called when the session has ended, or began too long ago for this. Once it resolves, the request is sent again; with `false`, the
   * refusal is thrown.
   */
  readonly signInAgain?: (reason: SignInReason) => Promise<boolean | void>;
}

export type SignInReason = 'ended' | 'recent';

/** `fetch`, as far as it is used. `isStream`: the answer may go on without an end. */
export type Send = (address: string, request: RequestInit, isStream?: boolean) => Promise<Response>;

export type Client = { readonly [O in Operation]: Call<O> } & {
  /** Every item of a list, page by page as they are needed. */
  each<O extends ListOperation>(operation: O, input?: Input<O>): AsyncIterable<Item<O>>;
};

/** The client without retries and keys, for the dashboard, whose queries have retries of their own. */
export function createBareClient(options: BareOptions = {}): Client {
  const send = sender(options);
  const call = async (operation: Operation, input: AnyInput = {}) => {
    const [method, path, , at] = declarationOf(operation);
    const response = await send(method, addressOf(path, input), input, at === '~');
    const value = await valueAt(at, response);
    const etag = response.headers.get('etag');
    if (etag && typeof value === 'object' && value !== null) etags.set(value, etag);
    return value;
  };
  async function* each(operation: Operation, input: AnyInput = {}) {
    let page = (await call(operation, input)) as Page<unknown>;
    yield* page.items;
    while (page.next !== null) {
      page = (await valueAt(
        '[]',
        await send('GET', page.next, { ...input, body: undefined }),
      )) as Page<unknown>;
      yield* page.items;
    }
  }
  return new Proxy({} as Client, {
    get(_, name) {
      if (name === 'each') return each;
      // Somebody who awaits the client itself would look for this.
      if (name === 'then') return undefined;
      return (input?: AnyInput) => call(name as Operation, input);
    },
  });
}

/** The group of the reference to which an operation belongs. */
export function getTag(operation: Operation): string {
  return declarationOf(operation)[2];
}

const etags = new WeakMap<object, string>();

/** The version of what an operation answered with, to be sent back as `If-Match`; undefined where it has none. */
export function getEtag(value: object): string | undefined {
  return etags.get(value);
}

/** Where a browser finds what an operation answers, for links such as that of a download. */
export function buildHref<O extends Operation>(operation: O, input: Input<O>): string {
  return addressOf(declarationOf(operation)[1], input as AnyInput);
}

type At = string;

type Declaration = readonly [method: string, path: string, tag: string, at: At];

const declarations = new Map<string, Declaration>();
const methods: Record<string, string> = { G: 'GET', P: 'POST', U: 'PUT', A: 'PATCH', D: 'DELETE' };
let tag = '';
let path = '';
// The format is that of `generateOperations`.
for (const line of operations.split('\n')) {
  const [, letter = '', name = '', ownPath, at = ''] = /^(\w)(\w+)(?: ([/+]\S*))? (\S*)$/.exec(line) ?? [];
  if (line.startsWith('#')) tag = line.slice(1);
  else
    declarations.set(name, [
      methods[letter]!,
      (path = ownPath?.replace('+', `${path}/`) ?? path),
      tag,
      at === '.' ? 'resource' : at,
    ]);
}

function declarationOf(operation: Operation): Declaration {
  const declared = declarations.get(operation);
  if (declared === undefined) throw new TypeError(`Unknown operation ${operation}.`);
  return declared;
}

interface AnyInput {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly contentType?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  readonly keepalive?: boolean;
}

function addressOf(path: string, { params = {}, query = {} }: AnyInput): string {
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    // An empty part would address another operation.
    if (value === undefined || value === '') throw new TypeError(`The parameter ${name} is missing.`);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== undefined && each !== null) search.append(name, String(each));
    }
  }
  return `/v2${address}${search.size > 0 ? `?${search}` : ''}`;
}

function sender({ url = '', token, fetch: send = fetch, signInAgain }: BareOptions) {
  const origin = url.replace(/\/+$/, '').replace(/\/v2$/, '');
  return async (method: string, address: string, input: AnyInput, isStream = false): Promise<Response> => {
    const { body, contentType, headers, signal, keepalive } = input;
    const request: RequestInit = {
      method,
      headers: {
        accept: 'application/json',
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': contentType ?? 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: contentType ? (body as BodyInit) : JSON.stringify(body) }),
      ...(signal && { signal }),
      ...(keepalive && { keepalive }),
    };
    let response = await send(`${origin}${address}`, request, isStream);
    for (let reason = reasonOf(response); reason && signInAgain; reason = reasonOf(response)) {
      if ((await signInAgain(reason)) === false) break;
      response = await send(`${origin}${address}`, request, isStream);
    }
    if (!response.ok) throw await parseError(response);
    return response;
  };
}

/** Why somebody has to sign in again, by the header of RFC 9470. */
function reasonOf({ status, headers }: Response): SignInReason | undefined {
  if (status === 401) return 'ended';
  const isOld = headers.get('www-authenticate')?.includes('insufficient_user_authentication');
  return status === 403 && isOld ? 'recent' : undefined;
}

/** What an answer is about, without its envelope. The generator says where that is. */
async function valueAt(at: At, response: Response): Promise<unknown> {
  if (at === '~') return response;
  const body = (await response.json()) as Record<string, unknown>;
  if (at === '') return undefined;
  if (at === '=') return body;
  if (at === '*') return fieldsOf(body);
  if (at === '[]') return pageOf(body as unknown as WirePage);
  const [key = '', other, ...rest] = at.split('+');
  if (other === undefined) return body[key];
  if (other === '') return { created: response.status === 201, value: body[key] };
  const further = rest.find((name) => name in body);
  if (further !== undefined) return { [further]: body[further] };
  return key in body ? { done: body[key] } : { next: body[other] };
}

/** Several values beside each other, without what the status says anyway. */
function fieldsOf({ success: _, status: __, message: ___, ...fields }: Record<string, unknown>): object {
  return fields;
}

interface WirePage {
  readonly collection: unknown[];
  readonly pagination: { readonly total: number; readonly nextPage: string | null };
}

function pageOf({ collection, pagination: { total, nextPage } }: WirePage): Page<unknown> {
  return { items: collection, total, next: nextPage };
}
