export { requestApproval } from './approvals.ts';
export { leaveApps } from './apps.ts';
export { fetchClient, findClient, isClientSecret, isOutdated } from './find-client.ts';
export { registerClient } from './register-client.ts';
export { getUriHost, isRegisteredUri, parseScopes } from './rules.ts';
export { extendClient, findApproval, lockApp, unusedClients, type ClientRow } from './store.ts';
