import { interpolate } from '@daybook/booking/locale';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { CopyButton } from '../kit/copy-button.tsx';
import { Switch } from '../kit/field.tsx';
import { isFiltered } from '../kit/filters.rules.ts';
import { Filters } from '../kit/filters.tsx';
import { Icon } from '../kit/icon.tsx';
import { ListPage } from '../kit/list-page.tsx';
import { PickBox, useListSelection, type ListSelection } from '../kit/list-selection.tsx';
import { NoMatch } from '../kit/no-match.tsx';
import { SearchBox } from '../kit/search-box.tsx';
import { buildStateField } from '../kit/state-field.ts';
import { Empty } from '../kit/states.tsx';
import { showToast } from '../kit/toasts.tsx';
import { useAddress, type ViewSearch } from '../platform/address.ts';
import { formatMoney } from '../platform/numbers.ts';
import type { Prefetch } from '../platform/lazy-page.ts';
import { prefetchPages, usePages } from '../platform/pages.ts';
import { buildQuery, useChange } from '../platform/query.ts';
import { formatDuration } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import { useCanManage } from '../shell/session.ts';
import { useListableTeams } from '../shell/use-teams.ts';
import { TeamFilter } from '../shell/team-filter.tsx';
import { SavedViews } from '../views/saved-views.tsx';
import { PageBulk } from './page-bulk.tsx';
import { buildPageListQuery, getPath, type EventType } from './rules.ts';
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
        <ul className="agenda pages">
          {found.map((page) => (
            <Row key={page.uuid} page={page} selection={selection} />
          ))}
        </ul>
      )}
    </ListPage>
  );
}

export const prefetch: Prefetch = ({ search }) =>
  prefetchPages('listEventTypes', buildListInput(parsePageSearch(search)));

const buildListInput = (search: PageSearch) => ({
  query: { ...buildPageListQuery(search), includePrice: 'true' as const, count: 50 },
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

/** What a booking costs; nothing is said about free pages. */
function formatPrice({ price, currency }: EventType): string | undefined {
  return price && currency ? formatMoney(Number(price), { currency }) : undefined;
}

interface RowProps {
  readonly page: EventType;
  readonly selection: ListSelection;
}

function Row({ page, selection }: RowProps) {
  const update = useChange('updateEventType');
  const activate = (isActive: boolean): void =>
    update.mutate(
      { params: { uuid: page.uuid }, body: { isActive } },
      { onSuccess: () => showToast(isActive ? pages.wasActivated : pages.wasDeactivated) },
    );
  const owner = [page.profile.firstName, page.profile.lastName].filter(Boolean).join(' ');
  const minutes = page.eventDurations.map((each) => formatDuration(each.minutes)).join(', ');
  return (
    <li className={page.isActive ? '' : 'past'}>
      <Link id={`page-${page.uuid}`} to="/pages/$uuid" params={{ uuid: page.uuid }}>
        <span className="bar-c" style={{ background: `#${page.color.replace('#', '')}` }} />
        <span className="grow cut">
          <b className="name">{page.title}</b>
          <br />
          <span className="muted small">
            {[minutes || formatDuration(page.duration), formatPrice(page), owner].filter(Boolean).join(', ')}
          </span>
        </span>
        <span className="tag" data-color="gray">
          {pages.types[page.type]}
        </span>
      </Link>
      <PickBox
        id={page.uuid}
        name={page.title}
        isPicked={selection.ids.includes(page.uuid)}
        onPick={selection.pick}
      />
      <span className="row">
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
