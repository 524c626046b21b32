/** Lets a loop that waits go on at once. */
export interface Signal {
  send(): void;
  /** Until one is sent, but no longer than this. One that came while nobody waited counts. */
  received(limitMs: number): Promise<void>;
}

export function createSignal(): Signal {
  let isSent = false;
  let wake = (): void => {};
  return {
    send() {
      isSent = true;
      wake();
    },
    async received(limitMs) {
      if (!isSent) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, limitMs);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      isSent = false;
    },
  };
}

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
