import type { Page as ServerPage, EnvelopeValue } from '@daybook/contract/envelopes';
import type { Request } from '@daybook/contract/route';
import type { webhookPayloads } from '@daybook/contract/webhook-payloads';
import type { Contract } from './contract.gen.ts';

/** What each operation takes and gives, derived from the contract. The published package has the same, spelled out. */

export type Operation = keyof Contract;

export type OperationRequest<O extends Operation> = Request<Contract[O]>;

export type OperationValue<O extends Operation> = ValueOf<Contract[O]['returns']>;

export interface Page<Value> {
  readonly items: Value[];
  readonly total: number;
  /** The address of the next page, null at the end. */
  readonly next: string | null;
}

type ValueOf<E> = E extends { readonly media: string }
  ? Response
  : EnvelopeValue<E> extends ServerPage<infer Value>
    ? Page<Value>
    : EnvelopeValue<E>;

type Payloads = typeof webhookPayloads;

/** What a delivery holds; `event` says which of them. */
export type WebhookPayload = { [E in keyof Payloads]: Payloads[E]['_zod']['output'] }[keyof Payloads];
