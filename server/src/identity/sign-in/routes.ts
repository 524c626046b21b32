import { challengeSignIn, signInWithPasskey as passkeyRoute } from '@daybook/contract/factors';
import * as contract from '@daybook/contract/session';
import { readUser } from '../../members/public.ts';
import type { Exchange } from '../../platform/http/exchange.ts';
import { servePublic, type Endpoint } from '../../platform/http/serve.ts';
import { requireLocalSignIn, createSignInOptions } from '../factors/public.ts';
import { describeClient } from '../sessions/public.ts';

import { continueSignIn, signIn, signInWithPasskey } from './sign-in.ts';

export const signInEndpoints: readonly Endpoint[] = [
  servePublic(contract.signIn, async (runtime, { body }, exchange) =>
    withCookies(
      exchange,
      await signIn(runtime, body, describeClient(exchange, runtime.config.publicUrl), readUser),
    ),
  ),
  servePublic(contract.continueSignIn, async (runtime, { body }, exchange) =>
    withCookies(
      exchange,
      await continueSignIn(runtime, body, describeClient(exchange, runtime.config.publicUrl), readUser),
    ),
  ),
  servePublic(challengeSignIn, async (runtime) => {
    requireLocalSignIn(runtime);
    return { ...(await createSignInOptions(runtime)) };
  }),
  servePublic(passkeyRoute, async (runtime, { body }, exchange) => {
    const client = describeClient(exchange, runtime.config.publicUrl);
    const outcome = await signInWithPasskey(runtime, body.credential, client, readUser);
    return withCookies(exchange, outcome).done;
  }),
];

function withCookies<O extends object>(exchange: Exchange, outcome: O): O {
  if ('cookies' in outcome) {
    for (const cookie of outcome.cookies as readonly string[]) exchange.setCookie(cookie);
  }
  return outcome;
}
