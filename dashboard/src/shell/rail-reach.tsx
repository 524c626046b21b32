import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, useSyncExternalStore, type ReactNode } from 'react';
import { Icon } from '../kit/icon.tsx';
import { buildQuery } from '../platform/query.ts';
import { recentPages } from '../platform/recent.ts';
import { words } from '../platform/words/words.ts';
import { Favorites } from './favorites.tsx';
import { PageLink } from './page-link.tsx';

/** What one comes back to: unread notifications, favorites, and what was opened last. */
export function RailReach() {
  const unread = useQuery(buildQuery('listNotifications', { query: { unread: true, count: 1 } })).data?.total;
  const favorites = useQuery(buildQuery('listFavorites')).data ?? [];
  const recent = useSyncExternalStore(recentPages.subscribe, recentPages.get);
  const others = recent.filter(({ id }) => !favorites.some((favorite) => favorite.id === id));
  return (
    <div className="reach">
      {Boolean(unread) && (
        <Link to="/notifications">
          <Icon name="bell" />
          <span className="cut">{words.reach.notifications}</span>
          <span className="count">{unread}</span>
        </Link>
      )}
      {favorites.length > 0 && (
        <Group label={words.reach.favorites} name="favorites">
          <Favorites favorites={favorites} />
        </Group>
      )}
      {others.length > 0 && (
        <Group label={words.reach.recent} name="recent">
          <ul>
            {others.map((page) => (
              <li key={page.id}>
                <PageLink {...page} />
              </li>
            ))}
          </ul>
        </Group>
      )}
    </div>
  );
}

interface GroupProps {
  readonly label: string;
  readonly name: string;
  readonly children: ReactNode;
}

/** Folded or not, as it was left on this device. */
function Group({ label, name, children }: GroupProps) {
  const key = `daybook rail ${name}`;
  const [isOpen, setIsOpen] = useState(() => localStorage.getItem(key) !== 'folded');
  return (
    <nav aria-label={label}>
      <button
        type="button"
        className="btn quiet small"
        aria-expanded={isOpen}
        onClick={() => {
          setIsOpen(!isOpen);
          localStorage.setItem(key, isOpen ? 'folded' : 'open');
        }}
      >
        {label}
        <Icon name={isOpen ? 'down' : 'right'} />
      </button>
      {isOpen && children}
    </nav>
  );
}
