export {
  authorizationUrl,
  newState,
  newVerifier,
  redeemCode,
  refreshTokens,
  type Granted,
  type Tokens,
} from './client.ts';
export { accessOf, askingFor, isOAuthProvider, type Access, type OAuthProvider } from './scopes.ts';
