import {
  Client,
  StreamableHTTPClientTransport,
  type OAuthClientProvider,
} from '@modelcontextprotocol/client';
import { beforeAll, expect, test } from 'vitest';
import { useApp } from '../../test/harness.ts';
import { allowInBrowser, findFreeOrigin } from '../../test/oauth.ts';
import { setPassword } from '../../test/session.ts';

/** The official client without a token: it finds the authorization server, registers, has its user sign in and consent, and books. */

const origin = await findFreeOrigin();
const app = useApp({ config: { publicUrl: origin } });
const account = { email: 'mara@juniper.example', password: 'nine patient otters' };

beforeAll(async () => {
  await setPassword(app, account.email, account.password);
  await app.app.listen({ host: '127.0.0.1', port: Number(new URL(origin).port) });
});

/** What an assistant keeps between its start and the return of the browser. */
function createProvider() {
  const kept = {} as {
    client?: Parameters<NonNullable<OAuthClientProvider['saveClientInformation']>>[0];
    tokens?: Parameters<OAuthClientProvider['saveTokens']>[0];
    verifier?: string;
    url?: URL;
  };
  const provider: OAuthClientProvider = {
    redirectUrl: 'http://127.0.0.1:1/test-callback',
    clientMetadata: {
      client_name: 'Test assistant',
      redirect_uris: ['http://127.0.0.1:1/test-callback'],
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
    },
    state: () => 'of the assistant',
    clientInformation: () => kept.client,
    saveClientInformation: (client) => void (kept.client = client),
    tokens: () => kept.tokens,
    saveTokens: (tokens) => void (kept.tokens = tokens),
    redirectToAuthorization: (url) => void (kept.url = url),
    saveCodeVerifier: (verifier) => void (kept.verifier = verifier),
    codeVerifier: () => kept.verifier ?? '',
  };
  return { provider, kept };
}

const connect = async (provider: OAuthClientProvider) => {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), { authProvider: provider }),
  );
  return client;
};

// oxlint-disable-next-line no-explicit-any -- as it came over the wire
type Wire = any;

test('it signs in through the browser, books, and goes on when its access token is over', async () => {
  const { provider, kept } = createProvider();
  await expect(connect(provider)).rejects.toThrow(/unauthorized/i);
  expect(kept.url?.searchParams.get('resource')).toBe(`${origin}/mcp`);
  const answer = await allowInBrowser(origin, String(kept.url), account);
  expect(answer.get('state')).toBe('of the assistant');
  const transport = new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), { authProvider: provider });
  await transport.finishAuth(answer);
  expect(kept.tokens?.scope).toContain('booking');

  const client = await connect(provider);
  const use = async (name: string, given: object = {}): Promise<Wire> => {
    const result = (await client.callTool({ name, arguments: given as Record<string, unknown> })) as Wire;
    if (result.isError) throw new Error(JSON.stringify(result.content));
    return result.structuredContent.result;
  };
  const page = { ownerSlug: 'mara-lindqvist', eventTypeSlug: 'intro-call', timeZone: 'Europe/Berlin' };
  const { availability } = await use('find_times', page);
  const { date, slots } = availability.find((day: Wire) => day.slots.length > 0);
  const booked = await use('book', {
    ...page,
    date,
    start: slots[0],
    name: 'Ines Okafor',
    email: 'ines@okafor.example',
    location: 'GOOGLE_MEET',
    question_answers: [{ question_id: 1, answer: 'The plans' }],
  });
  expect(booked.status).toBe('confirmed');

  await app.runtime.database.pool.query(`update grant_secret set expires_at = now() where kind = 'access'`);
  const before = kept.tokens?.refresh_token;
  expect((await use('who_am_i')).email).toBe(account.email);
  expect(kept.tokens?.refresh_token).not.toBe(before);
  await client.close();
});
