import type { CallLanguage } from '@daybook/contract/call-voices.data';
import type { CallBackDay } from './language.ts';
import type { OfferedTime } from './times.ts';

/** What a conversation is made of. */

export interface Facts {
  /** English without one. */
  readonly language?: CallLanguage;
  readonly firstName: string;
  readonly company: string;
  /** Why it calls, in the words of the agent. */
  readonly reason: string | null;
  readonly title: string;
  /** What is said on an answering machine, in the words of the agent. */
  readonly voicemail?: string | null;
  /** It is said before anything else is. */
  readonly isRecorded?: boolean;
  /** `New York`: whose clock the times are on, where the number may be on another. */
  readonly clock?: string | undefined;
}

/** What came of it. */
export type Result = 'booked' | 'callback' | 'opted_out' | 'not_understood' | 'nothing_booked';

export interface State {
  readonly facts: Facts;
  /** `booked` until the call is over: a no takes it back. */
  readonly step: 'offer' | 'confirm' | 'call back' | 'booked' | 'ended';
  readonly offers: readonly OfferedTime[];
  readonly chosen: OfferedTime | undefined;
  /** How often in a row nothing was understood. */
  readonly misses: number;
  /** How often other times were offered. */
  readonly rounds: number;
  /** How often in a row the answer to a list of times was no. */
  readonly refusals: number;
  /** Whether the goodbye after a booking was returned. A no takes it back all the same. */
  readonly isThanked?: boolean;
  /** Once it has ended. */
  readonly result: Result | undefined;
}

/**
 * Why an answer can't be a yes: it came before the question had been heard, only a model has written it down, or a second look at the
 * same sounds found other words.
 */
export type Doubt = 'early' | 'transcript' | 'unproven';

export type CallerUtterance =
  | { readonly kind: 'speech'; readonly text: string; readonly doubt?: Doubt | undefined }
  | { readonly kind: 'digit'; readonly digit: string; readonly doubt?: 'early' | undefined }
  | { readonly kind: 'silence' }
  /** What came of an action. */
  | { readonly kind: 'booked' }
  | { readonly kind: 'refused' }
  | { readonly kind: 'canceled'; readonly isDone: boolean }
  | { readonly kind: 'link'; readonly isSent: boolean }
  | { readonly kind: 'gone' | 'times'; readonly offers: readonly OfferedTime[] };

export type Action =
  | { readonly kind: 'book'; readonly startMs: number }
  /** What was booked in this call. */
  | { readonly kind: 'cancel booking' }
  | { readonly kind: 'find later times'; readonly afterMs: number }
  | { readonly kind: 'call back'; readonly day: CallBackDay; readonly hour: number | undefined }
  | { readonly kind: 'opt out' }
  /** Of the page, by mail. */
  | { readonly kind: 'send link' };

export interface Reaction {
  readonly state: State;
  /** Nothing is said before the result of an action is known. */
  readonly say: string;
  /** How to answer, said afterwards. A person who interrupts it has heard the question. */
  readonly hint?: string | undefined;
  readonly action?: Action;
}

export type Meaning =
  | { readonly kind: 'choose'; readonly index: number }
  | { readonly kind: 'yes' | 'no' | 'later' | 'repeat' | 'not now' | 'stop' | 'thanks' }
  | { readonly kind: 'call back'; readonly day: CallBackDay; readonly hour: number | undefined };

/** What was said, and when. */
export interface Turn {
  /** Since the call was answered. */
  readonly atMs: number;
  readonly speaker: 'agent' | 'person';
  readonly text: string;
  /** Of what was understood, from 0 to 1. */
  readonly confidence: number | null;
}

/** Decides what follows from what was heard. */
export interface Brain {
  respond(state: State, heard: CallerUtterance, turns: readonly Turn[]): Promise<Reaction>;
}
