import type { Clock } from '../../platform/clock.ts';

/** How a price is collected. Each way is a folder, and a line in `providers.ts`. */
export type PaymentProvider = OnSiteProvider | OnlineProvider;

/** Nobody asks for money: host and invitee do that when they meet. */
interface OnSiteProvider {
  readonly collects: 'on site';
  readonly name: string;
}

/** Money comes first: a visitor pays on a page of the provider, and the time is booked once the provider says so. */
export interface OnlineProvider {
  readonly collects: 'online';
  readonly name: string;
  /** Whether these keys move real money. */
  isLive(keys: AccountKeys): boolean;
  /** Throws a `PaymentError` that is refused when the provider does not take the keys. */
  tryKeys(reach: Reach, keys: AccountKeys): Promise<void>;
  account(reach: Reach, keys: AccountKeys): Promise<PaymentAccount>;
  /** What a signed report says. Undefined for one of no interest; throws a `PaymentError` for one that is not signed. */
  readReport(reach: Reach, keys: AccountKeys, report: SignedReport): Promise<Report | undefined>;
}

/** How a provider is reached, and by which clock its signatures are judged. */
export interface Reach {
  readonly stripeUrl: string;
  readonly clock: Clock;
}

export interface AccountKeys {
  readonly secretKey: string;
  readonly webhookSecret: string;
}

/** All calls may be repeated: the ids of orders and refunds make them one. */
export interface PaymentAccount {
  open(order: Order): Promise<Session>;
  /** Ends a session, after which it can't be paid; or what became of it before. */
  close(sessionId: string): Promise<Closed>;
  /** All refunds of a charge, also those that were made at the provider. */
  listRefunds(chargeId: string): Promise<ProviderRefund[]>;
  refund(refund: RefundOrder): Promise<ProviderRefund>;
}

export interface Order {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly amountMinor: number;
  readonly currency: string;
  readonly email: string;
  readonly language: string;
  readonly expiresAt: Date;
  /** Where the visitor comes back, having paid or not: what happened is only known from the provider's report. */
  readonly returnUrl: string;
}

export interface Session {
  readonly id: string;
  readonly url: string;
}

/** `processing`: the visitor has done all they can, and the money may still come. */
export type Closed =
  | { readonly state: 'expired' | 'processing' }
  | { readonly state: 'paid'; readonly chargeId: string };

export interface RefundOrder {
  readonly id: string;
  readonly paymentId: string;
  readonly chargeId: string;
  readonly amountMinor: number;
}

/** A refund as the provider has it. */
export interface ProviderRefund {
  readonly providerId: string;
  /** The id of the order; undefined for one that was made at the provider. */
  readonly id: string | undefined;
  readonly amountMinor: number;
  /** Why the money did not arrive and went back; undefined unless it did. */
  readonly failure: string | undefined;
}

export interface SignedReport {
  readonly signature: string;
  readonly body: string;
}

export type Report =
  | { readonly kind: 'paid'; readonly paymentId: string; readonly chargeId: string }
  | { readonly kind: 'expired'; readonly paymentId: string; readonly sessionId: string }
  | { readonly kind: 'refunded'; readonly paymentId: string; readonly chargeId: string };

/** Why a provider did not do what it was asked for. The message is a sentence for whoever has set it up. */
export class PaymentError extends Error {
  /** It will not do it later either. */
  readonly isRefused: boolean;

  constructor(sentence: string, { isRefused = false }: { isRefused?: boolean } = {}) {
    super(sentence);
    this.isRefused = isRefused;
  }
}
