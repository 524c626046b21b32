import type { Result } from '@daybook/client';
import { useState, type KeyboardEvent } from 'react';
import { buildQuery, queryClient, useChange } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';
import { moveItem } from './favorites.rules.ts';
import { PageLink } from './page-link.tsx';

type Favorite = Result<'listFavorites'>[number];

/** In the order of the user: moved by dragging, or with Alt and an arrow key. */
export function Favorites({ favorites }: { readonly favorites: readonly Favorite[] }) {
  const order = useChange('orderFavorites');
  const [dragged, setDragged] = useState<string>();
  const move = (uuid: string | undefined, to: number): void => {
    const moved = moveItem(favorites, ({ uuid: id }) => id === uuid, to);
    if (!moved) return;
    const { queryKey } = buildQuery('listFavorites');
    queryClient.setQueryData(queryKey, [...moved]);
    order.mutate(
      { body: { uuids: moved.map(({ uuid: id }) => id) } },
      { onError: () => queryClient.invalidateQueries({ queryKey }) },
    );
  };
  const onKeyDown = (event: KeyboardEvent, uuid: string, at: number): void => {
    const step = event.altKey ? { ArrowUp: -1, ArrowDown: 1 }[event.key] : undefined;
    if (step === undefined) return;
    event.preventDefault();
    move(uuid, at + step);
  };
  return (
    <ul>
      {favorites.map(({ uuid, ...favorite }, at) => (
        <li
          key={uuid}
          title={words.reach.move}
          draggable
          onDragStart={() => setDragged(uuid)}
          onDragOver={(event) => dragged && event.preventDefault()}
          onDrop={() => move(dragged, at)}
          onDragEnd={() => setDragged(undefined)}
          onKeyDown={(event) => onKeyDown(event, uuid, at)}
        >
          <PageLink {...favorite} />
        </li>
      ))}
    </ul>
  );
}
