import { createSigningInActor, createSystemActor } from '../../platform/auth/actor.ts';
import { hashSecret } from '../../platform/auth/token.ts';
import { readInWorkspace, runInWorkspace, type Ctx, type Runtime } from '../../platform/context.ts';
import { generateSecret } from '../../platform/ids.ts';
import { badRequest, failed, notFound, Problem } from '../../platform/problems.ts';
import { buildSignInUrl, verifyResponse, type Assertion } from '../saml/public.ts';
import { buildCookie, startSession, type Client } from '../sessions/public.ts';
import { finishOidc, startOidc } from './oidc.ts';
import { resolveMember } from './resolve-member.ts';
import { answerRequest, consumeRequest, insertRequest, recordMessage } from './requests.store.ts';
import {
  findMappedRole,
  getEmailDomain,
  isOwnAddress,
  parseReturnPath,
  toPerson,
  type AttributeNames,
  type Person,
  type RoleRule,
} from './rules.ts';
import { buildAddresses, buildReference, parseReference } from './service.ts';
import {
  findProvider,
  findProviderOfDomain,
  recordSignIn,
  type ProviderRef,
  type ProviderRow,
} from './store.ts';

const requestMinutes = 10;
const browserCookie = 'daybook_provider';

interface StartOptions {
  readonly isAgain: boolean;
  /** Shows what the provider says, and signs nobody in. Possible before the connection is enabled. */
  readonly isTest: boolean;
  readonly email: string | undefined;
}

interface Redirect {
  readonly redirect: string;
  readonly cookies: readonly string[];
}

/** Where an address signs in, as a path of ours; undefined without a provider for its domain. */
export async function findProviderPath(runtime: Runtime, email: string): Promise<string | undefined> {
  if (!email.includes('@')) return undefined;
  const ref = await findProviderOfDomain(runtime.database, getEmailDomain(email));
  return ref && `/auth/providers/${buildReference(runtime.secrets, ref)}/start`;
}

/** Sends a browser to the provider, and remembers which browser it was. */
export async function startProviderSignIn(
  runtime: Runtime,
  token: string,
  { isAgain, isTest, email }: StartOptions,
): Promise<Redirect> {
  const { ref, row } = await loadByToken(runtime, token, isTest);
  const browser = generateSecret(32);
  const started =
    row.kind === 'oidc'
      ? await reach(runtime, () => startOidc(runtime, row, { ref, isAgain, email }))
      : await startSaml(runtime, ref, row, isAgain);
  await runInWorkspace(runtime, createSystemActor(ref.workspaceId), (ctx) =>
    insertRequest(ctx, {
      state_hash: hashSecret(started.state),
      provider_id: ref.id,
      browser_hash: hashSecret(browser),
      verifier_sealed: 'verifier' in started ? ctx.secrets.seal(started.verifier) : null,
      nonce: 'nonce' in started ? started.nonce : null,
      is_test: isTest,
      expires_at: expiryOf(ctx.now),
    }),
  );
  return { redirect: started.url, cookies: [browserCookieOf(runtime, browser)] };
}

async function startSaml(runtime: Runtime, ref: ProviderRef, row: ProviderRow, isAgain: boolean) {
  const { sign_in_url: signInUrl, private_key_sealed: sealed } = row;
  if (signInUrl === null || sealed === null) throw notFound('Page');
  const id = `_${generateSecret(40)}`;
  const service = { ...buildAddresses(runtime, ref), certificate: '' };
  const privateKey = runtime.secrets.unseal(sealed);
  return { state: id, url: await buildSignInUrl(service, { id, signInUrl, privateKey, isAgain }) };
}

const expiryOf = (now: Date): string => new Date(now.getTime() + requestMinutes * 60_000).toISOString();

const browserCookieOf = ({ config }: Runtime, browser: string): string =>
  buildCookie(config.publicUrl, browserCookie, browser, requestMinutes * 60);

/** A provider that does not answer is nobody's mistake here. */
async function reach<T>(runtime: Runtime, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    runtime.log.warn({ err: error }, 'identity provider not available');
    throw failed(503, 'The identity provider isn’t available at the moment. Try again in a few minutes.', {
      'retry-after': '10',
    });
  }
}

/** 404 for an address that names no connection, or one that is disabled. */
export async function loadByToken(runtime: Runtime, token: string, isAny = false) {
  const ref = parseReference(runtime, token);
  const row =
    ref &&
    (await readInWorkspace(runtime, createSystemActor(ref.workspaceId), (ctx) => findProvider(ctx, ref.id)));
  if (!ref || !row || !(row.is_enabled || isAny)) throw notFound('Page');
  return { ref, row };
}

/**
 * Receives what a SAML provider has the browser post. Browsers send no cookie with a form of another site, so that the answer is
 * stored, and the browser fetches its session by a redirect that carries the cookie.
 */
