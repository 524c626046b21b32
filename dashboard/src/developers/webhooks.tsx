import { pluralize } from '@daybook/booking/locale';
import { Link, Outlet, useMatch, useSearch } from '@tanstack/react-router';
import { Icon } from '../kit/icon.tsx';
import { ListView } from '../kit/list-page.tsx';
import { Empty } from '../kit/states.tsx';
import { parseEveryone, type EveryoneSearch } from '../platform/address.ts';
import type { Prefetch } from '../platform/lazy-page.ts';
import { prefetchPages, usePages } from '../platform/pages.ts';
import { start } from '../platform/start.ts';
import { words } from '../platform/words/words.ts';
import { getWebhookTitle, type Webhook } from './rules.ts';
import { Section } from './section.tsx';
import { StateTag } from './state-tag.tsx';
import { EveryoneSwitch } from '../shell/everyone-switch.tsx';

export const prefetch: Prefetch = ({ search }) =>
  prefetchPages('listWebhooks', buildListInput(parseEveryone(search).scope));

const buildListInput = (scope: EveryoneSearch['scope']) => ({
  query: { ...(scope && { scope }), count: 50 },
});

/** Every webhook with its state; each opens its deliveries. */
export function Webhooks() {
  const { scope } = useSearch({ from: '/developers/webhooks' });
  const isNew = useMatch({ from: '/developers/webhooks/new', shouldThrow: false }) !== undefined;
  const list = usePages('listWebhooks', buildListInput(scope));
  return (
    <Section
      actions={
        <>
          <EveryoneSwitch label={words.developers.ofEveryone} {...(scope && { scope })} />
          <Link className="btn main" to="/developers/webhooks/new" search>
            <Icon name="plus" />
            {words.webhooks.create}
          </Link>
        </>
      }
    >
      <ListView
        label={words.webhooks.list}
        list={list}
        empty={<Empty title={words.webhooks.none} hint={words.webhooks.noneHint} />}
        count={words.webhooks.count}
        panel={<Outlet />}
        hasPanel={isNew}
      >
        {(webhooks) => <Table webhooks={webhooks} />}
      </ListView>
    </Section>
  );
}

function Table({ webhooks }: { readonly webhooks: readonly Webhook[] }) {
  return (
    <table className="table">
      <thead>
        <tr>
          <th>{words.webhooks.name}</th>
          <th className="wide">{words.webhooks.address}</th>
          <th>{words.webhooks.state}</th>
          <th className="wide">{words.webhooks.events}</th>
          <th className="wide">{words.webhooks.owner}</th>
        </tr>
      </thead>
      <tbody>
        {webhooks.map((webhook) => (
          <tr key={webhook.uuid} className={webhook.isActive ? '' : 'past'}>
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
            <td className="wide muted">
              {`${webhook.creator.firstName} ${webhook.creator.lastName}`.trim()}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
