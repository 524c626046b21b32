import { words } from '../platform/words/words.ts';
import { Button } from './button.tsx';
import { Empty } from './states.tsx';

/** In the place of a list whose filters leave nothing: the way out of them. */
export function NoMatch({ onClear }: { readonly onClear: () => void }) {
  return (
    <Empty icon="filter" title={words.filters.noMatch} hint={words.filters.noMatchHint}>
      <Button label={words.filters.clear} onClick={onClear} />
    </Empty>
  );
}
