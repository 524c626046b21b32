export { beginSingleSignOn, continueSingleSignOn, finishSingleSignOn } from './single-sign-on.ts';
export { deleteOldRequests } from './store.ts';
