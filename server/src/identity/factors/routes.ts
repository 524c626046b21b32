import * as contract from '@daybook/contract/factors';
import type { Runtime } from '../../platform/context.ts';
import { serve, servePrepared, type Endpoint } from '../../platform/http/serve.ts';
import { countCodeAttempt } from './codes.ts';
import { addPasskey, createPasskeyOptions, verifyOwnPasskey } from './add-passkey.ts';
import { requireLocalSignIn } from './factors.ts';
import { removePasskey } from './passkeys.ts';
import { renderSvg } from './qr-code.ts';
import { listPasskeys } from './store.ts';
import { startTotp, confirmTotp, readTotp, removeTotp, renewRecoveryCodes } from './totp.ts';
import { serializePasskey } from './view.ts';

const allowed = async (runtime: Runtime): Promise<void> => requireLocalSignIn(runtime);

export const factorsEndpoints: readonly Endpoint[] = [
  serve(contract.readTotp, readTotp),
  servePrepared(contract.beginTotp, allowed, async (ctx) => {
    const { qrCode, ...shown } = await startTotp(ctx);
    return { ...shown, qrCode: renderSvg(qrCode) };
  }),
  servePrepared(contract.confirmTotp, countCodeAttempt, async (ctx, { body }, clearAttempts) => {
    const codes = await confirmTotp(ctx, body.code);
    await clearAttempts();
    return [...codes];
  }),
  servePrepared(contract.removeTotp, countCodeAttempt, async (ctx, { body }, clearAttempts) => {
    await removeTotp(ctx, body.code);
    await clearAttempts();
  }),
  servePrepared(contract.renewRecoveryCodes, countCodeAttempt, async (ctx, { body }, clearAttempts) => {
    const codes = await renewRecoveryCodes(ctx, body.code);
    await clearAttempts();
    return [...codes];
  }),
  serve(contract.listPasskeys, async (ctx) =>
    (await listPasskeys(ctx, ctx.actor.memberId)).map(serializePasskey),
  ),
  servePrepared(contract.challengePasskey, createPasskeyOptions, async (_ctx, _input, options) => ({
    ...options,
  })),
  servePrepared(
    contract.addPasskey,
    (runtime, actor, { body }) => verifyOwnPasskey(runtime, actor, body.credential),
    async (ctx, { body }, credential) =>
      serializePasskey(await addPasskey(ctx, credential, body.name ?? 'Passkey')),
  ),
  serve(contract.removePasskey, (ctx, { params }) => removePasskey(ctx, params.uuid)),
];