export async function receiveSamlResponse(
  runtime: Runtime,
  token: string,
  form: { readonly response: string; readonly relayState: string | undefined },
): Promise<Redirect> {
  const { ref, row } = await loadByToken(runtime, token, true);
  const assertion = await refuse(runtime, () => verifyForUs(runtime, ref, row, form.response));
  const person = readPerson(row, assertion);
  const browser = generateSecret(32);
  const state = assertion.inResponseTo ?? `_${generateSecret(40)}`;
  const isSolicited = assertion.inResponseTo !== undefined;
  await runInWorkspace(runtime, createSystemActor(ref.workspaceId), async (ctx) => {
    const sealed = ctx.secrets.seal(JSON.stringify(person));
    if (!(await recordMessage(ctx, ref.id, hashSecret(assertion.id), assertion.validUntil)))
      throw refusal(runtime, new Error('The assertion was used before.'));
    if (isSolicited) {
      const request = await answerRequest(ctx, ref.id, hashSecret(state), sealed);
      if (!request || !(row.is_enabled || request.is_test))
        throw refusal(runtime, new Error('The assertion answers no request of ours.'));
      return;
    }
    if (!row.is_enabled || !row.allows_unsolicited)
      throw refusal(runtime, new Error('The sign-in began at the provider, which is not allowed.'));
    await insertRequest(ctx, {
      state_hash: hashSecret(state),
      provider_id: ref.id,
      browser_hash: hashSecret(browser),
      identity_sealed: sealed,
      return_path: parseReturnPath(form.relayState),
      expires_at: expiryOf(ctx.now),
    });
  });
  return {
    redirect: `${buildAddresses(runtime, ref).finishUrl}?${new URLSearchParams({ state }).toString()}`,
    cookies: isSolicited ? [] : [browserCookieOf(runtime, browser)],
  };
}

function verifyForUs(
  runtime: Runtime,
  ref: ProviderRef,
  row: ProviderRow,
  response: string,
): Promise<Assertion> {
  const { entityId, acsUrl } = buildAddresses(runtime, ref);
  return verifyResponse(response, {
    issuer: row.issuer,
    certificates: row.certificates,
    entityId,
    acsUrl,
    privateKey: row.private_key_sealed ? runtime.secrets.unseal(row.private_key_sealed) : '',
    now: runtime.clock.now(),
  });
}

/** A transient name is another one each time: the address stands for the person. */
function readPerson(row: ProviderRow, assertion: Assertion): Person {
  const { nameId, sessionIndex, provenAt, attributes, isTransient } = assertion;
  const about = { subject: nameId, session: sessionIndex ?? null, provenAt };
  const person = toPerson(attributes, row.attributes as AttributeNames, about);
  return isTransient && person.email !== null ? { ...person, subject: person.email } : person;
}

async function refuse<T>(runtime: Runtime, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw refusal(runtime, error);
  }
}

function refusal({ log }: Pick<Runtime, 'log'>, error: unknown): Problem {
  log.warn({ err: error }, 'single sign-on refused');
  return badRequest('The identity provider didn’t confirm your identity. Try again.');
}

/** A session, or what a test has shown. */
export type ProviderSignIn = Redirect | { readonly test: TestResult };

export interface TestResult {
  readonly email: string;
  readonly name: string;
  readonly role: string;
  /** Whether such a person would be let in. */
  readonly isOwnAddress: boolean;
}

/** The browser comes back: from a provider of OpenID Connect, or from where its SAML response was received. */
export async function finishProviderSignIn(
  runtime: Runtime,
  token: string,
  query: Readonly<Record<string, string>>,
  cookies: Readonly<Record<string, string>>,
  client: Client,
): Promise<ProviderSignIn> {
  const { ref, row } = await loadByToken(runtime, token, true);
  const hashes = {
    stateHash: hashSecret(query['state'] ?? ''),
    browserHash: hashSecret(cookies[browserCookie] ?? ''),
  };
  const request = await runInWorkspace(runtime, createSystemActor(ref.workspaceId), (ctx) =>
    consumeRequest(ctx, ref.id, hashes),
  );
  if (!request)
    throw badRequest(
      'This sign-in was already used, timed out, or started in another browser. Sign in again.',
    );
  if (!row.is_enabled && !request.is_test) throw notFound('Page');
  const person = await refuse(runtime, async () => {
    const { verifier_sealed: verifier, nonce, identity_sealed: identity } = request;
    if (identity) return JSON.parse(runtime.secrets.unseal(identity)) as Person;
    if (!verifier || row.kind !== 'oidc') throw new Error('The provider has not answered yet.');
    return finishOidc(runtime, row, ref, query, {
      verifier: runtime.secrets.unseal(verifier),
      nonce: nonce ?? '',
    });
  });
  if (request.is_test) return { test: describeTest(row, person) };
  const memberId = await resolveMember(runtime, ref, row, person);
  const actor = createSigningInActor(ref.workspaceId, client.address, memberId);
  return runInWorkspace(runtime, actor, async (ctx) => ({
    redirect: request.return_path ?? '/app',
    cookies: await startProviderSession(ctx, row, person, memberId, client),
  }));
}

function describeTest(row: ProviderRow, person: Person): TestResult {
  const defaultRole = row.default_role as 'admin' | 'user';
  return {
    email: person.email ?? '',
    name: `${person.firstName} ${person.lastName}`.trim(),
    role: findMappedRole(person.groups, row.role_mapping as RoleRule[], defaultRole) ?? defaultRole,
    isOwnAddress: isOwnAddress(person.email, row.verified_domains),
  };
}

async function startProviderSession(
  ctx: Ctx,
  { id }: ProviderRow,
  { session, provenAt }: Person,
  memberId: string,
  client: Client,
): Promise<readonly string[]> {
  if (!(await recordSignIn(ctx, id))) throw notFound('Page');
  return startSession(ctx, memberId, client, {
    method: 'single_sign_on',
    // A second factor is up to the provider.
    isStrong: true,
    provenAt,
    provider: { id, session },
  });
}
