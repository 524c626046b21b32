import type { Clock } from '../platform/clock.ts';
import type { Ctx } from '../platform/context.ts';
import { Problem } from '../platform/problems.ts';
import {
  bookInCall,
  cancelInCall,
  findLaterOffers,
  optOutInCall,
  sendLink,
  type Briefing,
} from './call-tools.ts';
import type { PerformAction } from './converse.ts';
import { computeCallBackTime, type CallerUtterance } from './dialogue/public.ts';
import type { Dial } from './provider.ts';
import type { ConversationEffects } from './sip.rules.ts';

/** In a transaction, on behalf of the server or of who is called. */
export type RunInCall = <T>(use: (ctx: Ctx) => Promise<T>, by?: 'server' | 'callee') => Promise<T>;

interface Tools {
  readonly perform: PerformAction;
  readonly done: ConversationEffects;
}

/** Whatever fails, who is on the phone hears a goodbye. */
export function createCallActions(
  work: RunInCall,
  briefing: Briefing,
  clock: Clock,
  dial: Pick<Dial, 'callId' | 'attemptId' | 'to'>,
): Tools {
  const done: { -readonly [fact in keyof ConversationEffects]: ConversationEffects[fact] } = {};
  const book = (startMs: number) => work((ctx) => bookInCall(ctx, briefing, dial, startMs), 'callee');
  const findTimes = async (kind: 'gone' | 'times', afterMs: number): Promise<CallerUtterance> => {
    // The page may be gone by now.
    const offers = await work((ctx) => findLaterOffers(ctx, briefing, afterMs)).catch(() => undefined);
    return offers ? { kind, offers } : { kind: 'refused' };
  };
  const perform: PerformAction = async (action) => {
    switch (action.kind) {
      case 'book':
        try {
          // It may have been booked, and is not booked twice.
          done.eventUuid = await retryOnce(() => book(action.startMs));
          return { kind: 'booked' };
        } catch (error) {
          return isTimeGone(error) ? findTimes('gone', 0) : { kind: 'refused' };
        }
      case 'cancel booking':
        return retryOnce(() => work((ctx) => cancelInCall(ctx, dial), 'callee')).then(
          () => {
            delete done.eventUuid;
            return { kind: 'canceled', isDone: true };
          },
          () => ({ kind: 'canceled', isDone: false }),
        );
      case 'find later times':
        return findTimes('times', action.afterMs);
      case 'call back':
        done.callAgainAt = new Date(
          computeCallBackTime(clock.now().getTime(), briefing.zone, action.day, action.hour),
        );
        return undefined;
      case 'opt out':
        // Should this fail, the result of the call does the same, unless something was booked before.
        await retryOnce(() => work((ctx) => optOutInCall(ctx, dial.callId, dial.to))).catch(() => undefined);
        return undefined;
      case 'send link': {
        // A callee who could not be understood is not left without a goodbye, too.
        const isSent = await work((ctx) => sendLink(ctx, briefing, dial.callId)).catch(() => false);
        done.isLinkSent = isSent;
        return { kind: 'link', isSent };
      }
    }
  };
  return { perform, done };
}

/** Once more when the database went away. */
function retryOnce<T>(use: () => Promise<T>): Promise<T> {
  return use().catch((error: unknown) => {
    if (error instanceof Problem) throw error;
    return use();
  });
}

/** Taken by somebody else, or no longer offered: its notice has passed, or the hours of the host have changed. */
function isTimeGone(error: unknown): boolean {
  if (!(error instanceof Problem)) return false;
  const { errors = {} } = error.body as { errors?: object };
  return error.status === 409 || Object.keys(errors).join() === 'start';
}
