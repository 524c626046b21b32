import { Link } from '@tanstack/react-router';
import { Empty } from '../kit/states.tsx';
import { words } from '../platform/words/words.ts';
import { filterNames, type EventSearch } from './rules.ts';

/** In a list without events: what will be there, or the way out of the filters. */
export function NoEvents({ search }: { readonly search: EventSearch }) {
  const isFiltered = filterNames(search).length > 0 || search.q !== undefined;
  if (!isFiltered) return <Empty title={words.events.none} hint={words.events.noneHint} />;
  return (
    <Empty title={words.events.noMatch} hint={words.events.noMatchHint}>
      <Link className="btn" to="/events" search={{}}>
        {words.events.clear}
      </Link>
    </Empty>
  );
}
