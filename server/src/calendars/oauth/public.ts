export {
  authorizationUrl,
  newState,
  newVerifier,
  redeemCode,
  refreshTokens,
  type Granted,
  type Tokens,
} from './client.ts';
