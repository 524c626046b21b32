export { dialogueBrain } from './brain.ts';
export { weekdays } from './language.ts';
export { languageOf } from './languages.ts';
export { doubtingGrammarFor, grammarFor, meaningOf } from './meanings.ts';
export { begin, likelySayings, messageFor, orMissed, respond, wordsIn } from './rules.ts';
export type { Action, Brain, Doubt, Facts, Heard, Meaning, Reaction, Result, State, Turn } from './state.ts';
export { chooseOffers, callBackAt, type OfferedTime } from './times.ts';
