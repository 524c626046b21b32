import type { Page as ServerPage, Returned } from '@daybook/contract/envelopes';
import type { Request } from '@daybook/contract/route';
import type { Contract } from './contract.gen.ts';

/** What an operation takes and gives, derived from its declaration in the contract. */

type Declared<O extends keyof Contract> = Contract[O];

export type Input<O extends keyof Contract> = Request<Declared<O>> & {
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Lets the request outlive the page that sends it. */
  readonly keepalive?: boolean;
};

export interface Page<Value> {
  readonly items: Value[];
  readonly total: number;
  /** The address of the next page, null at the end. */
  readonly next: string | null;
}

type ValueOf<E> = E extends { readonly media: string }
  ? Response
  : Returned<E> extends ServerPage<infer Value>
    ? Page<Value>
    : Returned<E>;

export type Result<O extends keyof Contract> = ValueOf<Declared<O>['returns']>;

/** The input may be left out where nothing in it is required. */
export type Call<O extends keyof Contract> =
  Record<never, never> extends Input<O>
    ? (input?: Input<O>) => Promise<Result<O>>
    : (input: Input<O>) => Promise<Result<O>>;

export type ListOperation = {
  [O in keyof Contract]: Result<O> extends Page<unknown> ? O : never;
}[keyof Contract];

export type Item<O extends keyof Contract> = Result<O> extends Page<infer Value> ? Value : never;
