import type { Actor } from '../../platform/auth/actor.ts';
import type { Ctx, Runtime } from '../../platform/context.ts';
import { generateCode } from '../../platform/ids.ts';
import { clearAttempts, throttle } from '../throttle/public.ts';
import { codeAlphabet, normalizeCode, recoveryCodeCount, formatCode } from './rules.ts';
import { replaceRecoveryCodes, consumeRecoveryCode } from './store.ts';

/** Replaces the recovery codes. The new ones are shown this once. */
export async function issueRecoveryCodes(ctx: Ctx, memberId: string): Promise<readonly string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, () => generateCode(codeAlphabet, 10));
  await replaceRecoveryCodes(
    ctx,
    memberId,
    codes.map((code) => hashOf(ctx, code)),
  );
  return codes.map(formatCode);
}

/** Accepts six digits of an authenticator or a recovery code, once. */
export async function consumeCode(
  ctx: Ctx,
  memberId: string,
  code: string,
  consumeTotp: (ctx: Ctx, memberId: string, code: string) => Promise<boolean>,
): Promise<boolean> {
  const plain = normalizeCode(code);
  if (/^\d{6}$/.test(plain)) return consumeTotp(ctx, memberId, plain);
  return consumeRecoveryCode(ctx, memberId, hashOf(ctx, plain));
}

/** Fifty bits could be brute-forced in a stolen database, so the hash is keyed by the installation's secret. */
function hashOf(ctx: Ctx, code: string): Buffer {
  return ctx.secrets.derive('recovery code', normalizeCode(code));
}

/** A code has a million values. Counts before it is checked; returns a function that clears the count. */
export async function countCodeAttempt(
  runtime: Runtime,
  { workspaceId, memberId }: Pick<Actor, 'workspaceId' | 'memberId'>,
): Promise<() => Promise<void>> {
  const whose = `${workspaceId} ${memberId}`;
  await throttle(runtime, 'code', whose);
  return () => clearAttempts(runtime, 'code', whose);
}
