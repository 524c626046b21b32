import { Link, useNavigate } from '@tanstack/react-router';
import { isFiltered } from '../kit/filters.rules.ts';
import { NoMatch } from '../kit/no-match.tsx';
import { Empty } from '../kit/states.tsx';
import { words } from '../platform/words/words.ts';
import { keepSearch, type EventSearch } from './rules.ts';

/** In a list without events: what will be there, or the way out of the filters. */
export function NoEvents({ search }: { readonly search: EventSearch }) {
  const navigate = useNavigate();
  const { view, when } = search;
  if (isFiltered({ ...search }, ['when', 'view', 'date', 'saved'])) {
    return (
      <NoMatch
        onClear={() =>
          void navigate({ to: '/events', search: { ...(view && { view }), ...(when && { when }) } })
        }
      />
    );
  }
  const [title, hint] = view
    ? [words.events.nothing, words.events.nothingHint]
    : [words.events.none, words.events.noneHint];
  return (
    <Empty icon="events" title={title} hint={hint}>
      <Link className="btn" to="/events/book" search={keepSearch}>
        {words.events.book}
      </Link>
    </Empty>
  );
}
