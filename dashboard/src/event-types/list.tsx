import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { isFiltered } from '../kit/filters.rules.ts';
import { Filters } from '../kit/filters.tsx';
import { Icon } from '../kit/icon.tsx';
import { ListPage } from '../kit/list-page.tsx';
import { useListSelection, type ListSelection } from '../kit/list-selection.tsx';
import { NoMatch } from '../kit/no-match.tsx';
import { moveTo } from '../kit/sortable.rules.ts';
import { useOrder, useSortable } from '../kit/sortable.tsx';
import { SearchBox } from '../kit/search-box.tsx';
import { buildStateField } from '../kit/state-field.ts';
import { Empty } from '../kit/states.tsx';
import { showToast } from '../kit/toasts.tsx';
import { useAddress, type ViewSearch } from '../platform/address.ts';
import { formatError } from '../platform/error-text.ts';
import type { Prefetch } from '../platform/lazy-page.ts';
import { prefetchPages, usePages } from '../platform/pages.ts';
import { buildQuery, useChange } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';
import { useCanManage, useSession } from '../shell/session.ts';
import { useListableTeams } from '../shell/use-teams.ts';
import { TeamFilter } from '../shell/team-filter.tsx';
import { SavedViews } from '../views/saved-views.tsx';
import { PageBulk } from './page-bulk.tsx';
import { PageRow } from './page-row.tsx';
import { buildPageListQuery, type EventType } from './rules.ts';
import { parsePageSearch, type PageSearch } from './search.ts';

const { pages } = words;
const quiet = ['scope', 'team', 'q'];

/** The booking pages of the reader, of a team, or of everyone. */
export function PageList() {
  const search = useSearch({ from: '/pages/' });
  const list = usePages('listEventTypes', buildListInput(search));
  const items = list.items ?? [];
  const selection = useListSelection(items.map(({ uuid }) => uuid));
  return (
    <ListPage
      title={pages.title}
      actions={
        <Link className="btn main small" to="/pages/new">
          <Icon name="plus" />
          {pages.create}
        </Link>
      }
      views={<SavedViews list="event_types" search={search} quiet={quiet} />}
      tools={<Tools search={search} />}
      bulk={selection.isActive && <PageBulk selection={selection} pages={items} />}
      label={pages.list}
      list={list}
      empty={<NoPages search={search} />}
      count={pages.count}
    >
      {(found) => (
        <Rows
          pages={found}
          mayMove={search.q === undefined && search.state === undefined}
          selection={selection}
        />
      )}
    </ListPage>
  );
}

interface RowsProps {
  readonly pages: readonly EventType[];
  /** Not among those that were searched for: between them may be others. */
  readonly mayMove: boolean;
  readonly selection: ListSelection;
}

/** In the order in which visitors see them. A page moves among those of its owner. */
function Rows({ pages: found, mayMove, selection }: RowsProps) {
  const { slug } = useSession();
  const mayManage = useCanManage();
  const move = useChange('moveEventType');
  const { shown, setIds } = useOrder(found, ({ uuid }) => uuid);
  const sort = useSortable({
    items: shown.map(({ uuid, title, profile }) => {
      const isFixed = !mayManage && profile.type === 'User' && profile.slug !== slug;
      return { id: uuid, name: title, group: isFixed ? uuid : profile.slug };
    }),
    isOff: !mayMove,
    onMove: (from, to) => {
      const order = moveTo(shown, from, to);
      const [before, moved] = [order[to - 1], order[to]];
      if (!moved) return;
      const after = before?.profile.slug === moved.profile.slug ? before.uuid : null;
      setIds(order.map(({ uuid }) => uuid));
      move.mutate(
        { params: { uuid: moved.uuid }, body: { after } },
        {
          onSettled: () => setIds(undefined),
          onError: (error) => showToast(formatError(error), { isError: true }),
        },
      );
    },
  });
  return (
    <>
      <ul ref={sort.setList} className="agenda pages">
        {shown.map((page, index) => (
          <PageRow key={page.uuid} page={page} selection={selection} sort={sort} index={index} />
        ))}
      </ul>
      {sort.status}
    </>
  );
}

export const prefetch: Prefetch = ({ search }) =>
  prefetchPages('listEventTypes', buildListInput(parsePageSearch(search)));

const buildListInput = (search: PageSearch) => ({
  query: {
    ...buildPageListQuery(search),
    sort: 'position' as const,
    includePrice: 'true' as const,
    count: 50,
  },
});

/** Own pages, those of a team, and for owners and admins those of everyone. */
function Tools({ search }: { readonly search: PageSearch }) {
  const set = useAddress<PageSearch>();
  const mayManage = useCanManage();
  const teams = useListableTeams();
  const users = useQuery({
    ...buildQuery('listUsers', { query: { per_page: 100 } }),
    enabled: mayManage,
  }).data;
  return (
    <>
      <TeamFilter {...search} />
      <SearchBox label={pages.find} value={search.q ?? ''} onChange={(q) => set({ q })} />
      <Filters
        search={search}
        fields={[
          buildStateField(),
          ...(teams.length > 0
            ? [
                {
                  id: 'team',
                  label: words.filters.team,
                  icon: 'guests' as const,
                  kind: 'pick' as const,
                  choices: teams.map(({ slug, title }) => ({ value: slug, label: title })),
                },
              ]
            : []),
          ...(mayManage
            ? [
                {
                  id: 'user',
                  label: pages.of,
                  icon: 'person' as const,
                  kind: 'pick' as const,
                  choices: (users?.items ?? []).map(({ slug, name }) => ({ value: slug, label: name })),
                },
              ]
            : []),
        ]}
      />
    </>
  );
}

function NoPages({ search }: { readonly search: PageSearch & ViewSearch }) {
  const set = useAddress<PageSearch & ViewSearch>();
  if (isFiltered({ ...search }, ['scope', 'team', 'saved'])) {
    return (
      <NoMatch onClear={() => set({ q: undefined, state: undefined, user: undefined, saved: undefined })} />
    );
  }
  return (
    <Empty icon="pages" title={pages.none} hint={pages.noneHint}>
      <Link className="btn main" to="/pages/new">
        {pages.create}
      </Link>
    </Empty>
  );
}
