import type { WebhookAnswer, WebhookRequest } from '../../platform/http/webhooks.ts';
import type { Outbound } from '../../platform/safe-fetch/safe-fetch.ts';
import type { AccountAccess } from './account-access.ts';
import type { CalendarProvider } from './provider.ts';

/** A kind of calendar: all that is known of it outside of its folder. Each is a line in `providers.ts`. */
export type CalendarKind = AccountCalendar | EnteredCalendar;

interface CommonFacts {
  readonly name: string;
  /** How often its calendars are read. */
  readonly everyMinutes: number;
  open(outbound: Outbound): CalendarProvider;
}

/** Its owner allows access where the account is. */
interface AccountCalendar extends CommonFacts {
  readonly kind: 'oauth';
  readonly access: AccountAccess;
  /** What its reports of changes say. */
  readonly readReport: WebhookReader;
}

/** Its owner enters where it is: an account with a password, or the address of one calendar, which can only be read. */
interface EnteredCalendar extends CommonFacts {
  readonly kind: 'password' | 'url';
}

/** A report that something changed, though not what. */
export interface Notification {
  readonly token: string;
  /** The channel itself has to be renewed, or is gone. */
  readonly isAboutChannel: boolean;
  /** The provider only tries the address. */
  readonly isTrial: boolean;
}

export type WebhookReader = (
  request: WebhookRequest,
) => WebhookAnswer & { readonly notifications: readonly Notification[] };
