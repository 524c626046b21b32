import * as contract from '@daybook/contract/session';
import { servePrepared, servePublic, type Endpoint } from '../../platform/http/serve.ts';
import { changePassword, countPasswordAttempt } from './change-password.ts';
import { requestReset } from './reset-password.ts';

export const passwordsEndpoints: readonly Endpoint[] = [
  servePrepared(contract.changePassword, countPasswordAttempt, async (ctx, { body }, clearAttempts) => {
    await changePassword(ctx, body);
    await clearAttempts();
  }),
  servePublic(contract.requestPasswordReset, (runtime, { body }, { address }) =>
    requestReset(runtime, body.email, address),
  ),
];
