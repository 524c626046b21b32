import type { Slots } from './phrases.ts';
import type { Facts } from './state.ts';

/** All that is said and understood in one language. What follows from it is the same in all of them: `rules.ts`. */
export interface Language {
  /** In English, for a language model. */
  readonly name: string;
  /** From Sunday on, as people say them. */
  readonly weekdays: readonly string[];
  /** What people say for an hour, and the hour. */
  readonly hours: Readonly<Record<string, number>>;
  timeInWords(time: WallTime): TimeInWords;
  readonly phrases: Phrases;
  readonly sentences: Sentences;
}

/** On the clock of who is called. */
export interface WallTime {
  /** From Sunday, which is 0. */
  readonly weekday: number;
  /** From 1. */
  readonly month: number;
  readonly dayOfMonth: number;
  /** Of the day. */
  readonly minute: number;
}

export interface TimeInWords {
  /** `Tuesday, March 2nd, at ten thirty A M`. */
  readonly spoken: string;
  readonly weekday: string;
  /** `ten`, `ten thirty`. */
  readonly clock: string;
  /** Where the clock has twelve hours. */
  readonly half?: 'a m' | 'p m';
  /** Other words for the clock, as a pattern. */
  readonly otherClock?: string;
}

/** Patterns of what people say, by what they mean: see `phrases.ts`. `<day>` and `<hour>` are of the words above. */
export interface Phrases {
  /** People who say this want no more calls. */
  readonly stop: string;
  /**
   * The same in any other words, found anywhere in what was written down, in lower case and without accents. The first name of the person
   * who is called is `<name>` there.
   */
  readonly unwanted: RegExp;
  /** Tomorrow where it has no day. */
  readonly callBack: string;
  /** As an answer to the question when. */
  readonly callBackTime: string;
  readonly repeat: string;
  readonly notNow: string;
  readonly yes: string;
  /** Words that sound like a yes, each as likely as one. */
  readonly likeYes: readonly string[];
  /** Of which people make sentences that begin with a yes and mean something else. */
  readonly beyondYes: readonly string[];
  readonly no: string;
  /** Once it is booked. */
  readonly undo: string;
  readonly thanks: string;
  readonly later: string;
  offer(time: TimeInWords, index: number): readonly string[];
}

/** `today`, `tomorrow`, or a day of the week in English, whatever language is spoken. */
export type CallBackDay = string;

export interface Sentences {
  /** It says first that it is a machine. */
  greeting(facts: Facts): string;
  readonly isRecorded: string;
  purpose(title: string): string;
  onClockOf(city: string): string;
  /** All times, and which one suits. */
  list(spoken: readonly string[]): string;
  /** What is left on an answering machine. */
  message(facts: Facts): string;
  confirm(spoken: string): string;
  readonly howToConfirm: string;
  booked(spoken: string): string;
  /** Said with it: how to take it back. */
  readonly howToUndo: string;
  readonly canceled: string;
  readonly notCanceled: string;
  readonly taken: string;
  readonly allRight: string;
  readonly noTimes: string;
  readonly noOtherTimes: string;
  readonly noBetterTimes: string;
  readonly notByPhone: string;
  inTouch(company: string): string;
  readonly linkSent: string;
  readonly goodbye: string;
  readonly stopped: string;
  readonly callBackQuestion: string;
  callBack(day: CallBackDay, hour: number | undefined): string;
  /** Before the question is asked again. */
  readonly again: string;
  /** Before the call ends for it. */
  readonly notUnderstood: string;
  readonly digitsToConfirm: string;
  digitsToChoose(count: number): string;
}

export function combinePatterns(...patterns: readonly RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join('|'));
}

/** The days of a call back, in the order of the week. */
export const weekdays = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ');

export function getSlots({ weekdays: day, hours }: Language): Slots {
  return { hour: Object.keys(hours), day };
}
