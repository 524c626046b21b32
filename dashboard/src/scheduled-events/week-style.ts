import { addStyle } from '../kit/add-style.ts';

export const hourPixels = 56;

export const pixels = (minutes: number): number => (minutes / 60) * hourPixels;

export function buildPlace({ from, to }: { readonly from: number; readonly to: number }) {
  return { top: `${pixels(from)}px`, height: `${pixels(to - from)}px` };
}

addStyle(`
  .week-box { position: relative; display: flex; flex: 1; min-width: 0; min-height: 0; }
  .wc { cursor: cell; user-select: none; -webkit-touch-callout: none; }
  .wc .free, .wc .busy { pointer-events: none; }
  .ev { cursor: pointer; user-select: none; -webkit-touch-callout: none; }
  .week.is-dragging, .week.is-dragging .ev { cursor: grabbing; }
  .week .ev[data-lifted] { position: absolute; opacity: 0.45; }
  .picked { position: absolute; z-index: 2; inset-inline: 2px; padding: 2px 6px; overflow: hidden; border: 2px solid var(--accent);
    border-radius: var(--r1); background: var(--accent-tint); color: var(--accent-text); font-size: var(--t1); font-weight: 580;
    line-height: 1.25; pointer-events: none; }
  .hour-cursor { position: absolute; z-index: 1; inset-inline: 2px; border: 0; border-radius: var(--r1); background: none; cursor: cell; }
  .hour-cursor:not(:focus-visible) { pointer-events: none; outline: none; }
  .host-strip { position: absolute; z-index: 6; inset-inline: 12px; bottom: 12px; display: flex; flex-wrap: wrap; align-items: center;
    justify-content: center; gap: 8px; width: fit-content; max-width: calc(100% - 24px); max-height: 40%; margin-inline: auto;
    padding: 10px 14px; overflow: auto; }
  .host-strip [data-over] { border-color: var(--accent); background: var(--accent-tint); color: var(--accent-text); }
`);
