import type { Ctx, Runtime } from '../../platform/context.ts';
import { forbidden } from '../../platform/problems.ts';
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

export async function factorsOf(ctx: Ctx, memberId: string): Promise<Factors> {
  const totp = await findTotp(ctx, memberId);
  return {
    hasTotp: totp !== undefined && totp.confirmed_at !== null,
    recoveryCodes: await countRecoveryCodes(ctx, memberId),
    passkeys: (await listPasskeys(ctx, memberId)).length,
  };
}

/** For somebody who has lost all of them: the operator's command. */
export async function removeFactors(ctx: Ctx, memberId: string): Promise<boolean> {
  const hadTotp = await deleteTotp(ctx, memberId);
  await replaceRecoveryCodes(ctx, memberId, []);
  const passkeys = await deletePasskeys(ctx, memberId);
  const removed = { memberId, name: '', by: 'operator' as const };
  if (hadTotp) await ctx.publish(factorRemoved, { ...removed, factor: 'totp' });
  if (passkeys > 0) await ctx.publish(factorRemoved, { ...removed, factor: 'passkey' });
  return hadTotp || passkeys > 0;
}

/** Where single sign-on is the only way in, nobody proves themselves here. */
export function demandOwnProof({ config }: Pick<Runtime, 'config'>): void {
  if (config.singleSignOn?.isOnlyWay) {
    throw forbidden('This installation signs people in by single sign-on only.');
  }
}
