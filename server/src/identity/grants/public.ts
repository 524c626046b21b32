export { endGrantsOfDeactivated, endMemberGrants, listMemberConnections } from './connections.ts';
export {
  allowApp,
  askForApproval,
  buildConsentKey,
  isConsentKey,
  readAuthorization,
  readConsent,
  rejectApp,
  type Consent,
} from './consent.ts';
export { createEmbedKey, openEmbed } from './embed.ts';
export { appConnected } from './events.ts';
export { idleDays, type AuthorizationRequest } from './rules.ts';
export { deleteExchangedGrants as endPlatformGrants } from './platform.store.ts';
export { oldGrants } from './store.ts';
