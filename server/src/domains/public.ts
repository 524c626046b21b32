export { domainFailing } from './events.ts';
export { sendDomainFailingEmails } from './notify-admins.ts';
