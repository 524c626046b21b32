import type { Ctx, Runtime } from '../../platform/context.ts';
import { forbidden } from '../../platform/problems.ts';
import { weakenSessions } from '../sessions/public.ts';
import { factorRemoved } from './events.ts';
import type { Factors } from './rules.ts';
import {
  countRecoveryCodes,
  deletePasskeys,
  deleteTotp,
  findTotp,
  listPasskeys,
  replaceRecoveryCodes,
} from './store.ts';

export async function loadFactors(ctx: Ctx, memberId: string): Promise<Factors> {
  const totp = await findTotp(ctx, memberId);
  return {
    hasTotp: totp !== undefined && totp.confirmed_at !== null,
    recoveryCodes: await countRecoveryCodes(ctx, memberId),
    passkeys: (await listPasskeys(ctx, memberId)).length,
  };
}

/** Where a second factor is required, its sessions may only set up a new one, as after a sign-in without. */
export async function weakenWithoutFactor(ctx: Ctx, memberId: string): Promise<void> {
  const { hasTotp, passkeys } = await loadFactors(ctx, memberId);
  if (!hasTotp && passkeys === 0) await weakenSessions(ctx, memberId);
}

/** For the operator's command, when a user has lost all of them. */
export async function removeFactors(ctx: Ctx, memberId: string): Promise<boolean> {
  const hadTotp = await deleteTotp(ctx, memberId);
  await replaceRecoveryCodes(ctx, memberId, []);
  const passkeys = await deletePasskeys(ctx, memberId);
  await weakenSessions(ctx, memberId);
  const removed = { memberId, name: '', by: 'operator' as const };
  if (hadTotp) await ctx.publish(factorRemoved, { ...removed, factor: 'totp' });
  if (passkeys.length > 0) await ctx.publish(factorRemoved, { ...removed, factor: 'passkey' });
  return hadTotp || passkeys.length > 0;
}

/** OIDC_ONLY switches off every way to sign in but single sign-on. */
export function requireLocalSignIn({ config }: Pick<Runtime, 'config'>): void {
  if (config.singleSignOn?.isOnlyWay) {
    throw forbidden('This server only allows single sign-on.');
  }
}
