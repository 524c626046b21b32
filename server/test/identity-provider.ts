import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import OidcProvider from 'oidc-provider';

/** An identity provider on this machine, with one person in it. */
export interface TestProvider {
  readonly issuer: string;
  /** Who signs in there next, and what it says of them. */
  person: { readonly sub: string; readonly [claim: string]: unknown };
  close(): Promise<void>;
}

export const client = { clientId: 'daybook', clientSecret: 'a secret between the two' } as const;

export async function startProvider(redirectUri: string): Promise<TestProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const here: TestProvider = {
    issuer,
    person: { sub: 'nobody' },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  const provider = new OidcProvider(issuer, {
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'locale', 'roles'] },
    cookies: { keys: ['of no use to anyone'] },
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      Grant: 600,
      IdToken: 600,
      Interaction: 600,
      Session: 600,
    },
    interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_ctx, id) => ({ accountId: id, claims: async () => ({ ...here.person, sub: id }) }),
    async loadExistingGrant(ctx) {
      const grant = new ctx.oidc.provider.Grant({
        clientId: ctx.oidc.client?.clientId ?? '',
        accountId: ctx.oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  const callback = provider.callback();
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void callback(request, response);
    if (request.method === 'GET') {
      response.setHeader('content-type', 'text/html');
      return void response.end(
        '<!doctype html><html lang="en"><title>Provider</title><link rel="icon" href="data:,"><form method="post"><button>Continue</button></form></html>',
      );
    }
    const login = { accountId: here.person.sub };
    return void provider.interactionFinished(request, response, { login });
  });
  return here;
}
