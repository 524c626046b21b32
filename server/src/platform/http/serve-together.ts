import type { Returned } from '@daybook/contract/envelopes';
import type { AnyRoute, Input } from '@daybook/contract/route';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../auth/actor.ts';
import { inWorkspace, type Ctx, type Runtime } from '../context.ts';
import { together } from '../together.ts';
import type { Caller } from './caller.ts';
import { finish } from './finish.ts';
import type { Answer } from './idempotency.ts';
import type { Endpoint } from './serve.ts';
import { examine } from './validate.ts';

/** What a request asks for, where it can be done together with others. */
interface Wish {
  /** What is of one kind is done together. */
  readonly kind: string;
  /** What would be changed. Of several wishes about the same, one is done together with others. */
  readonly about: string;
}

interface Granted<R extends AnyRoute> {
  readonly about: string;
  readonly value: Returned<R['returns']>;
  readonly headers: Readonly<Record<string, string>>;
}

/** How requests of one caller are answered together. */
interface Together<R extends AnyRoute, W extends Wish> {
  /** Undefined where a request has to be answered alone. */
  wishOf(input: Input<R>): W | undefined;
  /** Grants wishes of one kind in one transaction, each wholly or not at all. What is not granted is then tried alone. */
  grant(ctx: Ctx, wishes: readonly [W, ...W[]]): Promise<readonly Granted<R>[]>;
}

interface Asked<W extends Wish> {
  readonly actor: Actor;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly wish: W;
}

const limits = { most: 100, lanes: 3, enough: 8 };

/**
 * Serves a route that is asked for so often that the transactions would take longer than what is done in them. Requests
 * that one caller sends at the same moment share a transaction; each is answered as it would be alone. Not for POST, whose
 * answers are kept under their idempotency key.
 */
export function serveTogether<R extends AnyRoute, W extends Wish>(
  lone: Endpoint<R>,
  how: Together<R, W>,
): Endpoint<R> {
  const { route } = lone;
  if (route.method === 'POST') throw new Error(`${route.path} can't be served together.`);
  const join = together(
    (runtime: Runtime, asked: readonly Asked<W>[]) => answerAll(runtime, route, how, asked),
    limits,
  );
  return {
    route,
    async answer(runtime, request, reply) {
      const wish = plainWish(route, request, how);
      const { actor } = request.caller as Caller;
      const asked = wish && { actor, request, reply, wish };
      const answer = asked && (await join(runtime, `${actor.id} ${wish.kind}`, asked));
      return answer ?? lone.answer(runtime, request, reply);
    },
  };
}

/** A request that is wrong is answered alone. */
function plainWish<R extends AnyRoute, W extends Wish>(
  route: R,
  request: FastifyRequest,
  { wishOf }: Together<R, W>,
): W | undefined {
  const { input, errors } = examine(route, request);
  return Object.keys(errors).length === 0 ? wishOf(input) : undefined;
}

async function answerAll<R extends AnyRoute, W extends Wish>(
  runtime: Runtime,
  route: R,
  { grant }: Together<R, W>,
  asked: readonly Asked<W>[],
): Promise<readonly (Answer | undefined)[]> {
  const firsts = new Map(asked.toReversed().map((one) => [one.wish.about, one]));
  const [first, ...others] = firsts.values();
  if (!first) return [];
  const work = async (ctx: Ctx) => {
    const granted = await grant(ctx, [first.wish, ...others.map(({ wish }) => wish)]);
    return granted.map((one) => ({ ...one, answer: finish(runtime, route, first.request, one.value) }));
  };
  try {
    const granted = new Map((await inWorkspace(runtime, first.actor, work)).map((one) => [one.about, one]));
    return asked.map((one) => {
      const found = firsts.get(one.wish.about) === one ? granted.get(one.wish.about) : undefined;
      void one.reply.headers(found?.headers ?? {});
      return found?.answer;
    });
  } catch (error) {
    if (asked.length === 1) throw error;
    // Whatever it was, it need not concern all of them.
    runtime.log.debug({ err: error, route: route.path }, 'answered one by one');
    return [];
  }
}
