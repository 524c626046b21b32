import type { Result } from '@daybook/client';
import { useState } from 'react';
import { words } from '../platform/words/words.ts';
import { PageLink } from './page-link.tsx';

type Favorite = Result<'listFavorites'>[number];

/** Loaded when one is moved. */
const move = async (favorites: readonly Favorite[], uuid: string | undefined, to: number): Promise<void> =>
  (await import('./move-favorite.ts')).moveFavorite(favorites, uuid, to);

/** In the order of the user: moved by dragging, or with Alt and an arrow key. */
export function Favorites({ favorites }: { readonly favorites: readonly Favorite[] }) {
  const [dragged, setDragged] = useState<string>();
  return (
    <ul>
      {favorites.map(({ uuid, ...favorite }, at) => (
        <li
          key={uuid}
          title={words.reach.move}
          draggable
          onDragStart={() => setDragged(uuid)}
          onDragOver={(event) => dragged && event.preventDefault()}
          onDrop={() => void move(favorites, dragged, at)}
          onDragEnd={() => setDragged(undefined)}
          onKeyDown={(event) => {
            const step = event.altKey ? { ArrowUp: -1, ArrowDown: 1 }[event.key] : undefined;
            if (step === undefined) return;
            event.preventDefault();
            void move(favorites, uuid, at + step);
          }}
        >
          <PageLink {...favorite} />
        </li>
      ))}
    </ul>
  );
}
