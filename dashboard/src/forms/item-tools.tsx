import { interpolate } from '@daybook/booking/locale';
import { Icon } from '../kit/icon.tsx';
import { words } from '../platform/words/words.ts';

interface ItemToolsProps {
  readonly index: number;
  readonly count: number;
  readonly removeLabel: string;
  readonly onMove: (step: 1 | -1) => void;
  readonly onRemove: () => void;
}

/** The number of an item in an ordered list, and what moves and removes it. */
export function ItemTools({ index, count, removeLabel, onMove, onRemove }: ItemToolsProps) {
  const n = index + 1;
  return (
    <div className="item-tools">
      <b>{n}</b>
      <button
        type="button"
        className="btn quiet small square"
        aria-label={interpolate(words.forms.up, { n })}
        disabled={index === 0}
        onClick={() => onMove(-1)}
      >
        <Icon name="up" />
      </button>
      <button
        type="button"
        className="btn quiet small square"
        aria-label={interpolate(words.forms.down, { n })}
        disabled={n === count}
        onClick={() => onMove(1)}
      >
        <Icon name="down" />
      </button>
      <button type="button" className="btn quiet small square" aria-label={removeLabel} onClick={onRemove}>
        <Icon name="close" />
      </button>
    </div>
  );
}
