/**
 * What the web has, from whatever declares it: the DOM library, `@types/node`, the types of an edge runtime. With none of them, as
 * much as the client uses. The published types import these instead of naming globals.
 */

type Instance<Name extends string, Else> =
  typeof globalThis extends Record<Name, { readonly prototype: infer Value }> ? Value : Else;

export type AbortSignal = Instance<'AbortSignal', { readonly aborted: boolean }>;

export type Headers = Instance<'Headers', { get(name: string): string | null }>;

export type Response = Instance<
  'Response',
  {
    readonly ok: boolean;
    readonly status: number;
    readonly headers: Headers;
    readonly body: unknown;
    arrayBuffer(): Promise<ArrayBuffer>;
    json(): Promise<unknown>;
    text(): Promise<string>;
  }
>;

export type RequestInit = typeof globalThis extends { fetch(input: never, init?: infer Init): unknown }
  ? NonNullable<Init>
  : {
      readonly method?: string;
      readonly headers?: unknown;
      readonly body?: string | ArrayBuffer | ArrayBufferView | null;
      readonly signal?: AbortSignal | null;
      readonly keepalive?: boolean;
    };

export type BodyInit = RequestInit extends { readonly body?: infer Body } ? NonNullable<Body> : never;
