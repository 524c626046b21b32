import type { OperationValue, Operation, Page, OperationRequest } from './derived.ts';

export type Input<O extends Operation> = OperationRequest<O> & {
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Lets the request outlive the page that sends it. */
  readonly keepalive?: boolean;
};

export type Result<O extends Operation> = OperationValue<O>;

/** The input may be left out where nothing in it is required. */
export type Call<O extends Operation> =
  Record<never, never> extends Input<O>
    ? (input?: Input<O>) => Promise<Result<O>>
    : (input: Input<O>) => Promise<Result<O>>;

export type ListOperation = {
  [O in Operation]: Result<O> extends Page<unknown> ? O : never;
}[Operation];

export type Item<O extends Operation> = Result<O> extends Page<infer Value> ? Value : never;
