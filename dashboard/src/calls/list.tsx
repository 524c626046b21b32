import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useMatch, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { DateFields } from '../kit/date-fields.tsx';
import { SelectField } from '../kit/field.tsx';
import { Icon } from '../kit/icon.tsx';
import { ListView } from '../kit/list-page.tsx';
import { Moment } from '../kit/moment.tsx';
import { SearchBox } from '../kit/search-box.tsx';
import { Empty } from '../kit/states.tsx';
import { useShortcut } from '../platform/commands.ts';
import { findNeighbor } from '../platform/neighbor.ts';
import { useAddress } from '../platform/address.ts';
import type { Prefetch } from '../platform/lazy-page.ts';
import { prefetchPages, usePages } from '../platform/pages.ts';
import { buildQuery } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';
import { buildCallQuery, getCallResult, statusColors, type Call } from './rules.ts';
import { parseCallSearch, statuses, type CallSearch } from './search.ts';
import { Section } from './section.tsx';
import { startAfterDate, startOfDate } from '../platform/time.ts';

const everyMs = 5000;
const tabs = [undefined, ...statuses] as const;

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
        tools={<Filters search={search} />}
        list={list}
        empty={<NoCalls search={search} />}
        count={words.calls.count}
        skeletonRows={8}
        panel={<Outlet />}
        hasPanel={agentUuid !== undefined || isNew}
      >
        {(calls) => <Table calls={calls} />}
      </ListView>
    </Section>
  );
}

function NoCalls({ search }: { readonly search: CallSearch }) {
  if (Object.keys(search).length === 0) return <Empty title={words.calls.none} hint={words.calls.noneHint} />;
  return (
    <Empty title={words.calls.noMatch} hint={words.calls.noMatchHint}>
      <Link className="btn" to="/calls" search={{}}>
        {words.calls.clear}
      </Link>
    </Empty>
  );
}

function Filters({ search }: { readonly search: CallSearch }) {
  const set = useAddress<CallSearch>();
  const agents = useQuery(buildQuery('listAgents', { query: { count: 100 } })).data?.items ?? [];
  const { state, ...rest } = search;
  return (
    <>
      <nav className="seg" aria-label={words.calls.status}>
        {tabs.map((tab) => (
          <Link
            key={tab ?? 'all'}
            to="/calls"
            search={{ ...rest, ...(tab && { state: tab }) }}
            activeProps={{}}
            aria-current={state === tab ? 'true' : undefined}
          >
            {tab ? words.calls.tabs[tab] : words.calls.all}
          </Link>
        ))}
      </nav>
      <div className="inline">
        <SelectField
          label={words.calls.agent}
          name="agent"
          value={search.agent ?? ''}
          onChange={(agent) => set({ agent })}
          choices={[
            { value: '', label: words.calls.any },
            ...agents.map(({ uuid, name }) => ({ value: uuid, label: name })),
          ]}
        />
        <DateFields from={search.from} to={search.to} onChange={set} />
      </div>
      <SearchBox label={words.calls.find} value={search.q ?? ''} onChange={(q) => set({ q })} />
    </>
  );
}

function Table({ calls }: { readonly calls: readonly Call[] }) {
  const agents = useQuery(buildQuery('listAgents', { query: { count: 100 } })).data?.items ?? [];
  const names = new Map(agents.map(({ uuid, name }) => [uuid, name]));
  return (
    <table className="table">
      <thead>
        <tr>
          <th>{words.calls.who}</th>
          <th className="wide">{words.calls.phone}</th>
          <th>{words.calls.status}</th>
          <th className="wide">{words.calls.outcome}</th>
          <th className="wide">{words.calls.agent}</th>
          <th className="wide num">{words.calls.attempts}</th>
          <th>{words.calls.at}</th>
        </tr>
      </thead>
      <tbody>
        {calls.map((call) => (
          <tr key={call.id}>
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
            <td className="wide mono">{call.phoneNumber}</td>
            <td>
              <span className="tag" data-color={statusColors[call.status]}>
                <i />
                {words.calls.statuses[call.status]}
              </span>
            </td>
            <td className="wide muted">{call.callLog ? words.calls.results[getCallResult(call)] : '–'}</td>
            <td className="wide muted cut">{names.get(call.agentId) ?? '–'}</td>
            <td className="wide num">{call.retryLogs.length}</td>
            <td className="muted">
              <Moment at={call.triggeredAt ?? call.createdAt} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
