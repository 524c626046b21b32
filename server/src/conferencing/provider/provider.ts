import type { oauthCalendars } from '@daybook/contract/providers.data';
import type { Clock } from '../../platform/clock.ts';
import type { WorkspaceId } from '../../platform/db/workspace-id.ts';
import type { Outbound } from '../../platform/safe-fetch/safe-fetch.ts';
import type { Secrets } from '../../platform/secrets.ts';
import type { SettingValues } from '../../platform/settings.ts';

type CalendarName = (typeof oauthCalendars)[number];

/** How conferences of one kind come to be. Each kind is a folder, and a line in `providers.ts`. */
export type ConferenceProvider = AddressProvider | AccountProvider | CalendarProvider;

/** The link is made of what is known: nobody is asked, so it is there with the booking. */
interface AddressProvider {
  readonly by: 'address';
  readonly form?: AccountForm;
  joinUrl(request: AddressRequest): string;
}

interface AddressRequest {
  readonly workspaceId: WorkspaceId;
  readonly eventId: string;
  readonly publicUrl: string;
  readonly urlTemplate: string;
  readonly secrets: Secrets;
}

/** An account elsewhere makes the conference. */
interface AccountProvider {
  readonly by: 'account';
  readonly form: AccountForm;
  connect(tools: Tools, account: EnteredAccount): ConferenceAccount;
}

/** What a workspace enters so that a kind can be used. Secrets are sealed apart from the rest, and never shown. */
export interface AccountForm {
  readonly title: string;
  readonly fields: readonly string[];
  readonly secretField: string;
  /** Throws a `ConferenceError` that is refused when the credentials are not taken. */
  tryAccount?(tools: Tools, account: EnteredAccount): Promise<void>;
}

/** The fields of a form, with the secret. */
export type EnteredAccount = Readonly<Record<string, string | null>>;

/** What a provider reaches its servers with. */
interface Tools {
  readonly config: { readonly settings: SettingValues };
  readonly outbound: Outbound;
  readonly clock: Clock;
}

/** The calendar of the host makes it, when it takes the entry of the booking. */
interface CalendarProvider {
  readonly by: 'calendar';
  readonly form?: undefined;
  readonly calendar: CalendarName;
}

/** Conferences of an account. All calls may be repeated, but for `create`: see `find`. */
export interface ConferenceAccount {
  /** The conference of an event that was created before, whatever became of the answer. */
  find(eventId: string): Promise<Conference | undefined>;
  create(meeting: ConferenceMeeting): Promise<Conference>;
  /** `gone` when somebody has deleted it there. */
  update(externalId: string, meeting: ConferenceMeeting): Promise<'updated' | 'gone'>;
  /** One that is gone already is no error. */
  remove(externalId: string): Promise<void>;
}

export interface Conference {
  readonly externalId: string;
  readonly joinUrl: string;
}

/** What a conference shows. Nothing of its people: it would have to be erased there, too. */
export interface ConferenceMeeting {
  readonly eventId: string;
  readonly title: string;
  readonly startsAt: Date;
  readonly durationMinutes: number;
}

/** Why there is no conference. The message is a sentence for the person who set it up. */
export class ConferenceError extends Error {
  /** What was asked for may have happened all the same. */
  readonly isUncertain: boolean;
  readonly isRefused: boolean;
  readonly retrySeconds: number;

  constructor(
    sentence: string,
    {
      isUncertain = false,
      isRefused = false,
      retrySeconds = 0,
    }: { isUncertain?: boolean; isRefused?: boolean; retrySeconds?: number } = {},
  ) {
    super(sentence);
    this.isUncertain = isUncertain;
    this.isRefused = isRefused;
    this.retrySeconds = retrySeconds;
  }
}
