import * as oauth from 'openid-client';
import { beforeAll, describe, expect, test } from 'vitest';
import { useApp } from '../../../test/harness.ts';
import { allowInBrowser, createClient, findFreeOrigin } from '../../../test/oauth.ts';
import { setPassword } from '../../../test/session.ts';

/** Every flow by a certified client, over HTTP. It refuses what breaks the standards. */

const origin = await findFreeOrigin();
const app = useApp({ config: { publicUrl: origin } });
const account = { email: 'mara@juniper.example', password: 'nine patient otters' };
const back = `${origin}/test-callback`;
const insecure: oauth.DiscoveryRequestOptions = {
  algorithm: 'oauth2',
  execute: [oauth.allowInsecureRequests],
};

beforeAll(async () => {
  await setPassword(app, account.email, account.password);
  await app.app.listen({ host: '127.0.0.1', port: Number(new URL(origin).port) });
});

async function run(config: oauth.Configuration, scope: string, resource?: string) {
  const verifier = oauth.randomPKCECodeVerifier();
  const state = oauth.randomState();
  const url = oauth.buildAuthorizationUrl(config, {
    redirect_uri: back,
    scope,
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(resource !== undefined && { resource }),
  });
  const answer = await allowInBrowser(origin, url.href, account);
  return oauth.authorizationCodeGrant(config, new URL(`${back}?${answer.toString()}`), {
    pkceCodeVerifier: verifier,
    expectedState: state,
  });
}

const whoami = (token: string) => app.get('/whoami', { token });

describe('openid-client', () => {
  test('discovers, exchanges, refreshes, introspects and revokes, with a secret by Basic and by post', async () => {
    for (const authenticate of [oauth.ClientSecretBasic, oauth.ClientSecretPost]) {
      const app1 = await createClient(app, { redirectUris: [back], scopes: ['booking', 'timetable'] });
      const config = await oauth.discovery(
        new URL(origin),
        app1.clientId,
        undefined,
        authenticate(app1.secret),
        insecure,
      );
      const tokens = await run(config, 'booking timetable', `${origin}/v2`);
      expect((await whoami(tokens.access_token)).body).toEqual({ email: account.email });
      const next = await oauth.refreshTokenGrant(config, tokens.refresh_token ?? '');
      expect(next.scope).toBe('booking timetable');
      const found = await oauth.tokenIntrospection(config, next.access_token);
      expect(found).toMatchObject({
        active: true,
        username: account.email,
        iss: origin,
        aud: [`${origin}/v2`],
      });
      await oauth.tokenRevocation(config, next.refresh_token ?? '');
      expect((await oauth.tokenIntrospection(config, next.access_token)).active).toBe(false);
      await expect(oauth.refreshTokenGrant(config, next.refresh_token ?? '')).rejects.toMatchObject({
        error: 'invalid_grant',
      });
    }
  });

  test('a public app without a secret', async () => {
    const spa = await createClient(app, { redirectUris: [back], isConfidential: false });
    const config = await oauth.discovery(new URL(origin), spa.clientId, undefined, oauth.None(), insecure);
    const tokens = await run(config, 'timetable');
    expect((await whoami(tokens.access_token)).status).toBe(200);
  });

  test('registers itself', async () => {
    const metadata = { redirect_uris: [back], client_name: 'Self-made' };
    const config = await oauth.dynamicClientRegistration(new URL(origin), metadata, undefined, insecure);
    const tokens = await run(config, 'booking');
    expect(tokens.scope).toBe('booking');
  });

  test('acts as a service user by client credentials', async () => {
    const sync = await createClient(app, { grantTypes: ['client_credentials'], scopes: ['users:read'] });
    const config = await oauth.discovery(new URL(origin), sync.clientId, sync.secret, undefined, insecure);
    const { access_token } = await oauth.clientCredentialsGrant(config, { scope: 'users:read' });
    expect((await app.get('/organizations/users', { token: access_token })).status).toBe(200);
  });
});
