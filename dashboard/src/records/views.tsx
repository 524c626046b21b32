import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Icon } from '../kit/icon.tsx';
import { api, queryClient } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';
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
  return (
    <ViewBar
      view={view}
      isChanged={isChanged(saved, shown)}
      mayManage={mayManage}
      store={buildStore(slug, shown)}
      onShow={(id) => onShow(id ?? 'all')}
    >
      <ViewLink object={object} id="all" name={words.views.all} isCurrent={!view} icon="table" />
      {views.map((each) => (
        <ViewLink
          key={each.id}
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

function buildStore(objectSlug: string, shown: Settings): ViewStore {
  /** Reads the views again, so that the changed one can be shown. */
  const refresh = (): Promise<void> =>
    queryClient.invalidateQueries({ queryKey: [recordApi(objectSlug).tag] });
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
}

function ViewLink({ object, id, name, icon, isCurrent }: ViewLinkProps) {
  return (
    <Link
      to="/records/$objectSlug"
      params={{ objectSlug: object.slug }}
      search={{ view: id }}
      activeProps={{}}
      aria-current={isCurrent ? 'true' : undefined}
    >
      <Icon name={icon} />
      {name}
    </Link>
  );
}
