export { requestSingleSignOn, continueSingleSignOn, finishSingleSignOn } from './single-sign-on.ts';
export { oldRequests } from './store.ts';
