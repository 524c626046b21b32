import type { Scope } from '@daybook/contract/scopes';
import { createSystemActor, listScopesAboveRole, type Role } from '../../platform/auth/actor.ts';
import { runInWorkspace, type Runtime } from '../../platform/context.ts';
import { parseScopes, type ClientRow } from '../apps/public.ts';
import { issueTokens, type TokenResponse } from './issue-tokens.ts';
import { narrowAudience } from './narrow-audience.ts';
import { oauthProblem } from './oauth-problem.ts';
import { openPlatformGrant } from './platform-grant.ts';
import { findPlatformUser, lockPlatformUser } from './platform.store.ts';
import { resolveScopes } from './rules.ts';

export const tokenExchange = 'urn:ietf:params:oauth:grant-type:token-exchange';
const accessTokenType = 'urn:ietf:params:oauth:token-type:access_token';

/** How a platform names a user and the user's workspace: by our IDs or by its own. */
const subjectTypes = ['urn:daybook:token-type:user', 'urn:daybook:token-type:external-user'] as const;

/** Token exchange (RFC 8693): a platform gets a token that acts for one of its users, without asking them. */
export async function exchangeUser(
  runtime: Runtime,
  client: ClientRow,
  body: URLSearchParams,
): Promise<TokenResponse> {
  if (client.embed_origins === null)
    throw oauthProblem('unauthorized_client', 'Only platforms can act for users without asking them.');
  const place = await findSubject(runtime, client, body);
  const audience = narrowAudience(runtime.config.publicUrl, body, null);
  const actor = { ...createSystemActor(place.workspaceId), appName: client.name };
  return runInWorkspace(runtime, actor, async (ctx) => {
    const user = await lockPlatformUser(ctx, place.memberId);
    if (!user) throw unknownUser();
    if (user.is_suspended) throw oauthProblem('invalid_target', 'The workspace is suspended.');
    const scopes = chooseScopes(client, body.get('scope'), user.role);
    const grant = await openPlatformGrant(ctx, client, place.memberId);
    const tokens = await issueTokens(ctx, grant, { scopes, audience, hasRefresh: false });
    return { ...tokens, issued_token_type: accessTokenType };
  });
}

async function findSubject({ database }: Runtime, client: ClientRow, body: URLSearchParams) {
  const [type, wanted] = [body.get('subject_token_type'), body.get('requested_token_type')];
  if (!subjectTypes.some((known) => known === type))
    throw oauthProblem('invalid_request', `subject_token_type must be ${subjectTypes.join(' or ')}.`);
  if (body.has('actor_token') || body.has('actor_token_type'))
    throw oauthProblem('invalid_request', 'The app itself is the actor; send no actor_token.');
  if (wanted !== null && wanted !== accessTokenType)
    throw oauthProblem('invalid_request', `requested_token_type must be ${accessTokenType}.`);
  const [workspace, user] = [body.get('audience'), body.get('subject_token')];
  if (!workspace) throw oauthProblem('invalid_request', 'audience must name a workspace of the platform.');
  if (!user) throw oauthProblem('invalid_request', 'subject_token must name a user of the workspace.');
  const isExternal = type === subjectTypes[1];
  const found = await findPlatformUser(database, client.client_id, { workspace, user, isExternal });
  if (!found) throw oauthProblem('invalid_target', 'Your platform has no such workspace.');
  if (found.member_id === null) throw unknownUser();
  return { workspaceId: found.workspace_id, memberId: found.member_id };
}

/** As RFC 8693 says of a subject that is not acceptable. */
function unknownUser() {
  return oauthProblem('invalid_request', 'The workspace has no such active user of your platform.');
}

/** What is asked for; or, if nothing is, what the app is registered for and the user's role can use. */
function chooseScopes(client: ClientRow, given: string | null, role: Role): readonly Scope[] {
  const scopes = resolveScopes(given, client);
  if (!scopes) throw oauthProblem('invalid_scope', 'The app can’t have one of these scopes.');
  const above = listScopesAboveRole(role, scopes);
  const isAsked = (parseScopes(given) ?? []).length > 0;
  if (isAsked && above.length > 0)
    throw oauthProblem('invalid_scope', `The user’s role can’t use these scopes: ${above.join(', ')}.`);
  return scopes.filter((scope) => !above.includes(scope));
}
