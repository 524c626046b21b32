export { chooseOffers, callBackAt, type OfferedTime } from './times.ts';
export { begin, grammarFor, messageFor, respond, type Action, type Facts, type Heard } from './rules.ts';
