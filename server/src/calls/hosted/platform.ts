import type { callOutcome } from '@daybook/contract/calls';
import type { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import type { WebhookRequest } from '../../platform/http/webhooks.ts';
import type { Outbound } from '../../platform/safe-fetch/safe-fetch.ts';
import { readSettings, type Settings, type SettingValues } from '../../platform/settings.ts';

/** What a platform is told of an attempt. */
export interface HostedDial {
  readonly attemptId: string;
  readonly callId: string;
  /** E.164; null: the number of the account. */
  readonly from: string | null;
  readonly to: string;
  readonly fullName: string;
  readonly email: string;
  readonly firstMessage: string | null;
  readonly prompt: string | null;
  readonly additionalData: string | null;
  readonly placeBefore: Date;
}

export interface HostedEnd {
  readonly state: 'ended';
  readonly outcome: z.output<typeof callOutcome>;
  readonly durationSeconds?: number | null;
  readonly transcript?: string | null;
  readonly summary?: string | null;
  readonly recordingUrl?: string | null;
  readonly eventUuid?: string | null;
  readonly error?: string | null;
  readonly callAgainAt?: Date | undefined;
  readonly isFinal?: boolean;
}

/** `not_placed` is a promise: nobody was dialled, and nobody will be. */
export type HostedState =
  | { readonly state: 'active' }
  | HostedEnd
  | { readonly state: 'not_placed'; readonly error: string; readonly isFinal?: boolean }
  | { readonly state: 'unknown'; readonly error: string };

export interface HostedReport {
  readonly callId: string;
  readonly attemptId: string;
  readonly state: HostedState;
  /** The callee wants no more calls. */
  readonly isOptOut: boolean;
  /** What the platform does next, where it asks: TwiML. */
  readonly reply?: string;
}

export type HostedRequest = Pick<WebhookRequest, 'url' | 'text' | 'header'>;

export interface HostedPlatform {
  readonly name: string;
  place(dial: HostedDial): Promise<HostedState>;
  lookUp(dial: HostedDial): Promise<HostedState>;
  hangUp(dial: HostedDial): Promise<void>;
  /** `forged` when the platform did not send it, or not now; `irrelevant` when it is about no attempt, or says nothing of its state. */
  readReport(request: HostedRequest): Promise<HostedReport | 'forged' | 'irrelevant'>;
}

/** A platform as the registry knows it: what it takes from the environment, and how it is reached with that. */
export interface HostedProvider {
  readonly name: string;
  readonly settings: Settings<unknown>;
  /** Why an agent can't use it where this server has no account. */
  readonly missing: string;
  /** Undefined where this server has no account. */
  open(
    config: { readonly settings: SettingValues },
    options: Omit<HostedOptions<unknown>, 'account'>,
  ): HostedPlatform | undefined;
}

interface HostedDeclaration<Account> {
  readonly name: string;
  readonly title: string;
  readonly settings: Settings<Account | undefined>;
  connect(options: HostedOptions<Account>): HostedPlatform;
}

export function declareHosted<Account>({
  name,
  title,
  settings,
  connect,
}: HostedDeclaration<Account>): HostedProvider {
  const [variable] = Object.keys(settings.variables);
  return {
    name,
    settings,
    missing: `This server has no account at ${title}; its operator can set ${variable} and the related variables.`,
    open(config, options) {
      const account = readSettings(config, settings);
      return account && connect({ ...options, account });
    },
  };
}

export interface HostedOptions<Account> {
  readonly account: Account;
  /** Where the platform reports. */
  readonly reportUrl: string;
  readonly outbound: Outbound;
  readonly clock: Clock;
}
