import * as contract from '@daybook/contract/session';
import { servePrepared, servePublic, type Endpoint } from '../../platform/http/serve.ts';
import { changePassword, countPasswordTry } from './change-password.ts';
import { requestReset, resetPassword } from './reset-password.ts';

export const passwordsEndpoints: readonly Endpoint[] = [
  servePrepared(contract.changePassword, countPasswordTry, async (ctx, { body }, forgive) => {
    await changePassword(ctx, body);
    await forgive();
  }),
  servePublic(contract.requestPasswordReset, (runtime, { body }, { address }) =>
    requestReset(runtime, body.email, address),
  ),
  servePublic(contract.resetPassword, (runtime, { params, body }) =>
    resetPassword(runtime, params.token, body.password),
  ),
];
