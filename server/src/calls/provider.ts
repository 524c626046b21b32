import type { callLog, callOutcome, telephonyState } from '@daybook/contract/calls';
import type { z } from 'zod';

export type CallOutcome = z.output<typeof callOutcome>;
/** What telephony knows of an attempt. */
export type Telephony = Exclude<z.output<typeof telephonyState>, 'queued'>;
type Log = z.output<typeof callLog>;
/** What came of the conversation. */
export type ResultKind = NonNullable<Log['result']>['kind'];
export type Turn = NonNullable<Log['turns']>[number];

/** One attempt. Every attempt has an id of its own. */
export interface Dial {
  readonly attemptId: string;
  readonly callId: string;
  readonly attempt: number;
  /** E.164; null: the provider chooses. */
  readonly from: string | null;
  readonly to: string;
  readonly fullName: string;
  readonly email: string;
  readonly firstMessage: string | null;
  readonly prompt: string | null;
  readonly additionalData: string | null;
  /** Where the provider may report the state. */
  readonly callbackUrl: string;
  /** Not to be placed after this: the attempt may have been given up. */
  readonly placeBefore: Date;
}

export interface EndedAttempt {
  readonly state: 'ended';
  readonly outcome: CallOutcome;
  readonly durationSeconds?: number | null | undefined;
  readonly transcript?: string | null | undefined;
  readonly summary?: string | null | undefined;
  readonly recordingUrl?: string | null | undefined;
  readonly eventUuid?: string | null | undefined;
  readonly error?: string | null | undefined;
  /** Asked for by the callee. */
  readonly callAgainAt?: Date | undefined;
  /** Not to be tried again: declined. */
  readonly isFinal?: boolean;
  /** More exactly than the outcome. */
  readonly telephony?: Telephony | undefined;
  readonly result?: ResultKind | null | undefined;
  /** The person got the link of the page by mail. */
  readonly isLinkSent?: boolean | undefined;
  readonly turns?: readonly Turn[] | null | undefined;
  /** What the provider charged. */
  readonly cost?: { readonly amount: number; readonly currency: string } | null | undefined;
  /** What was said, as G.711 mu-law. */
  readonly recording?: Uint8Array | undefined;
}

/** `not_placed` is a promise: nobody was dialled, and nobody will be. */
export type AttemptState =
  | {
      readonly state: 'active';
      readonly telephony?: 'dialing' | 'ringing' | 'answered' | undefined;
      readonly result?: ResultKind | undefined;
    }
  | EndedAttempt
  | {
      readonly state: 'not_placed';
      readonly error: string;
      readonly isFinal?: boolean;
      /** By the trunk: every call of the server, or perhaps only this one. It is placed again without counting as an attempt. */
      readonly refused?: 'server' | 'call';
    }
  | { readonly state: 'unknown'; readonly error: string };

export interface Report {
  readonly attemptId: string;
  readonly state: AttemptState;
}

/** A report as it arrived: signatures cover the very text. */
export interface ReportRequest {
  readonly text: string;
  header(name: string): string | undefined;
}

/** Places calls: SIP, a voice platform. Whether, when and how often to call is decided before. */
export interface CallProvider {
  readonly name: string;
  /** Takes a line for a call, where their number is limited; false while all are in use. It is given back when the call is over. */
  takeLine?(callId: string): boolean;
  /** What the line is, where calls wait while it refuses the server: see `line.ts`. */
  readonly trunk?: Buffer;
  /** Of a call that was not placed after all. */
  releaseLine?(callId: string): void;
  /** Called at most once per attempt; an exception counts as `unknown`. */
  place(dial: Dial): Promise<AttemptState>;
  /** The state of an attempt without a report: after a crash, or when the report was lost. */
  lookUp(dial: Dial): Promise<AttemptState>;
  /** Ends an attempt that exceeds the longest duration. */
  hangUp(dial: Dial): Promise<void>;
  /** Verifies and parses a report; undefined when it is not from the provider. */
  readReport(request: ReportRequest, now: Date): Report | undefined;
}
