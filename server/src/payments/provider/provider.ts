import type { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import type { WebhookAnswer, WebhookRequest } from '../../platform/http/webhooks.ts';
import type { Outbound } from '../../platform/safe-fetch/safe-fetch.ts';
import type { Settings, SettingValues } from '../../platform/settings.ts';

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
  /** Where the provider is. */
  readonly settings: Settings<unknown>;
  /** What a workspace enters, in the order of the form. The labels are words of the dashboard. */
  readonly keys: Readonly<Record<string, z.ZodType<string>>>;
  /** What the webhook endpoint reports that a workspace creates at the provider; undefined where each payment says where it is reported. */
  readonly webhookEvents?: readonly string[];
  /** How long its page stays open, and how long it must from when the provider gets the request. */
  readonly pageMinutes: { readonly usual: number; readonly min: number };
  /** What it collects, in the smallest unit of the currency; undefined for a currency that it does not take. */
  amountRange(currency: string): AmountRange | undefined;
  /** Whether these keys move real money. */
  isLive(keys: AccountKeys): boolean;
  /** Throws a `PaymentError` that is refused when the provider does not take the keys. */
  tryKeys(options: ProviderOptions, keys: AccountKeys): Promise<void>;
  connect(options: ProviderOptions, keys: AccountKeys): Promise<PaymentAccount>;
  /** What a webhook says: nothing, if it is of no interest. Throws a `PaymentError` that is refused for one that the provider did not send. */
  readWebhook(
    options: ProviderOptions,
    keys: AccountKeys,
    request: WebhookRequest,
  ): Promise<readonly Report[]>;
  /** What the provider wants to hear then; 204 by default. */
  readonly webhookAnswer?: WebhookAnswer;
}

export interface AmountRange {
  readonly min: number;
  readonly max: number;
}

/** How a provider is reached, and by which clock its signatures are judged. */
export interface ProviderOptions {
  readonly config: { readonly settings: SettingValues };
  readonly outbound: Outbound;
  readonly clock: Clock;
}

/** What a workspace entered, by the names of `keys`. */
export type AccountKeys = Readonly<Record<string, string>>;

/** All calls may be repeated: the keys of orders and the ids of refunds make them one. */
export interface PaymentAccount {
  open(order: Order): Promise<Session>;
  /** What became of a session; undefined while it is open. Absent where one is open until it is paid, closed by us or over with its time. */
  lookUp?(sessionId: string): Promise<ClosedSession | undefined>;
  /** Ends a session, after which it can't be paid; or what became of it before. */
  close(sessionId: string): Promise<ClosedSession>;
  /** All refunds of a charge, also those that were made at the provider. */
  listRefunds(chargeId: string): Promise<ProviderRefund[]>;
  refund(refund: RefundOrder): Promise<ProviderRefund>;
}

export interface Order {
  readonly id: string;
  /** The same for a session that is asked for again. */
  readonly idempotencyKey: string;
  readonly title: string;
  readonly description: string;
  readonly amountMinor: number;
  readonly currency: string;
  readonly email: string;
  readonly language: string;
  readonly expiresAt: Date;
  /** Where the visitor comes back, having paid or not: what happened is only known from the provider's report. */
  readonly returnUrl: string;
  /** Where the provider reports it. */
  readonly webhookUrl: string;
}

export interface Session {
  readonly id: string;
  readonly url: string;
}

/** `processing`: the visitor has done all they can, and the money may still come. */
export type ClosedSession =
  | { readonly state: 'expired' | 'processing' }
  | { readonly state: 'paid'; readonly chargeId: string };

export interface RefundOrder {
  readonly id: string;
  readonly paymentId: string;
  readonly chargeId: string;
  readonly amountMinor: number;
  readonly currency: string;
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

export type Report =
  | { readonly kind: 'paid'; readonly paymentId: string; readonly chargeId: string }
  | { readonly kind: 'expired'; readonly paymentId: string; readonly sessionId: string }
  /** The page is over, and nothing was paid: another can be opened while the time is held. */
  | { readonly kind: 'closed'; readonly paymentId: string; readonly sessionId: string }
  | { readonly kind: 'refunded'; readonly paymentId: string; readonly chargeId: string };

/** Why a provider did not do what it was asked for. The message is a sentence for the person who set it up. */
export class PaymentError extends Error {
  /** It will not do it later either. */
  readonly isRefused: boolean;

  constructor(sentence: string, { isRefused = false }: { isRefused?: boolean } = {}) {
    super(sentence);
    this.isRefused = isRefused;
  }
}
