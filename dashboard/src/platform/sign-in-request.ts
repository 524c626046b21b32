import type { SignInReason } from '@daybook/client/core';
import { createStore } from './store.ts';

/**
 * Why somebody has to sign in: the session has ended, or began too long ago for what they want to do. Requests wait until they have signed
 * in over the page, so that nothing on it is lost.
 */
export const signInReason = createStore<SignInReason | undefined>(undefined);

let waiting: { readonly promise: Promise<boolean>; readonly resolve: (isDone: boolean) => void } | undefined;

export function requestSignIn(reason: SignInReason): Promise<boolean> {
  waiting ??= withResolve();
  if (signInReason.get() !== 'ended') signInReason.set(reason);
  return waiting.promise;
}

/** `false`: they would rather not; what needed it is refused. */
export function finishSignIn(isDone = true): void {
  signInReason.set(undefined);
  waiting?.resolve(isDone);
  waiting = undefined;
}

function withResolve() {
  let resolve = (_isDone: boolean): void => undefined;
  const promise = new Promise<boolean>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
