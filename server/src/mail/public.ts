export { commonWordsIn, type CommonWords } from './common.words.ts';
export type { Content } from './content.ts';
export {
  createReader,
  formatDay,
  formatDuration,
  formatMoney,
  formatStart,
  formatTimeRange,
  formatZone,
  languages,
  listPlaceLines,
  type Language,
  type Reader,
} from './formats.ts';
export { buildIcs, buildIcsFeed, buildIcsFiles, type Invitation, type MailParty } from './ics.ts';
export { listUnsentMail } from './log.store.ts';
export { composeMessage, listRefusedRecipients, queueCustomMessages, type CustomMessage } from './message.ts';
export { neutralize, neutralizeName, shortenName } from './neutralize.ts';
export { queueNotices, type Notice } from './notice.ts';
export { deleteExpiredMails, mailsOfPerson } from './personal-data.store.ts';
export { queueEmails, type NewEmail } from './queue.ts';
export { renderDescription, renderHtml, renderText, type Message } from './render.ts';
export {
  buildUnsubscribeLink,
  openUnsubscribeToken,
  recordResubscribe,
  recordUnsubscribe,
} from './unsubscribes.ts';
export { listUnsubscribes } from './unsubscribes.store.ts';
