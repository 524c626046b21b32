import { interpolate, plural } from '@daybook/booking/locale';
import { numberText } from '../platform/numbers.ts';
import { start } from '../platform/start.ts';
import { words } from '../platform/words/words.ts';

interface FootProps {
  readonly place: { readonly row: number | undefined; readonly total: number };
  readonly selected: number;
}

export function Foot({ place, selected }: FootProps) {
  const { row, total } = place;
  return (
    <footer className="foot">
      {selected > 0 && <span>{plural(start.words, words.records.selectedCount, selected)}</span>}
      <span role="status">
        {row === undefined
          ? words.records.none
          : interpolate(words.records.rowOf, { n: numberText(row + 1), total: numberText(total) })}
      </span>
      <span className="grow" />
      <span className="faint hints">{words.records.hints}</span>
    </footer>
  );
}
