import { pluralize } from '@daybook/booking/locale';
import { Link, Outlet, useMatch, useSearch } from '@tanstack/react-router';
import { BulkActions } from '../kit/bulk-actions.tsx';
import { Icon } from '../kit/icon.tsx';
import { ListView } from '../kit/list-page.tsx';
import { PickAll, PickCell, useListSelection, type ListSelection } from '../kit/list-selection.tsx';
import { Empty } from '../kit/states.tsx';
import { buildSwitchActions } from '../kit/switch-actions.ts';
import { parseEveryone, type EveryoneSearch } from '../platform/address.ts';
import type { Prefetch } from '../platform/lazy-page.ts';
import { prefetchPages, usePages } from '../platform/pages.ts';
import { api } from '../platform/query.ts';
import { start } from '../platform/start.ts';
import { words } from '../platform/words/words.ts';
import { getWebhookTitle, type Webhook } from './rules.ts';
import { Section } from './section.tsx';
import { StateTag } from './state-tag.tsx';
import { EveryoneFilter } from '../shell/everyone-filter.tsx';
import { useCanManage } from '../shell/session.ts';

export const prefetch: Prefetch = ({ search }) =>
  prefetchPages('listWebhooks', buildListInput(parseEveryone(search).scope));

const buildListInput = (scope: EveryoneSearch['scope']) => ({
  query: { ...(scope && { scope }), count: 50 },
});

/** Every webhook with its state; each opens its deliveries. */
export function Webhooks() {
  const { scope } = useSearch({ from: '/developers/webhooks' });
  const isNew = useMatch({ from: '/developers/webhooks/new', shouldThrow: false }) !== undefined;
  const mayManage = useCanManage();
  const list = usePages('listWebhooks', buildListInput(scope));
  const items = list.items ?? [];
  const selection = useListSelection(items.map(({ uuid }) => uuid));
  return (
    <Section
      actions={
        <Link className="btn main" to="/developers/webhooks/new" search>
          <Icon name="plus" />
          {words.webhooks.create}
        </Link>
      }
    >
      <ListView
        label={words.webhooks.list}
        tools={mayManage && <EveryoneFilter {...(scope && { scope })} />}
        bulk={
          selection.isActive && (
            <BulkActions
              selection={selection}
              items={items}
              id={({ uuid }) => uuid}
              name={getWebhookTitle}
              tags={['Webhooks']}
              actions={buildSwitchActions<Webhook>({
                isActive: ({ isActive }) => isActive,
                activate: ({ uuid }, isActive) => api.changeWebhook({ params: { uuid }, body: { isActive } }),
                remove: ({ uuid }) => api.deleteWebhook({ params: { uuid } }),
                removeHint: words.bulk.removeHints.webhooks,
              })}
            />
          )
        }
        list={list}
        empty={
          <Empty icon="developers" title={words.webhooks.none} hint={words.webhooks.noneHint}>
            <Link className="btn main" to="/developers/webhooks/new" search>
              {words.webhooks.create}
            </Link>
          </Empty>
        }
        count={words.webhooks.count}
        panel={<Outlet />}
        hasPanel={isNew}
      >
        {(webhooks) => <Table webhooks={webhooks} selection={selection} />}
      </ListView>
    </Section>
  );
}

interface TableProps {
  readonly webhooks: readonly Webhook[];
  readonly selection: ListSelection;
}

function Table({ webhooks, selection }: TableProps) {
  return (
    <table className="table">
      <thead>
        <tr>
          <PickAll selection={selection} />
          <th>{words.webhooks.name}</th>
          <th className="wide">{words.webhooks.address}</th>
          <th>{words.webhooks.state}</th>
          <th className="wide">{words.webhooks.events}</th>
          <th className="wide wider">{words.webhooks.owner}</th>
        </tr>
      </thead>
      <tbody>
        {webhooks.map((webhook) => (
          <tr key={webhook.uuid} className={webhook.isActive ? '' : 'past'}>
            <PickCell id={webhook.uuid} name={getWebhookTitle(webhook)} selection={selection} />
            <th scope="row">
              <Link
                className="whole"
                to="/developers/webhooks/$uuid/deliveries"
                params={{ uuid: webhook.uuid }}
              >
                {getWebhookTitle(webhook)}
              </Link>
            </th>
            <td className="wide mono muted cut">{webhook.callbackUrl}</td>
            <td>
              <StateTag state={webhook.state} failingSince={webhook.failingSince} />
            </td>
            <td className="wide" title={webhook.events.join(', ')}>
              {pluralize(start.words, words.webhooks.eventCount, webhook.events.length)}
            </td>
            <td className="wide wider muted">
              {`${webhook.creator.firstName} ${webhook.creator.lastName}`.trim()}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
