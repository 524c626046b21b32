import type { FieldErrors, FormModel } from './fields.ts';
import type { Site } from './model.ts';

export type PollAnswer = 'yes' | 'if_needed' | 'no';

/** A proposed time, in the time zone of the reader. */
export interface PollTime {
  /** In the form: minutes since 1970. */
  readonly value: string;
  readonly day: number;
  readonly startClock: string;
  readonly endClock: string;
  /** What others said, by name; null where that is hidden. */
  readonly votes: Readonly<Record<'yes' | 'if_needed', readonly string[]>> | null;
  readonly answer: PollAnswer | undefined;
  readonly isPicked: boolean;
}

/** Where those who are to meet say when they can. */
export interface PollModel {
  readonly site: Site;
  readonly color: string;
  readonly title: string;
  readonly description: string;
  readonly organization: { readonly name: string; readonly logo: string | null };
  readonly hosts: readonly string[];
  readonly duration: number;
  /** `closed`: open, but its deadline has passed. `halted`: open, but it can't be booked as things are. */
  readonly status: 'open' | 'closed' | 'halted' | 'finalised' | 'cancelled' | 'expired';
  readonly deadline: { readonly day: number; readonly clock: string } | null;
  readonly zone: string;
  readonly zones: readonly string[];
  readonly offset: number;
  readonly zoneIsGuess: boolean;
  readonly times: readonly PollTime[];
  readonly hidesVotes: boolean;
  /** The reader has voted, and may change it. */
  readonly hasVoted: boolean;
  /** Just now. */
  readonly isThanked: boolean;
  readonly form: FormModel;
  readonly errors: FieldErrors;
  readonly notice: 'sendAgain' | 'checkFields' | 'confirmAddress' | 'codeGone' | null;
}
