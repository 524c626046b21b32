export { parseCalcom } from './calcom.rules.ts';
export { parseCalendly } from './calendly.rules.ts';
export { together, type Contents } from './contents.ts';
export { parseCalendlyCsv, parseContacts } from './csv.rules.ts';
export { parseIcs } from './ics.ts';
export { decodeText } from './text.rules.ts';
export { moveIn } from './move-in.ts';
export type { Report } from './progress.ts';
