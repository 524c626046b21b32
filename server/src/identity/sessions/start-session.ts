import { hashSecret, generateToken } from '../../platform/auth/token.ts';
import type { Ctx } from '../../platform/context.ts';
import { generateSecret, generateUuid } from '../../platform/ids.ts';
import { forbidden } from '../../platform/problems.ts';
import { buildDeviceCookie, buildSessionCookie, type Client } from './client.ts';
import { deviceAdded, sessionStarted } from './events.ts';
import { formatDeviceName, sessionDays } from './rules.ts';
import { revokeSecret, insertSession, isProviderRequired, recordDevice } from './store.ts';

export interface Proof {
  readonly method: 'password' | 'passkey' | 'single_sign_on' | 'invitation' | 'sign_up';
  /** With a second factor, a passkey or single sign-on. */
  readonly isStrong: boolean;
  /** When its user proved who they are, if not now. */
  readonly provenAt?: string | undefined;
  /** The workspace's identity provider, and how it names the session. */
  readonly provider?: { readonly id: string; readonly session: string | null };
}

export const requiresProvider = 'Your workspace requires single sign-on.';

/**
 * Creates a session and returns its cookies. The secret is new with every sign-in, and the browser's earlier session ends,
 * which prevents session fixation.
 */
export async function startSession(
  ctx: Ctx,
  memberId: string,
  client: Client,
  proof: Proof,
): Promise<readonly string[]> {
  if (!proof.provider && (await isProviderRequired(ctx, memberId))) throw forbidden(requiresProvider);
  if (client.session) await revokeSecret(ctx, hashSecret(client.session));
  const id = generateUuid();
  const secret = generateToken('dbk', ctx.secrets.code(ctx.workspaceId));
  const expiresAt = new Date(ctx.now.getTime() + sessionDays * 86_400_000).toISOString();
  await insertSession(
    ctx,
    {
      id,
      member_id: memberId,
      expires_at: expiresAt,
      method: proof.method,
      is_strong: proof.isStrong,
      proven_at: proof.provenAt ?? null,
      user_agent: client.userAgent,
      address: client.address,
      provider_id: proof.provider?.id ?? null,
      provider_session: proof.provider?.session ?? null,
    },
    hashSecret(secret),
  );
  const device = client.device ?? generateSecret(32);
  const where = {
    memberId,
    sessionId: id,
    device: formatDeviceName(client.userAgent),
    address: client.address,
  };
  const { method, isStrong } = proof;
  await ctx.publish(sessionStarted, { ...where, method, isStrong });
  if ((await recordDevice(ctx, memberId, hashSecret(device))) === 'new')
    await ctx.publish(deviceAdded, where);
  return [
    buildSessionCookie(ctx.publicUrl, secret, sessionDays * 86_400),
    ...(device === client.device ? [] : [buildDeviceCookie(ctx.publicUrl, device)]),
  ];
}
