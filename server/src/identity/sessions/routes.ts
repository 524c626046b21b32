import * as contract from '@daybook/contract/session';
import { serve, type Endpoint } from '../../platform/http/serve.ts';
import { endOwnSession, endSessionsByAdmin, signOut } from './end-sessions.ts';
import * as store from './store.ts';
import { serializeSession } from './view.ts';

export const sessionsEndpoints: readonly Endpoint[] = [
  serve(contract.signOut, async (ctx, _input, exchange) => exchange.setCookie(await signOut(ctx))),
  serve(contract.listSessions, async (ctx, { page }) => ({
    items: (await store.listSessions(ctx, ctx.actor.memberId, page)).map((row) => serializeSession(ctx, row)),
    total: await store.countSessions(ctx, ctx.actor.memberId),
  })),
  serve(contract.endSession, (ctx, { params }) => endOwnSession(ctx, params.uuid)),
  serve(contract.endAllSessions, (ctx) => endSessionsByAdmin(ctx, {})),
];
