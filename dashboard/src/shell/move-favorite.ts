import type { Result } from '@daybook/client';
import { moveTo } from '../kit/sortable.rules.ts';
import { showToast } from '../kit/toasts.tsx';
import { formatError } from '../platform/error-text.ts';
import { api, buildQuery, queryClient } from '../platform/query.ts';

type Favorites = Result<'listFavorites'>;

/** Shows the new order at once, and reads the order that is stored if it is refused. */
export async function moveFavorite(
  favorites: Readonly<Favorites>,
  uuid: string | undefined,
  to: number,
): Promise<void> {
  const from = favorites.findIndex((favorite) => favorite.uuid === uuid);
  const moved = moveTo(favorites, from, to);
  const { queryKey } = buildQuery('listFavorites');
  queryClient.setQueryData(queryKey, moved);
  try {
    await api.orderFavorites({ body: { uuids: moved.map((favorite) => favorite.uuid) } });
  } catch (error) {
    showToast(formatError(error), { isError: true });
    await queryClient.invalidateQueries({ queryKey });
  }
}
