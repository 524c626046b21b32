import { Link, Outlet, useParams } from '@tanstack/react-router';
import { BulkActions } from '../kit/bulk-actions.tsx';
import { Icon } from '../kit/icon.tsx';
import { ListView } from '../kit/list-page.tsx';
import { PickAll, PickCell, useListSelection, type ListSelection } from '../kit/list-selection.tsx';
import { Empty } from '../kit/states.tsx';
import { buildSwitchActions } from '../kit/switch-actions.ts';
import type { Prefetch } from '../platform/lazy-page.ts';
import { prefetchPages, usePages } from '../platform/pages.ts';
import { api } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';
import { useCanManage } from '../shell/session.ts';
import type { Agent } from './rules.ts';
import { Section } from './section.tsx';

const listInput = { query: { count: 50 } };

export const prefetch: Prefetch = () => prefetchPages('listAgents', listInput);

/** The agents of the workspace, and the one that is edited beside them. */
export function Agents() {
  const { uuid } = useParams({ strict: false });
  const mayManage = useCanManage();
  const list = usePages('listAgents', listInput);
  const items = list.items ?? [];
  const selection = useListSelection(items.map((agent) => agent.uuid));
  return (
    <Section
      current="/calls/agents"
      actions={
        mayManage ? (
          <Link className="btn main" to="/calls/agents/$uuid" params={{ uuid: 'new' }}>
            <Icon name="plus" />
            {words.calls.newAgent}
          </Link>
        ) : (
          <span className="muted small">{words.calls.adminsOnly}</span>
        )
      }
    >
      <ListView
        label={words.calls.agents}
        bulk={
          selection.isActive && (
            <BulkActions
              selection={selection}
              items={items}
              id={(agent) => agent.uuid}
              name={({ name }) => name}
              tags={['Agents', 'Outbound calls']}
              actions={buildSwitchActions<Agent>({
                isActive: ({ isEnabled }) => isEnabled,
                activate: (agent, isEnabled) =>
                  api.updateAgent({ params: { uuid: agent.uuid }, body: { isEnabled } }),
                remove: (agent) => api.deleteAgent({ params: { uuid: agent.uuid } }),
                removeHint: words.bulk.removeHint,
                whyNot: mayManage ? undefined : words.calls.adminsOnly,
              })}
            />
          )
        }
        list={list}
        empty={
          <Empty icon="calls" title={words.calls.noAgents} hint={words.calls.noAgentsHint}>
            {mayManage && (
              <Link className="btn main" to="/calls/agents/$uuid" params={{ uuid: 'new' }}>
                {words.calls.newAgent}
              </Link>
            )}
          </Empty>
        }
        count={words.calls.agentCount}
        panel={<Outlet />}
        hasPanel={uuid !== undefined}
      >
        {(agents) => <Table agents={agents} selection={selection} />}
      </ListView>
    </Section>
  );
}

interface TableProps {
  readonly agents: readonly Agent[];
  readonly selection: ListSelection;
}

function Table({ agents, selection }: TableProps) {
  const providers: Readonly<Record<string, string>> = words.calls.providers;
  return (
    <table className="table">
      <thead>
        <tr>
          <PickAll selection={selection} />
          <th>{words.calls.name}</th>
          <th>{words.calls.status}</th>
          <th className="wide">{words.calls.callsFrom}</th>
          <th className="wide">{words.calls.provider}</th>
          <th className="wide">{words.calls.hours}</th>
        </tr>
      </thead>
      <tbody>
        {agents.map((agent) => {
          const isActive = agent.isPublished && agent.isEnabled;
          return (
            <tr key={agent.uuid} className={isActive ? '' : 'past'}>
              <PickCell id={agent.uuid} name={agent.name} selection={selection} />
              <th scope="row" className="cut">
                <Link
                  className="whole"
                  id={`agent-${agent.uuid}`}
                  to="/calls/agents/$uuid"
                  params={{ uuid: agent.uuid }}
                >
                  {agent.name}
                </Link>
              </th>
              <td>
                <span className="tag" data-color={isActive ? 'success' : 'gray'}>
                  <i />
                  {isActive ? words.calls.active : words.calls.inactive}
                </span>
              </td>
              <td className="wide mono">{agent.phoneNumber ?? '–'}</td>
              <td className="wide muted">{providers[agent.provider] ?? agent.provider}</td>
              <td className="wide muted">
                {agent.callingHours ? words.calls.someTimes : words.calls.anyTime}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
