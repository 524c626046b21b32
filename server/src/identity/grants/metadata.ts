import { appScopes, defaultAppScopes } from '@daybook/contract/scopes';
import { tokenExchange } from './exchange-user.ts';

/** How programs find out where to ask for tokens. */

const secretMethods = ['client_secret_basic', 'client_secret_post', 'none'];

/** Of the authorization server (RFC 8414). */
export function buildServerMetadata(issuer: string): Record<string, unknown> {
  return {
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    revocation_endpoint: `${issuer}/oauth/revoke`,
    introspection_endpoint: `${issuer}/oauth/introspect`,
    registration_endpoint: `${issuer}/oauth/register`,
    scopes_supported: appScopes,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token', 'client_credentials', tokenExchange],
    token_endpoint_auth_methods_supported: secretMethods,
    revocation_endpoint_auth_methods_supported: secretMethods,
    introspection_endpoint_auth_methods_supported: secretMethods,
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    protected_resources: [`${issuer}/v2`, `${issuer}/mcp`],
    service_documentation: `${issuer}/docs/guide/apps`,
  };
}

/** Of what tokens open (RFC 9728). Programs ask for the scopes that they find here. */
export function buildResourceMetadata(issuer: string, path: '/v2' | '/mcp'): Record<string, unknown> {
  return {
    resource: `${issuer}${path}`,
    resource_name: 'Daybook',
    authorization_servers: [issuer],
    bearer_methods_supported: ['header'],
    scopes_supported: path === '/mcp' ? defaultAppScopes : appScopes,
    resource_documentation: `${issuer}/docs/guide/${path === '/mcp' ? 'mcp' : 'apps'}`,
  };
}
