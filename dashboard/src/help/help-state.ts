import { createStore } from '../platform/store.ts';

/** Which step of the tour is shown, from 0; undefined while it isn't taken. */
export const tourStep = createStore<number | undefined>(undefined);

export function startTour(): void {
  tourStep.set(0);
}

let wasOffered = false;

/** Starts the tour once, however often Home is opened until the server knows that it was taken. */
export function offerTour(): void {
  if (!wasOffered) startTour();
  wasOffered = true;
}
