import type { ViewList } from '@daybook/contract/lists.data';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Icon } from '../kit/icon.tsx';
import { api, buildQuery, queryClient } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';
import { useCanManage } from '../shell/session.ts';
import { ViewBar, type ViewStore } from './view-bar.tsx';
import { buildViewSearch, isChanged, listSavedFilters, viewParameter } from './views.rules.ts';

interface SavedViewsProps {
  readonly list: ViewList;
  readonly search: object;
  /** What the URL says beside the filters: the item that is open. */
  readonly transient?: readonly string[];
  /** What has a control of its own, such as tabs: saved with a view, but alone no reason to offer one. */
  readonly quiet?: readonly string[];
}

const noValues: readonly string[] = [];

/** The saved views of a list, as soon as there is one or something to save. */
export function SavedViews({ list, search, transient = noValues, quiet = noValues }: SavedViewsProps) {
  const navigate = useNavigate();
  const mayManage = useCanManage();
  const views = useQuery(buildQuery('listSavedViews', { query: { list } })).data?.items ?? [];
  const chosen = (search as Readonly<Record<string, unknown>>)[viewParameter];
  const view = views.find(({ id }) => id === chosen);
  const filters = listSavedFilters(search, transient);
  const isOther = isChanged(filters, view?.filters, quiet);
  if (views.length === 0 && !isOther) return null;
  const go = (next: object): void => void navigate({ to: '.', search: next as never });
  const store: ViewStore = {
    create: async (name, isShared) => {
      const made = await api.createSavedView({ body: { list, name, isShared, filters } });
      await refreshViews();
      return made;
    },
    update: async (id, isShared) => {
      await api.updateSavedView({ params: { id }, body: { filters, isShared } });
      await refreshViews();
    },
    rename: async (id, name) => {
      await api.updateSavedView({ params: { id }, body: { name } });
      await refreshViews();
    },
    remove: async (id) => {
      await api.deleteSavedView({ params: { id } });
      await refreshViews();
    },
  };
  const show = (id: string | undefined): void => {
    const found = queryClient
      .getQueryData(buildQuery('listSavedViews', { query: { list } }).queryKey)
      ?.items.find((each) => each.id === id);
    go(found ? buildViewSearch(found) : {});
  };
  return (
    <ViewBar view={view} isChanged={isOther} mayManage={mayManage} store={store} onShow={show}>
      <ViewLink search={{}} name={words.views.all} isCurrent={!view} />
      {views.map((each) => (
        <ViewLink
          key={each.id}
          search={buildViewSearch(each)}
          name={each.name}
          isCurrent={each.id === view?.id}
        />
      ))}
    </ViewBar>
  );
}

async function refreshViews(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ['Saved views'] });
}

interface ViewLinkProps {
  readonly search: object;
  readonly name: string;
  readonly isCurrent: boolean;
}

function ViewLink({ search, name, isCurrent }: ViewLinkProps) {
  return (
    <Link
      to="."
      search={search as never}
      activeProps={{}}
      inactiveProps={{}}
      activeOptions={{ exact: true }}
      aria-current={isCurrent ? 'true' : undefined}
    >
      <Icon name="table" />
      {name}
    </Link>
  );
}
