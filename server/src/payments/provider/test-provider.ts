import type { ProviderName } from '../providers.ts';

/** A request as a provider sends it. */
export interface Report {
  readonly body: string;
  readonly headers: Record<string, string>;
}

/** What a request to the provider is met with once, instead of an answer or after it has been carried out. */
export interface Trouble {
  readonly path: RegExp;
  readonly status?: number;
  /** Requests that would change something are refused with this message. */
  readonly refuses?: string;
  /** The request is carried out, and only its answer is lost. */
  readonly isDone?: boolean;
}

/** A payment provider on loopback, as far as tests of all providers use it. A page is known by its id, amounts are in minor units. */
export interface FakeProvider {
  readonly provider: ProviderName;
  readonly keys: Record<string, string>;
  /** Others than those of the account, in the right form. */
  readonly wrongKeys: Record<string, string>;
  readonly url: string;
  /** Paths of requests about pages and about refunds. */
  readonly paths: { readonly pages: RegExp; readonly refunds: RegExp };
  readonly requests: string[];
  readonly troubles: Trouble[];
  now: () => Date;
  /** Told of each request by its method and path: when it came, when it was carried out, when its answer is sent. */
  watch: (phase: 'received' | 'done' | 'answered', request: string) => void;
  /** Where reports go when somebody pays on its page in a browser. */
  reportsUrl: string;
  countPages(returnPath: string): number;
  amountOf(pageId: string): number | undefined;
  chargeOf(pageId: string): string;
  /** The visitor pays; the caller delivers the webhook. Undefined where the page is closed. */
  pay(pageId: string): Report | undefined;
  /** The visitor has done all they can, and the money is under way; then it comes. */
  process(pageId: string): void;
  succeed(pageId: string): Report;
  /** A payment that was made some time ago. */
  addPaid(charge: string, amount: number): void;
  /** A refund that we have not heard of, made there, or by us with this id. */
  addRefund(charge: string, amount: number, refundId?: string): void;
  /** The bank sends it back. */
  failRefund(charge: string): Report;
  refundsOf(charge: string): number[];
  /** Of those that we made, by our ids. */
  refundIdsOf(charge: string): unknown[];
  refundedReport(pageId: string): Report;
  /** After some time no provider knows an idempotency key any more. */
  forgetKeys(): void;
  /** Once every request that came was carried out. */
  settled(): Promise<void>;
  close(): Promise<void>;
}
