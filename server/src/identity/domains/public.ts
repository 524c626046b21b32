export { recheckDomains } from './domains.ts';
export { domainsEndpoints } from './routes.ts';
export { getEmailDomain } from './rules.ts';
