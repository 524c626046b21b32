export { refreshMetadata } from './load-metadata.ts';
export { providersEndpoints } from './routes.ts';
export {
  findProviderPath,
  finishProviderSignIn,
  receiveSamlResponse,
  startProviderSignIn,
  type TestResult,
} from './sign-in.ts';
export { readSignInRules } from './read-sign-in-rules.ts';
export { readServiceMetadata, receiveLogoutRequest, receiveLogoutToken } from './sign-out.ts';
export { oldProviderRows } from './requests.store.ts';
export { hasSignInDomains } from './store.ts';
