import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Icon } from '../kit/icon.tsx';
import { moveTo } from '../kit/sortable.rules.ts';
import { useOrder, useSortable, type Sortable } from '../kit/sortable.tsx';
import { showToast } from '../kit/toasts.tsx';
import { api, queryClient } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';
import { Star } from '../shell/star.tsx';
import { ViewBar, type ViewStore } from '../views/view-bar.tsx';
import { rememberView } from './last-opened.ts';
import { usePermissions } from './objects.ts';
import { buildViewsQuery } from './objects-query.ts';
import { recordApi } from './record-api.ts';
import type { CrmObject } from './rules.ts';
import { isChanged, toViewBody, type Settings, type View } from './search.rules.ts';

/** The saved views of an object's records. */

export function useViews({ slug }: CrmObject): readonly View[] | undefined {
  const { data, error } = useQuery(buildViewsQuery(slug));
  // Without its views a list is still a list.
  return error ? [] : data;
}

interface ViewsProps {
  readonly object: CrmObject;
  readonly views: readonly View[];
  readonly view: View | undefined;
  readonly saved: Settings;
  readonly shown: Settings;
  /** Shows a view as it is saved. */
  readonly onShow: (view: string) => void;
}

export function Views({ object, views, view, saved, shown, onShow }: ViewsProps) {
  const { mayManage } = usePermissions(object);
  const { slug } = object;
  useEffect(() => rememberView(slug, view?.id ?? 'all'), [slug, view?.id]);
  const { shown: ordered, setIds } = useOrder(views, ({ id }) => id);
  const place = useMutation({ mutationFn: api.updateView, onSettled: () => refreshViews(slug) });
  const move = (from: number, to: number): void => {
    const order = moveTo(ordered, from, to);
    const moved = order[to];
    if (!moved) return;
    if (!moved.isOwn && !mayManage) return void showToast(words.views.notOwner);
    setIds(order.map(({ id }) => id));
    place.mutate(
      { params: { objectSlug: slug, viewId: moved.id }, body: { after: order[to - 1]?.id ?? null } },
      { onSettled: () => setIds(undefined) },
    );
  };
  const sort = useSortable({
    items: ordered.map(({ id, name }) => ({ id, name })),
    isRow: true,
    onMove: move,
  });
  const at = ordered.findIndex(({ id }) => id === view?.id);
  return (
    <ViewBar
      view={view}
      isChanged={isChanged(saved, shown)}
      mayManage={mayManage}
      store={buildStore(slug, shown)}
      onShow={(id) => onShow(id ?? 'all')}
      sorting={sort}
      aside={view && <Star kind="view" objectSlug={slug} id={view.id} />}
      choices={[
        ...(at > 0 ? [{ id: 'earlier', label: words.direct.earlier, onChoose: () => move(at, at - 1) }] : []),
        ...(at >= 0 && at < ordered.length - 1
          ? [{ id: 'later', label: words.direct.later, onChoose: () => move(at, at + 1) }]
          : []),
      ]}
    >
      <ViewLink object={object} id="all" name={words.views.all} isCurrent={!view} icon="table" />
      {ordered.map((each, index) => (
        <ViewLink
          key={each.id}
          sorted={sort.getItem(index)}
          object={object}
          id={each.id}
          name={each.name}
          isCurrent={each.id === view?.id}
          icon={each.kind === 'board' ? 'board' : 'table'}
        />
      ))}
    </ViewBar>
  );
}

/** Reads the views again, so that the changed one can be shown. */
async function refreshViews(slug: string): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: [recordApi(slug).tag] });
}

function buildStore(objectSlug: string, shown: Settings): ViewStore {
  const refresh = (): Promise<void> => refreshViews(objectSlug);
  return {
    create: async (name, isShared) => {
      const body = { ...toViewBody(shown), name, isShared };
      const view = await api.createView({ params: { objectSlug }, body });
      await refresh();
      return view;
    },
    update: async (viewId, isShared) => {
      await api.updateView({ params: { objectSlug, viewId }, body: { ...toViewBody(shown), isShared } });
      await refresh();
    },
    rename: async (viewId, name) => {
      await api.updateView({ params: { objectSlug, viewId }, body: { name } });
      await refresh();
    },
    remove: async (viewId) => {
      await api.deleteView({ params: { objectSlug, viewId } });
      await refresh();
    },
  };
}

interface ViewLinkProps {
  readonly object: CrmObject;
  readonly id: string;
  readonly name: string;
  readonly icon: 'table' | 'board';
  readonly isCurrent: boolean;
  /** What moves it among the others. */
  readonly sorted?: ReturnType<Sortable['getItem']>;
}

function ViewLink({ object, id, name, icon, isCurrent, sorted }: ViewLinkProps) {
  return (
    <Link
      to="/records/$objectSlug"
      params={{ objectSlug: object.slug }}
      search={{ view: id }}
      activeProps={{}}
      aria-current={isCurrent ? 'true' : undefined}
      draggable={false}
      {...sorted}
    >
      <Icon name={icon} />
      {name}
    </Link>
  );
}
