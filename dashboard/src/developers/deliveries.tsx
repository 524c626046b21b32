import { interpolate, pluralize } from '@daybook/booking/locale';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { DateFields } from '../kit/date-fields.tsx';
import { SelectField } from '../kit/field.tsx';
import { ListView } from '../kit/list-page.tsx';
import { Moment } from '../kit/moment.tsx';
import { SearchBox } from '../kit/search-box.tsx';
import { Empty } from '../kit/states.tsx';
import { useAddress } from '../platform/address.ts';
import { useShortcut } from '../platform/commands.ts';
import { findNeighbor } from '../platform/neighbor.ts';
import { usePages } from '../platform/pages.ts';
import { buildQuery } from '../platform/query.ts';
import { start } from '../platform/start.ts';
import { startAfterDate, startOfDate } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import { formatAttemptAnswer, deliveryColors, buildDeliveryQuery, type Delivery } from './rules.ts';
import { deliveryTabs, type DeliverySearch } from './search.ts';
import { Spark } from './spark.tsx';

const from = '/developers/webhooks/$uuid/deliveries';
const busyMs = 4000;

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
      tools={<Filters uuid={uuid} search={search} items={items} />}
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
      {() => <Rows uuid={uuid} items={items} />}
    </ListView>
  );
}

function Kept() {
  const { data } = useQuery(buildQuery('readOrganization'));
  if (!data) return null;
  return <span>{pluralize(start.words, words.webhooks.kept, data.retention.deliveryDays)}</span>;
}

interface FiltersProps {
  readonly uuid: string;
  readonly search: DeliverySearch;
  readonly items: readonly Delivery[];
}

function Filters({ uuid, search, items }: FiltersProps) {
  const set = useAddress<DeliverySearch>();
  const { outcome, ...rest } = search;
  return (
    <>
      <nav className="seg" aria-label={words.webhooks.status}>
        {[undefined, ...deliveryTabs].map((status) => (
          <Link
            key={status ?? 'all'}
            to={from}
            params={{ uuid }}
            search={{ ...rest, ...(status && { outcome: status }) }}
            activeProps={{}}
            aria-current={outcome === status ? 'true' : undefined}
          >
            {status ? words.webhooks.tabs[status] : words.webhooks.all}
          </Link>
        ))}
      </nav>
      <div className="inline">
        <SelectField
          label={words.webhooks.event}
          name="event"
          value={search.event ?? ''}
          onChange={(event) => set({ event })}
          choices={[
            { value: '', label: words.developers.any },
            ...Object.keys(words.webhooks.meanings).map((event) => ({ value: event, label: event })),
          ]}
        />
        <DateFields from={search.from} to={search.to} onChange={set} />
      </div>
      <SearchBox label={words.webhooks.find} value={search.q ?? ''} onChange={(q) => set({ q })} />
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
  const isFiltered = Object.keys(search).length > 0;
  if (!isFiltered)
    return <Empty title={words.webhooks.noDeliveries} hint={words.webhooks.noDeliveriesHint} />;
  return (
    <Empty title={words.webhooks.noMatch} hint={words.webhooks.noMatchHint}>
      <Link className="btn" to={from} params={{ uuid }} search={{}}>
        {words.webhooks.clear}
      </Link>
    </Empty>
  );
}

interface RowsProps {
  readonly uuid: string;
  readonly items: readonly Delivery[];
}

function Rows({ uuid, items }: RowsProps) {
  return (
    <table className="table lines-between">
      <thead>
        <tr>
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
          <Row key={delivery.id} uuid={uuid} delivery={delivery} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ uuid, delivery }: { readonly uuid: string; readonly delivery: Delivery }) {
  const { id, event, status, attempts, createdAt } = delivery;
  const last = attempts.at(-1);
  return (
    <tr>
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
