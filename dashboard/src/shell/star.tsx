import { useQuery } from '@tanstack/react-query';
import { Icon } from '../kit/icon.tsx';
import { buildQuery, useChange } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';

interface StarProps {
  readonly kind: 'record' | 'view' | 'page';
  /** Of a record or view. */
  readonly objectSlug?: string;
  readonly id: string;
}

/** Adds what is shown to the favorites, or removes it. */
export function Star({ kind, objectSlug, id }: StarProps) {
  const { data } = useQuery(buildQuery('listFavorites'));
  const add = useChange('addFavorite');
  const remove = useChange('removeFavorite');
  const favorite = data?.find((each) => each.kind === kind && each.id === id);
  const label = favorite ? words.reach.remove : words.reach.add;
  const toggle = (): void => {
    if (favorite) remove.mutate({ params: { uuid: favorite.uuid } });
    else add.mutate({ body: { kind, id, ...(objectSlug && { objectSlug }) } });
  };
  return (
    <button
      type="button"
      className="btn quiet small square favorite"
      aria-label={words.reach.add}
      aria-pressed={favorite !== undefined}
      title={label}
      disabled={!data || add.isPending || remove.isPending}
      onClick={toggle}
    >
      <Icon name="star" />
    </button>
  );
}
