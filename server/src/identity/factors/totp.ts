import { Secret, TOTP } from 'otpauth';
import { readOrganizationName } from '../../members/public.ts';
import { requireRecentSession } from '../../platform/auth/recent-session.ts';
import type { Ctx } from '../../platform/context.ts';
import { conflict, invalidField, notFound } from '../../platform/problems.ts';
import { endMemberSessions, strengthenSession } from '../sessions/public.ts';
import { factorAdded, factorRemoved } from './events.ts';
import { weakenWithoutFactor } from './factors.ts';
import { buildQrCode, type QrCode } from './qr-code.ts';
import { issueRecoveryCodes, consumeCode } from './codes.ts';
import {
  countRecoveryCodes,
  deleteTotp,
  findTotp,
  upsertTotp,
  replaceRecoveryCodes,
  consumeStep,
} from './store.ts';

const periodSeconds = 30;
/** The codes before and after the current one are accepted, too, since clocks of phones are off by some seconds. */
const stepsAround = 1;

export interface NewTotp {
  readonly secret: string;
  readonly otpauthUrl: string;
  readonly qrCode: QrCode;
}

export const wrongCode = 'This code is incorrect or was already used. Wait for the next one.';

/** Creates a secret. It is not asked for until `confirmTotp` has accepted a code of it. */
export async function startTotp(ctx: Ctx): Promise<NewTotp> {
  await requireRecentSession(ctx);
  const secret = new Secret({ size: 20 });
  const isTaken = await upsertTotp(ctx, ctx.actor.memberId, ctx.secrets.seal(secret.base32));
  if (!isTaken) throw conflict('An authenticator app is already set up. Remove it first.');
  return shown(ctx, secret.base32);
}

/** The secret that is not confirmed yet. */
export async function findPendingTotp(ctx: Ctx): Promise<NewTotp | undefined> {
  const row = await findTotp(ctx, ctx.actor.memberId);
  if (!row || row.confirmed_at !== null) return undefined;
  return shown(ctx, ctx.secrets.unseal(row.secret_sealed));
}

async function shown(ctx: Ctx, secret: string): Promise<NewTotp> {
  const issuer = await readOrganizationName(ctx);
  const otpauthUrl = totpOf(secret, { issuer, label: ctx.actor.email }).toString();
  return { secret, otpauthUrl, qrCode: buildQrCode(otpauthUrl) };
}

export async function confirmTotp(ctx: Ctx, code: string): Promise<readonly string[]> {
  await requireRecentSession(ctx);
  const { memberId } = ctx.actor;
  const row = await findTotp(ctx, memberId);
  if (!row || row.confirmed_at !== null)
    throw conflict('There is no authenticator app to confirm. Start the setup again.');
  if (!(await consumeTotp(ctx, memberId, code))) throw invalidField('code', wrongCode);
  const codes = await issueRecoveryCodes(ctx, memberId);
  await strengthenSession(ctx);
  // They began without a second factor.
  await endMemberSessions(ctx, ctx.actor, 'factor', ctx.actor.id);
  await ctx.publish(factorAdded, { memberId, factor: 'totp', name: '' });
  return codes;
}

/** Accepts a code of six digits if it is right, and neither it nor a later one was accepted before. */
export async function consumeTotp(ctx: Ctx, memberId: string, code: string): Promise<boolean> {
  const row = await findTotp(ctx, memberId);
  if (!row || !/^\d{6}$/.test(code)) return false;
  const totp = totpOf(ctx.secrets.unseal(row.secret_sealed));
  const timestamp = ctx.now.getTime();
  const delta = totp.validate({ token: code, timestamp, window: stepsAround });
  if (delta === null) return false;
  return consumeStep(ctx, memberId, Math.floor(timestamp / 1000 / periodSeconds) + delta);
}

export async function removeTotp(ctx: Ctx, code: string): Promise<void> {
  await requireRecentSession(ctx);
  const { memberId } = ctx.actor;
  const row = await findTotp(ctx, memberId);
  if (!row?.confirmed_at) throw notFound('Authenticator');
  if (!(await consumeCode(ctx, memberId, code, consumeTotp))) throw invalidField('code', wrongCode);
  await deleteTotp(ctx, memberId);
  await replaceRecoveryCodes(ctx, memberId, []);
  await weakenWithoutFactor(ctx, memberId);
  await ctx.publish(factorRemoved, { memberId, factor: 'totp', name: '', by: 'user' });
}

export async function renewRecoveryCodes(ctx: Ctx, code: string): Promise<readonly string[]> {
  await requireRecentSession(ctx);
  const { memberId } = ctx.actor;
  const row = await findTotp(ctx, memberId);
  if (!row?.confirmed_at) throw notFound('Authenticator');
  if (!(await consumeCode(ctx, memberId, code, consumeTotp))) throw invalidField('code', wrongCode);
  await ctx.publish(factorAdded, { memberId, factor: 'recovery_codes', name: '' });
  return issueRecoveryCodes(ctx, memberId);
}

export async function readTotp(ctx: Ctx) {
  const row = await findTotp(ctx, ctx.actor.memberId);
  const confirmedAt = row?.confirmed_at ?? null;
  return {
    isActive: confirmedAt !== null,
    confirmedAt,
    recoveryCodesLeft: await countRecoveryCodes(ctx, ctx.actor.memberId),
  };
}

function totpOf(secret: string, named: { issuer?: string; label?: string } = {}): TOTP {
  return new TOTP({
    ...named,
    algorithm: 'SHA1',
    digits: 6,
    period: periodSeconds,
    secret: Secret.fromBase32(secret),
  });
}
