import { interpolate, pluralize } from '@daybook/booking/locale';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { BulkActions } from '../kit/bulk-actions.tsx';
import { buildDateFields } from '../kit/date-filters.ts';
import { isFiltered } from '../kit/filters.rules.ts';
import { Filters } from '../kit/filters.tsx';
import { ListView } from '../kit/list-page.tsx';
import { PickAll, PickCell, useListSelection, type ListSelection } from '../kit/list-selection.tsx';
import { Moment } from '../kit/moment.tsx';
import { NoMatch } from '../kit/no-match.tsx';
import { SearchBox } from '../kit/search-box.tsx';
import { Empty } from '../kit/states.tsx';
import { useAddress } from '../platform/address.ts';
import { useShortcut } from '../platform/commands.ts';
import { findNeighbor } from '../platform/neighbor.ts';
import { usePages } from '../platform/pages.ts';
import { api, buildQuery } from '../platform/query.ts';
import { start } from '../platform/start.ts';
import { formatShortMoment, startAfterDate, startOfDate } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import { SavedViews } from '../views/saved-views.tsx';
import { formatAttemptAnswer, deliveryColors, buildDeliveryQuery, type Delivery } from './rules.ts';
import { deliveryTabs, type DeliverySearch } from './search.ts';
import { Spark } from './spark.tsx';

const from = '/developers/webhooks/$uuid/deliveries';
const busyMs = 4000;
const quiet = ['q'];

/** What a webhook sent, the newest first, and the one that is open beside. */
export function Deliveries() {
  const { uuid } = useParams({ from });
  const { id } = useParams({ strict: false });
  const search = useSearch({ from });
  const list = usePages(
    'listDeliveries',
    {
      params: { uuid },
      query: { ...buildDeliveryQuery(search, { startOfDate, startAfterDate }), count: 50 },
    },
    { everyMs: busyMs },
  );
  const items = list.items ?? [];
  const selection = useListSelection(items.map((item) => item.id));
  const navigate = useNavigate();
  const go = (step: 1 | -1) => () => {
    const next = findNeighbor(items, (item) => item.id === id, step);
    if (next) void navigate({ to: `${from}/$id`, params: { uuid, id: next.id }, search: true });
  };
  useShortcut('j', words.lists.next, go(1));
  useShortcut('k', words.lists.previous, go(-1));
  return (
    <ListView
      label={words.webhooks.deliveries}
      views={<SavedViews list="deliveries" search={search} quiet={quiet} />}
      tools={<Tools search={search} items={items} />}
      bulk={selection.isActive && <DeliveryBulk uuid={uuid} selection={selection} items={items} />}
      list={list}
      empty={<NoDeliveries uuid={uuid} search={search} />}
      count={words.webhooks.replayCount}
      foot={
        <>
          <Kept />
          <span className="faint by-keys">
            <kbd>J</kbd> <kbd>K</kbd> {words.webhooks.nextPrevious}
          </span>
        </>
      }
      skeletonRows={10}
      panel={<Outlet />}
      hasPanel={id !== undefined}
    >
      {() => <Rows uuid={uuid} items={items} selection={selection} />}
    </ListView>
  );
}

function Kept() {
  const { data } = useQuery(buildQuery('readOrganization'));
  if (!data) return null;
  return <span>{pluralize(start.words, words.webhooks.kept, data.retention.deliveryDays)}</span>;
}

interface ToolsProps {
  readonly search: DeliverySearch;
  readonly items: readonly Delivery[];
}

function Tools({ search, items }: ToolsProps) {
  const set = useAddress<DeliverySearch>();
  return (
    <>
      <SearchBox label={words.webhooks.find} value={search.q ?? ''} onChange={(q) => set({ q })} />
      <Filters
        search={search}
        fields={[
          {
            id: 'outcome',
            label: words.webhooks.status,
            icon: 'check',
            kind: 'choice',
            choices: deliveryTabs.map((value) => ({ value, label: words.webhooks.tabs[value] })),
          },
          {
            id: 'event',
            label: words.webhooks.event,
            icon: 'developers',
            kind: 'pick',
            choices: Object.keys(words.webhooks.meanings).map((event) => ({ value: event, label: event })),
          },
          ...buildDateFields(),
        ]}
      />
      <span className="grow" />
      <Spark deliveries={items} />
    </>
  );
}

interface NoDeliveriesProps {
  readonly uuid: string;
  readonly search: DeliverySearch;
}

function NoDeliveries({ uuid, search }: NoDeliveriesProps) {
  const navigate = useNavigate();
  if (isFiltered({ ...search }, ['saved'])) {
    return <NoMatch onClear={() => void navigate({ to: from, params: { uuid }, search: {} })} />;
  }
  return (
    <Empty icon="developers" title={words.webhooks.noDeliveries} hint={words.webhooks.noDeliveriesHint} />
  );
}

interface DeliveryBulkProps {
  readonly uuid: string;
  readonly selection: ListSelection;
  readonly items: readonly Delivery[];
}

function DeliveryBulk({ uuid, selection, items }: DeliveryBulkProps) {
  return (
    <BulkActions
      selection={selection}
      items={items}
      id={({ id }) => id}
      name={({ event, createdAt }) => `${event}, ${formatShortMoment(createdAt)}`}
      tags={['Webhooks']}
      actions={[
        {
          id: 'resend',
          label: words.bulk.resend,
          icon: 'again',
          done: words.bulk.wereResent,
          send: ({ id }) => api.retryDelivery({ params: { uuid, id } }),
        },
      ]}
    />
  );
}

function Rows({ uuid, items, selection }: DeliveryBulkProps) {
  return (
    <table className="table lines-between">
      <thead>
        <tr>
          <PickAll selection={selection} />
          <th>{words.webhooks.event}</th>
          <th>{words.webhooks.state}</th>
          <th className="wide">{words.webhooks.answer}</th>
          <th className="wide num">{words.webhooks.took}</th>
          <th>{words.developers.at}</th>
          <th className="wide num">{words.webhooks.attempts}</th>
        </tr>
      </thead>
      <tbody>
        {items.map((delivery) => (
          <Row key={delivery.id} uuid={uuid} delivery={delivery} selection={selection} />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps {
  readonly uuid: string;
  readonly delivery: Delivery;
  readonly selection: ListSelection;
}

function Row({ uuid, delivery, selection }: RowProps) {
  const { id, event, status, attempts, createdAt } = delivery;
  const last = attempts.at(-1);
  return (
    <tr>
      <PickCell id={id} name={`${event} ${formatShortMoment(createdAt)}`} selection={selection} />
      <th scope="row" className="mono">
        <Link
          className="whole"
          id={`delivery-${id}`}
          to={`${from}/$id`}
          params={{ uuid, id }}
          search
          activeOptions={{ includeSearch: false }}
        >
          {event}
        </Link>
      </th>
      <td>
        <span className="tag" data-color={deliveryColors[status]}>
          <i />
          {words.webhooks.statuses[status]}
        </span>
      </td>
      <td className="wide mono cut">{last ? formatAttemptAnswer(last) : '–'}</td>
      <td className="wide mono num">
        {last ? interpolate(words.webhooks.milliseconds, { n: last.totalMs }) : '–'}
      </td>
      <td className="mono muted">
        <Moment at={createdAt} />
      </td>
      <td className="wide num">{attempts.length}</td>
    </tr>
  );
}
