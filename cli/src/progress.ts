import type { Io } from './io.ts';

export interface Progress {
  readonly show: (done: number, total?: number | undefined) => void;
  /** Removes the line. */
  readonly end: () => void;
}

const everyMs = 100;
const barWidth = 24;

/** One line on a terminal that says how far long work is; nothing elsewhere. */
export function showProgress({ err }: Io, unit: string): Progress {
  if (!err.isTerminal) return { show() {}, end() {} };
  let shownMs = 0;
  return {
    show(done, total) {
      if (Date.now() - shownMs < everyMs && done !== total) return;
      shownMs = Date.now();
      err.write(`\r\u001B[K${formatProgressLine(done, total, unit)}`);
    },
    end: () => err.write('\r\u001B[K'),
  };
}

export function formatProgressLine(done: number, total: number | undefined, unit: string): string {
  if (!total) return `${done} ${unit}`;
  const filled = Math.min(barWidth, Math.round((done / total) * barWidth));
  return `[${'='.repeat(filled)}${' '.repeat(barWidth - filled)}] ${done} of ${total} ${unit}`;
}
