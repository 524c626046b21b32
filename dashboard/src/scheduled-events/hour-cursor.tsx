import { interpolate } from '@daybook/booking/locale';
import { useEffect, useRef, type KeyboardEvent } from 'react';
import { words } from '../platform/words/words.ts';
import type { PickedTime } from './drag.rules.ts';
import { formatPicked } from './picked-text.ts';

interface HourCursorProps {
  readonly at: PickedTime;
  readonly style: { readonly top: string; readonly height: string };
  /** Whether it was moved here by a key, and takes the focus along. */
  readonly isMoved: boolean;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onPick: () => void;
}

/** The hour that keys have reached, the only one of the week in the order of Tab. Enter opens what can be done with it. */
export function HourCursor({ at, style, isMoved, onKeyDown, onPick }: HourCursorProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isMoved) return;
    button.current?.focus();
    button.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [isMoved]);
  return (
    <button
      ref={button}
      type="button"
      className="hour-cursor"
      style={style}
      aria-haspopup="menu"
      aria-label={interpolate(words.direct.hour, { when: formatPicked(at) })}
      onKeyDown={onKeyDown}
      onClick={onPick}
    />
  );
}
