import { createSystemActor } from '../../platform/auth/actor.ts';
import { hashSecret } from '../../platform/auth/token.ts';
import { runInWorkspace, type Ctx, type Runtime } from '../../platform/context.ts';
import { generateSecret } from '../../platform/ids.ts';
import { badRequest, notFound } from '../../platform/problems.ts';
import { buildLogoutResponseUrl, buildServiceMetadata, verifyLogoutRequest } from '../saml/public.ts';
import { endProviderSessions } from '../sessions/public.ts';
import { verifyLogoutToken } from './oidc.ts';
import { recordMessage } from './requests.store.ts';
import { buildAddresses, buildSamlService } from './service.ts';
import { loadByToken } from './sign-in.ts';
import { findBySubject } from './store.ts';

/** A provider of OpenID Connect says that somebody has signed out there. */
export async function receiveLogoutToken(
  runtime: Runtime,
  token: string,
  logoutToken: string,
): Promise<void> {
  const { ref, row } = await loadByToken(runtime, token, true);
  if (row.kind !== 'oidc') throw notFound('Page');
  const logout = await verifyLogoutToken(runtime, row, logoutToken).catch((error: unknown) => {
    throw refusal(runtime, error);
  });
  await runInWorkspace(runtime, createSystemActor(ref.workspaceId), async (ctx) => {
    if (!(await recordMessage(ctx, row.id, hashSecret(`logout ${logout.id}`), logout.validUntil)))
      throw refusal(runtime, new Error('The logout token was used before.'));
    const sessions = logout.session === undefined ? [] : [logout.session];
    await endSessions(ctx, row.id, logout.subject, sessions);
  });
}

function refusal({ log }: Pick<Runtime, 'log'>, error: unknown) {
  log.warn({ err: error }, 'sign-out of a provider refused');
  return badRequest('The sign-out wasn’t accepted.');
}

/** Named sessions end; without a name, all that the provider began for this person. */
async function endSessions(
  ctx: Ctx,
  providerId: string,
  subject: string | undefined,
  sessions: readonly string[],
): Promise<void> {
  if (sessions.length > 0) return endProviderSessions(ctx, { providerId, sessions });
  const member = subject === undefined ? undefined : await findBySubject(ctx, providerId, subject);
  if (member) await endProviderSessions(ctx, { providerId, memberId: member.id });
}

/** A SAML provider sends the browser here to sign out, and gets it back. */
export async function receiveLogoutRequest(runtime: Runtime, token: string, search: string): Promise<string> {
  const { ref, row } = await loadByToken(runtime, token, true);
  const { sign_out_url: signOutUrl, private_key_sealed: sealed } = row;
  if (row.kind !== 'saml' || sealed === null) throw notFound('Page');
  const { sloUrl } = buildAddresses(runtime, ref);
  const now = runtime.clock.now();
  const expected = { issuer: row.issuer, certificates: row.certificates, sloUrl, now };
  const request = await verifyLogoutRequest(search, expected).catch((error: unknown) => {
    throw refusal(runtime, error);
  });
  return runInWorkspace(runtime, createSystemActor(ref.workspaceId), async (ctx) => {
    if (!(await recordMessage(ctx, row.id, hashSecret(`logout ${request.id}`), request.validUntil)))
      throw refusal(runtime, new Error('The logout request was used before.'));
    await endSessions(ctx, row.id, request.nameId, request.sessionIndexes);
    if (signOutUrl === null) return '/app?done=signedOut';
    const relayState = new URLSearchParams(search).get('RelayState') ?? undefined;
    return buildLogoutResponseUrl(buildSamlService(ctx, row), {
      id: `_${generateSecret(40)}`,
      inResponseTo: request.id,
      signOutUrl,
      relayState,
      privateKey: ctx.secrets.unseal(sealed),
      now,
    });
  });
}

/** What the provider has to know about us, also before the connection is enabled. */
export async function readServiceMetadata(runtime: Runtime, token: string): Promise<string> {
  const { ref, row } = await loadByToken(runtime, token, true);
  if (row.kind !== 'saml') throw notFound('Page');
  const { entityId, acsUrl, sloUrl } = buildAddresses(runtime, ref);
  return buildServiceMetadata({ entityId, acsUrl, sloUrl, certificate: row.own_certificate ?? '' });
}
