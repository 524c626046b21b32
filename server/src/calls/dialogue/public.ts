export { dialogueBrain } from './brain.ts';
export { weekdays } from './language.ts';
export { getLanguage } from './languages.ts';
export { buildDoubtGrammar, buildGrammar, findMeaning } from './meanings.ts';
export {
  startDialogue,
  listLikelySentences,
  buildVoicemail,
  reactOrAskAgain,
  respondTo,
  joinWords,
} from './rules.ts';
export type {
  Action,
  Brain,
  Doubt,
  Facts,
  CallerUtterance,
  Meaning,
  Reaction,
  Result,
  State,
  Turn,
} from './state.ts';
export { chooseOffers, computeCallBackTime, type OfferedTime } from './times.ts';
