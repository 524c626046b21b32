import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useMatch, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { BulkActions } from '../kit/bulk-actions.tsx';
import { buildDateFields } from '../kit/date-filters.ts';
import { isFiltered } from '../kit/filters.rules.ts';
import { Filters } from '../kit/filters.tsx';
import { Icon } from '../kit/icon.tsx';
import { ListView } from '../kit/list-page.tsx';
import { PickAll, PickCell, useListSelection, type ListSelection } from '../kit/list-selection.tsx';
import { Moment } from '../kit/moment.tsx';
import { NoMatch } from '../kit/no-match.tsx';
import { SearchBox } from '../kit/search-box.tsx';
import { Empty } from '../kit/states.tsx';
import { useShortcut } from '../platform/commands.ts';
import { findNeighbor } from '../platform/neighbor.ts';
import { useAddress } from '../platform/address.ts';
import type { Prefetch } from '../platform/lazy-page.ts';
import { prefetchPages, usePages } from '../platform/pages.ts';
import { api, buildQuery } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';
import { SavedViews } from '../views/saved-views.tsx';
import { buildCallQuery, getCallResult, statusColors, type Call } from './rules.ts';
import { parseCallSearch, statuses, type CallSearch } from './search.ts';
import { Section } from './section.tsx';
import { startAfterDate, startOfDate } from '../platform/time.ts';

const everyMs = 5000;
const quiet = ['q'];

export const prefetch: Prefetch = ({ search }) =>
  prefetchPages('listAllOutboundCalls', buildListInput(parseCallSearch(search)));

const buildListInput = (search: CallSearch) => ({
  query: { ...buildCallQuery(search, { startOfDate, startAfterDate }), count: 50 },
});

/** The calls of all agents, the newest first, and the one that is open beside. */
export function CallList() {
  const search = useSearch({ from: '/calls' });
  const { agentUuid, id } = useParams({ strict: false });
  const isNew = useMatch({ from: '/calls/new', shouldThrow: false }) !== undefined;
  const list = usePages('listAllOutboundCalls', buildListInput(search), { everyMs });
  const items = list.items ?? [];
  const selection = useListSelection(items.map((call) => call.id));
  const navigate = useNavigate();
  const go = (step: 1 | -1) => () => {
    const next = findNeighbor(items, (call) => call.id === id, step);
    if (next) {
      void navigate({
        to: '/calls/$agentUuid/$id',
        params: { agentUuid: next.agentId, id: next.id },
        search: true,
      });
    }
  };
  useShortcut('j', words.lists.next, go(1));
  useShortcut('k', words.lists.previous, go(-1));
  return (
    <Section
      current="/calls"
      actions={
        <Link className="btn main" to="/calls/new" search>
          <Icon name="plus" />
          {words.calls.place}
        </Link>
      }
    >
      <ListView
        label={words.calls.list}
        views={<SavedViews list="outbound_calls" search={search} quiet={quiet} />}
        tools={<Tools search={search} />}
        bulk={selection.isActive && <CallBulk selection={selection} calls={items} />}
        list={list}
        empty={<NoCalls search={search} />}
        count={words.calls.count}
        skeletonRows={8}
        panel={<Outlet />}
        hasPanel={agentUuid !== undefined || isNew}
      >
        {(calls) => <Table calls={calls} selection={selection} />}
      </ListView>
    </Section>
  );
}

interface CallBulkProps {
  readonly selection: ListSelection;
  readonly calls: readonly Call[];
}

function CallBulk({ selection, calls }: CallBulkProps) {
  return (
    <BulkActions
      selection={selection}
      items={calls}
      id={({ id }) => id}
      name={({ fullName }) => fullName}
      tags={['Outbound calls']}
      actions={[
        {
          id: 'cancel',
          label: words.bulk.cancel,
          icon: 'close',
          isDanger: true,
          done: words.bulk.wereCanceled,
          send: ({ agentId, id }) => api.cancelOutboundCall({ params: { agentUuid: agentId, id } }),
          confirm: { title: words.bulk.cancelTitle, hint: words.bulk.removeHint },
        },
      ]}
    />
  );
}

function NoCalls({ search }: { readonly search: CallSearch }) {
  const navigate = useNavigate();
  if (isFiltered({ ...search }, ['saved'])) {
    return <NoMatch onClear={() => void navigate({ to: '/calls', search: {} })} />;
  }
  return (
    <Empty icon="calls" title={words.calls.none} hint={words.calls.noneHint}>
      <Link className="btn main" to="/calls/new" search>
        {words.calls.place}
      </Link>
    </Empty>
  );
}

function Tools({ search }: { readonly search: CallSearch }) {
  const set = useAddress<CallSearch>();
  const agents = useQuery(buildQuery('listAgents', { query: { count: 100 } })).data?.items ?? [];
  return (
    <>
      <SearchBox label={words.calls.find} value={search.q ?? ''} onChange={(q) => set({ q })} />
      <Filters
        search={search}
        fields={[
          {
            id: 'state',
            label: words.calls.status,
            icon: 'check',
            kind: 'choice',
            choices: statuses.map((value) => ({ value, label: words.calls.tabs[value] })),
          },
          {
            id: 'agent',
            label: words.calls.agent,
            icon: 'calls',
            kind: 'pick',
            choices: agents.map(({ uuid, name }) => ({ value: uuid, label: name })),
          },
          ...buildDateFields(),
        ]}
      />
    </>
  );
}

function Table({ calls, selection }: CallBulkProps) {
  const agents = useQuery(buildQuery('listAgents', { query: { count: 100 } })).data?.items ?? [];
  const names = new Map(agents.map(({ uuid, name }) => [uuid, name]));
  return (
    <table className="table">
      <thead>
        <tr>
          <PickAll selection={selection} />
          <th>{words.calls.who}</th>
          <th className="wide">{words.calls.phone}</th>
          <th>{words.calls.status}</th>
          <th className="wide">{words.calls.outcome}</th>
          <th className="wide wider">{words.calls.agent}</th>
          <th className="wide wider num">{words.calls.attempts}</th>
          <th>{words.calls.at}</th>
        </tr>
      </thead>
      <tbody>
        {calls.map((call) => (
          <tr key={call.id}>
            <PickCell id={call.id} name={call.fullName} selection={selection} />
            <th scope="row" className="cut">
              <Link
                className="whole"
                id={`call-${call.id}`}
                to="/calls/$agentUuid/$id"
                params={{ agentUuid: call.agentId, id: call.id }}
                search
                activeOptions={{ includeSearch: false }}
              >
                {call.fullName}
              </Link>
            </th>
            <td className="wide mono">
              <bdi dir="ltr">{call.phoneNumber}</bdi>
            </td>
            <td>
              <span className="tag" data-color={statusColors[call.status]}>
                <i />
                {words.calls.statuses[call.status]}
              </span>
            </td>
            <td className="wide muted">{call.callLog ? words.calls.results[getCallResult(call)] : '–'}</td>
            <td className="wide wider muted cut">{names.get(call.agentId) ?? '–'}</td>
            <td className="wide wider num">{call.retryLogs.length}</td>
            <td className="muted">
              <Moment at={call.triggeredAt ?? call.createdAt} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
