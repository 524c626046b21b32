export { dialogueBrain } from './brain.ts';
export { grammarFor, meaningOf } from './meanings.ts';
export { begin, likelySayings, messageFor, orMissed, respond } from './rules.ts';
export type { Action, Brain, Facts, Heard, Meaning, Reaction, Result, State, Turn } from './state.ts';
export { chooseOffers, callBackAt, hours, weekdays, type OfferedTime } from './times.ts';
