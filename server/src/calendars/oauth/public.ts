export {
  buildAuthorizationUrl,
  createState,
  createVerifier,
  redeemCode,
  refreshTokens,
  type OAuthGrant,
  type Tokens,
} from './client.ts';
