export { buildLogoutResponseUrl, buildServiceMetadata, buildSignInUrl, type Service } from './messages.ts';
export { createOwnKey, type OwnKey } from './own-key.ts';
export { maxMetadataLength, parseCertificate, readMetadata, type ProviderMetadata } from './read-metadata.ts';
export { verifyLogoutRequest } from './verify-logout.ts';
export { verifyResponse, type Assertion } from './verify-response.ts';
export { InvalidSaml } from './xml.ts';
