import { createStore } from './store.ts';

/** Whether the session has ended. Requests wait until somebody has signed in over the page, so that nothing on it is lost. */
export const isSignedOut = createStore(false);

let waiting: { readonly promise: Promise<void>; readonly resolve: () => void } | undefined;

export function signInAgain(): Promise<void> {
  waiting ??= withResolve();
  isSignedOut.set(true);
  return waiting.promise;
}

export function wentOn(): void {
  isSignedOut.set(false);
  waiting?.resolve();
  waiting = undefined;
}

function withResolve() {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
