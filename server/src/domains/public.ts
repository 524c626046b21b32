export { domainFailing } from './events.ts';
export { setSignInDomains } from './store.ts';
export { sendDomainFailingEmails } from './notify-admins.ts';
