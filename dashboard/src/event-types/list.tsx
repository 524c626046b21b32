import { interpolate } from '@daybook/booking/locale';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { CopyButton } from '../kit/copy-button.tsx';
import { Switch } from '../kit/field.tsx';
import { Icon } from '../kit/icon.tsx';
import { ListPage } from '../kit/list-page.tsx';
import { moveTo } from '../kit/sortable.rules.ts';
import { SortHandle, useOrder, useSortable, type Sortable } from '../kit/sortable.tsx';
import { SearchBox } from '../kit/search-box.tsx';
import { Empty } from '../kit/states.tsx';
import { showToast } from '../kit/toasts.tsx';
import { formatError } from '../platform/error-text.ts';
import { useAddress } from '../platform/address.ts';
import type { Prefetch } from '../platform/lazy-page.ts';
import { prefetchPages, usePages } from '../platform/pages.ts';
import { buildQuery, useChange } from '../platform/query.ts';
import { formatDuration } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import { useCanManage, useSession } from '../shell/session.ts';
import { getPath, type EventType } from './rules.ts';
import { parsePageSearch, type PageSearch } from './search.ts';

const { pages } = words;

/** The booking pages of the reader, of a team, or of everyone. */
export function PageList() {
  const search = useSearch({ from: '/pages/' });
  const set = useAddress<PageSearch>();
  const list = usePages('listEventTypes', buildListInput(search));
  return (
    <ListPage
      title={pages.title}
      actions={
        <Link className="btn main small" to="/pages/new">
          <Icon name="plus" />
          {pages.create}
        </Link>
      }
      tools={
        <>
          <Whose search={search} />
          <span className="grow" />
          <SearchBox label={pages.find} value={search.q ?? ''} onChange={(q) => set({ q })} />
        </>
      }
      label={pages.list}
      list={list}
      empty={<NoPages isSearched={search.q !== undefined} />}
      count={pages.count}
    >
      {(found) => <Rows pages={found} mayMove={search.q === undefined} />}
    </ListPage>
  );
}

interface RowsProps {
  readonly pages: readonly EventType[];
  /** Not among those that were searched for: between them may be others. */
  readonly mayMove: boolean;
}

/** In the order in which visitors see them. A page moves among those of its owner. */
function Rows({ pages: found, mayMove }: RowsProps) {
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
          <Row key={page.uuid} page={page} sort={sort} index={index} />
        ))}
      </ul>
      {sort.status}
    </>
  );
}

export const prefetch: Prefetch = ({ search }) =>
  prefetchPages('listEventTypes', buildListInput(parsePageSearch(search)));

function buildListInput({ user, team, scope, q }: PageSearch) {
  return {
    query: {
      ...(user && { userSlug: user }),
      ...(team && { teamSlug: team }),
      ...(scope && { scope }),
      ...(q && { search: q }),
      sort: 'position' as const,
      count: 50,
    },
  };
}

/** Own pages, those of the reader's teams, and for owners and admins those of everyone. */
function Whose({ search }: { readonly search: PageSearch }) {
  const navigate = useNavigate({ from: '/pages' });
  const { slug } = useSession();
  const mayManage = useCanManage();
  const teams = useQuery(buildQuery('listTeams', { query: { count: 100 } })).data?.items ?? [];
  const users = useQuery({
    ...buildQuery('listUsers', { query: { per_page: 100 } }),
    enabled: mayManage,
  }).data;
  const tabs: { label: string; whose: PageSearch }[] = [
    { label: pages.mine, whose: {} },
    ...(mayManage ? [{ label: pages.everyone, whose: { scope: 'all' } as const }] : []),
    ...teams.map((team) => ({ label: team.title, whose: { team: team.slug } })),
  ];
  const isShown = ({ scope, team }: PageSearch): boolean =>
    search.scope === scope && search.team === team && search.user === undefined;
  return (
    <>
      <nav className="tabs" aria-label={pages.of}>
        {tabs.map(({ label, whose }) => (
          <Link
            key={label}
            to="/pages"
            search={{ ...whose, ...(search.q && { q: search.q }) }}
            activeOptions={{ exact: true }}
            activeProps={{}}
            inactiveProps={{}}
            aria-current={isShown(whose) ? 'true' : undefined}
          >
            {label}
          </Link>
        ))}
      </nav>
      {mayManage && (
        <label className="of">
          <span className="hidden">{pages.of}</span>
          <select
            className="input"
            value={search.user ?? ''}
            onChange={({ target }) =>
              void navigate({ to: '/pages', search: target.value ? { user: target.value } : {} })
            }
          >
            <option value="">{pages.of} …</option>
            {(users?.items ?? [])
              .filter((each) => each.slug !== slug)
              .map((each) => (
                <option key={each.slug} value={each.slug}>
                  {each.name}
                </option>
              ))}
          </select>
        </label>
      )}
    </>
  );
}

function NoPages({ isSearched }: { readonly isSearched: boolean }) {
  if (isSearched) return <Empty title={pages.noMatch} hint={pages.noMatchHint} />;
  return (
    <Empty title={pages.none} hint={pages.noneHint}>
      <Link className="btn main" to="/pages/new">
        {pages.create}
      </Link>
    </Empty>
  );
}

interface RowProps {
  readonly page: EventType;
  readonly sort: Sortable;
  readonly index: number;
}

function Row({ page, sort, index }: RowProps) {
  const update = useChange('updateEventType');
  const activate = (isActive: boolean): void =>
    update.mutate(
      { params: { uuid: page.uuid }, body: { isActive } },
      { onSuccess: () => showToast(isActive ? pages.wasActivated : pages.wasDeactivated) },
    );
  const owner = [page.profile.firstName, page.profile.lastName].filter(Boolean).join(' ');
  const minutes = page.eventDurations.map((each) => formatDuration(each.minutes)).join(', ');
  return (
    <li className={page.isActive ? '' : 'past'} {...sort.getItem(index, true)}>
      <Link id={`page-${page.uuid}`} to="/pages/$uuid" params={{ uuid: page.uuid }}>
        <span className="bar-c" style={{ background: `#${page.color.replace('#', '')}` }} />
        <span className="grow cut">
          <b className="name">{page.title}</b>
          <br />
          <span className="muted small">{[minutes || formatDuration(page.duration), owner].join(', ')}</span>
        </span>
        <span className="tag" data-color="gray">
          {pages.types[page.type]}
        </span>
      </Link>
      <span className="row">
        <SortHandle sort={sort} index={index} />
        <CopyButton
          text={page.schedulingUrl}
          label={interpolate(pages.copyLink, { title: page.title })}
          icon="link"
          isSquare
        />
        <a
          className="btn quiet small square"
          href={getPath(page.schedulingUrl)}
          target="_blank"
          rel="noreferrer"
          aria-label={interpolate(pages.open, { title: page.title })}
          title={interpolate(pages.open, { title: page.title })}
        >
          <Icon name="open" />
        </a>
        <Switch
          label={interpolate(pages.active, { title: page.title })}
          isOn={update.isPending ? update.variables.body.isActive === true : page.isActive}
          onChange={activate}
          isLabelHidden
        />
      </span>
    </li>
  );
}
