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
  readonly step: 'offer' | 'confirm' | 'call back' | 'ended';
  readonly offers: readonly OfferedTime[];
  readonly chosen: OfferedTime | undefined;
  /** How often in a row nothing was understood. */
  readonly misses: number;
  /** How often other times were offered. */
  readonly rounds: number;
  /** Once it has ended. */
  readonly result: Result | undefined;
}

export type Heard =
  | { readonly kind: 'speech'; readonly text: string }
  | { readonly kind: 'digit'; readonly digit: string }
  | { readonly kind: 'silence' }
  /** What came of an action. */
  | { readonly kind: 'booked' }
  | { readonly kind: 'refused' }
  | { readonly kind: 'link'; readonly isSent: boolean }
  | { readonly kind: 'gone' | 'times'; readonly offers: readonly OfferedTime[] };

export type Action =
  | { readonly kind: 'book'; readonly startMs: number }
  | { readonly kind: 'find later times'; readonly afterMs: number }
  | { readonly kind: 'call back'; readonly day: CallBackDay; readonly hour: number | undefined }
  | { readonly kind: 'opt out' }
  /** Of the page, by mail. */
  | { readonly kind: 'send link' };

export interface Reaction {
  readonly state: State;
  /** Nothing is said before the result of an action is known. */
  readonly say: string;
  readonly action?: Action;
}

export type Meaning =
  | { readonly kind: 'choose'; readonly index: number }
  | { readonly kind: 'yes' | 'no' | 'later' | 'repeat' | 'not now' | 'stop' }
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
  respond(state: State, heard: Heard, turns: readonly Turn[]): Promise<Reaction>;
}
