import type { callOutcome } from '@daybook/contract/calls';
import type { z } from 'zod';

export type CallOutcome = z.output<typeof callOutcome>;

/** One attempt, as the provider is given it. Its id is new for each attempt and never used for another. */
export interface Dial {
  readonly attemptId: string;
  readonly callId: string;
  readonly attempt: number;
  /** E.164; null leaves the choice to the provider. */
  readonly from: string | null;
  readonly to: string;
  readonly fullName: string;
  readonly email: string;
  readonly firstMessage: string | null;
  readonly prompt: string | null;
  readonly additionalData: string | null;
  /** Where the provider may report how it goes. */
  readonly callbackUrl: string;
  /** An attempt that was not placed by then must never be: somebody else may have given it up. */
  readonly placeBefore: Date;
}

export interface Ended {
  readonly state: 'ended';
  readonly outcome: CallOutcome;
  readonly durationSeconds?: number | null | undefined;
  readonly transcript?: string | null | undefined;
  readonly summary?: string | null | undefined;
  readonly recordingUrl?: string | null | undefined;
  readonly eventUuid?: string | null | undefined;
  readonly error?: string | null | undefined;
}

/** What is known of an attempt. `not_placed` is a promise: nobody was dialled, and nobody will be. */
export type Standing =
  | { readonly state: 'active' }
  | Ended
  | { readonly state: 'not_placed'; readonly error: string }
  | { readonly state: 'unknown'; readonly error: string };

export interface Report {
  readonly attemptId: string;
  readonly standing: Standing;
}

/** What a provider sends us, as it arrived: signatures cover the very text. */
export interface ReportRequest {
  readonly text: string;
  header(name: string): string | undefined;
}

/**
 * Whoever dials. A provider of telephony (SIP, a voice platform) implements these four and nothing else; when to call,
 * how often and whether at all is decided before it is asked.
 */
export interface CallProvider {
  readonly name: string;
  /** Dials. Called at most once for an attempt; what it throws counts as `unknown`. */
  place(dial: Dial): Promise<Standing>;
  /** What became of an attempt, when nothing was heard: after a crash, or when a report got lost. */
  lookUp(dial: Dial): Promise<Standing>;
  /** Ends an attempt that takes longer than any call may. */
  hangUp(dial: Dial): Promise<void>;
  /** Reads what the provider reported; undefined when it does not prove to come from there. */
  readReport(request: ReportRequest, now: Date): Report | undefined;
}
