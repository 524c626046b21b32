import type { Organization, Site } from './model.ts';

/** Where a visitor pays for a time that is held for them. */
export interface CheckoutModel {
  readonly site: Site;
  /** `waiting`: they come back from the provider, whose report is still to come. `refunded`: it was paid too late. */
  readonly state: 'open' | 'waiting' | 'expired' | 'refunded';
  /** The provider's page could not be opened. */
  readonly hasFailed: boolean;
  readonly title: string;
  readonly color: string;
  readonly organization: Organization;
  /** Null once nobody knows any more. */
  readonly when: { readonly day: number; readonly clock: string; readonly zone: string } | null;
  /** Until when the time is held, in the same zone. */
  readonly until: string;
  readonly price: string;
  /** What they get back if they cancel; null: all of it. */
  readonly policy: { readonly fullUntilHours: number | null; readonly laterPercent: number } | null;
  readonly bookAgain: string;
}
