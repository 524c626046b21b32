import { omitEmpty, readDate, findChoice, readText } from '../platform/address.ts';

/** What the pages for developers show, as it stands in the address. */

export const deliveryTabs = ['delivered', 'pending', 'failed', 'skipped'] as const;

export interface DeliverySearch {
  readonly outcome?: (typeof deliveryTabs)[number];
  readonly event?: string;
  readonly from?: string;
  readonly to?: string;
  readonly q?: string;
}

export function parseDeliverySearch(raw: Readonly<Record<string, unknown>>): DeliverySearch {
  return omitEmpty({
    outcome: findChoice(deliveryTabs, raw['outcome']),
    event: readText(raw['event']),
    from: readDate(raw['from']),
    to: readDate(raw['to']),
    q: readText(raw['q']),
  });
}

export interface CatcherSearch {
  readonly catcher?: string;
  /** The request that is open beside the list. */
  readonly request?: string;
}

export function parseCatcherSearch(raw: Readonly<Record<string, unknown>>): CatcherSearch {
  return omitEmpty({ catcher: readText(raw['catcher']), request: readText(raw['request']) });
}

export const mailStates = ['queued', 'sent', 'kept', 'failed', 'refused', 'bounced'] as const;

export interface MailSearch {
  readonly state?: (typeof mailStates)[number];
  readonly kind?: string;
  readonly recipient?: string;
  readonly from?: string;
  readonly to?: string;
}

export function parseMailSearch(raw: Readonly<Record<string, unknown>>): MailSearch {
  return omitEmpty({
    state: findChoice(mailStates, raw['state']),
    kind: readText(raw['kind']),
    recipient: readText(raw['recipient']),
    from: readDate(raw['from']),
    to: readDate(raw['to']),
  });
}

export const changes = ['created', 'updated', 'deleted', 'restored'] as const;

export interface AuditSearch {
  readonly who?: string;
  /** The type of what was changed, or a deed such as `session.refused`. */
  readonly what?: string;
  readonly change?: (typeof changes)[number];
  readonly from?: string;
  readonly to?: string;
  /** The entry that is open beside the list. */
  readonly entry?: string;
}

export function parseAuditSearch(raw: Readonly<Record<string, unknown>>): AuditSearch {
  return omitEmpty({
    who: readText(raw['who']),
    what: readText(raw['what']),
    change: findChoice(changes, raw['change']),
    from: readDate(raw['from']),
    to: readDate(raw['to']),
    entry: readText(raw['entry']),
  });
}
