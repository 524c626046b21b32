import { createTestSaml, type ResponseFields, type TestSaml } from '../src/identity/saml/test-provider.ts';
import type { useDns } from './dns.ts';
import type { Answer, TestApp } from './harness.ts';
import { parseCookies } from './session.ts';

// oxlint-disable-next-line no-explicit-any -- as it came over the wire
type Wire = any;

interface As {
  readonly token?: string | null;
  readonly headers?: Record<string, string>;
}

/** Adds a sign-in domain, publishes its record and verifies it. */
export async function verifyDomain(
  app: TestApp,
  dns: ReturnType<typeof useDns>,
  name: string,
  as: As = {},
): Promise<Wire> {
  const { body } = await app.post('/domains', { name, purpose: 'sign_in' }, as);
  const [record] = body.resource.records;
  dns.set(`TXT ${record.name}`, [record.value]);
  return (await app.post(`/domains/${body.resource.uuid}/verify`, {}, as)).body.resource;
}

/** A SAML provider that is connected and enabled. */
export async function connectSaml(
  app: TestApp,
  fields: Readonly<Record<string, unknown>> = {},
  as: As = {},
): Promise<{ provider: Wire; saml: TestSaml }> {
  const holder: { provider?: Wire } = {};
  const saml = await createTestSaml(() => holder.provider.service, { now: () => app.runtime.clock.now() });
  const given = { kind: 'saml', name: 'Test', metadata: saml.metadata, ...fields };
  const { body } = await app.post('/identity-providers', given, as);
  const enabled = await app.patch(`/identity-providers/${body.resource.uuid}`, { isEnabled: true }, as);
  holder.provider = enabled.body.resource;
  return { provider: holder.provider, saml };
}

const pathOf = (url: string): string => url.replace(/^https?:\/\/[^/]+/, '');

export interface Trip {
  /** The ID of the request. */
  readonly requestId: string;
  readonly cookie: string;
}

/** Begins at our side, up to where the browser leaves for the provider. */
export async function startTrip(app: TestApp, startUrl: string): Promise<Trip> {
  const { inflateRawSync } = await import('node:zlib');
  const answer = await app.inject({ method: 'GET', url: pathOf(startUrl) });
  const sent = new URL(String(answer.headers['location'])).searchParams.get('SAMLRequest') ?? '';
  const xml = inflateRawSync(Buffer.from(sent, 'base64')).toString();
  const cookie = String([answer.headers['set-cookie']].flat()[0]).split(';')[0] ?? '';
  return { requestId: / ID="([^"]*)"/.exec(xml)?.[1] ?? '', cookie };
}

export function postResponse(
  app: TestApp,
  acsUrl: string,
  response: string,
  relayState?: string,
): Promise<Answer> {
  const form = { SAMLResponse: response, ...(relayState !== undefined && { RelayState: relayState }) };
  return app.inject({
    method: 'POST',
    url: pathOf(acsUrl),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'text/html',
      origin: 'https://id.example',
    },
    payload: new URLSearchParams(form).toString(),
  });
}

/** From the posted response to the session, as a browser goes. */
export async function finishTrip(app: TestApp, posted: Answer, cookie: string): Promise<Answer> {
  const set = [posted.headers['set-cookie'] ?? []].flat().map((text) => String(text).split(';')[0]);
  return app.inject({
    method: 'GET',
    url: pathOf(String(posted.headers['location'])),
    headers: { accept: 'text/html', cookie: [cookie, ...set].filter(Boolean).join('; ') },
  });
}

/** A whole sign-in that begins at our side. */
export async function signInBySaml(
  app: TestApp,
  { provider, saml }: { provider: Wire; saml: TestSaml },
  fields: ResponseFields = {},
): Promise<Answer & { readonly session: string }> {
  const { requestId, cookie } = await startTrip(app, provider.service.startUrl);
  const posted = await postResponse(
    app,
    provider.service.acsUrl,
    await saml.respond({ inResponseTo: requestId, ...fields }),
  );
  const answer = posted.status === 303 ? await finishTrip(app, posted, cookie) : posted;
  return { ...answer, session: parseCookies(answer).cookie };
}
