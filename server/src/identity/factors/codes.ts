import type { Actor } from '../../platform/auth/actor.ts';
import type { Ctx, Runtime } from '../../platform/context.ts';
import { newCode } from '../../platform/ids.ts';
import { forgive, throttle } from '../throttle/public.ts';
import { codeAlphabet, plainCode, recoveryCodeCount, shownCode } from './rules.ts';
import { replaceRecoveryCodes, takeRecoveryCode } from './store.ts';

/** Ten new codes in place of those before. Shown now or never. */
export async function issueRecoveryCodes(ctx: Ctx, memberId: string): Promise<readonly string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, () => newCode(codeAlphabet, 10));
  await replaceRecoveryCodes(
    ctx,
    memberId,
    codes.map((code) => hashOf(ctx, code)),
  );
  return codes.map(shownCode);
}

/** Takes six digits of an authenticator, or a recovery code. */
export async function takeCode(
  ctx: Ctx,
  memberId: string,
  code: string,
  takeTotp: (ctx: Ctx, memberId: string, code: string) => Promise<boolean>,
): Promise<boolean> {
  const plain = plainCode(code);
  if (/^\d{6}$/.test(plain)) return takeTotp(ctx, memberId, plain);
  return takeRecoveryCode(ctx, memberId, hashOf(ctx, plain));
}

/** Fifty bits can be tried one after the other, so the key of the installation is part of the hash. */
function hashOf(ctx: Ctx, code: string): Buffer {
  return ctx.secrets.derive('recovery code', plainCode(code));
}

/**
 * A code has a million values: whoever tries them has ten in a quarter of an hour. Returns what gives the tries back once
 * one was right.
 */
export async function countCodeTry(
  runtime: Runtime,
  { workspaceId, memberId }: Pick<Actor, 'workspaceId' | 'memberId'>,
): Promise<() => Promise<void>> {
  const whose = `${workspaceId} ${memberId}`;
  await throttle(runtime, 'code', whose);
  return () => forgive(runtime, 'code', whose);
}
