import { Icon } from '../kit/icon.tsx';
import { SortHandle, type Sortable } from '../kit/sortable.tsx';

interface ItemToolsProps {
  readonly index: number;
  readonly sort: Sortable;
  readonly removeLabel: string;
  readonly onRemove: () => void;
}

/** The number of an item in an ordered list, and what moves and removes it. */
export function ItemTools({ index, sort, removeLabel, onRemove }: ItemToolsProps) {
  return (
    <div className="item-tools">
      <b>{index + 1}</b>
      <SortHandle sort={sort} index={index} />
      <button type="button" className="btn quiet small square" aria-label={removeLabel} onClick={onRemove}>
        <Icon name="close" />
      </button>
    </div>
  );
}
