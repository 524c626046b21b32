import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { buildQuery } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';
import type { WebhookEvent } from './rules.ts';

/** Everything that a webhook can subscribe to, and what this one does. */
export function EventCatalogue() {
  const { uuid } = useParams({ from: '/developers/webhooks/$uuid/events' });
  const { data: webhook } = useSuspenseQuery(buildQuery('readWebhook', { params: { uuid } }));
  return (
    <section className="list" aria-label={words.webhooks.catalogue} tabIndex={0}>
      <table className="table">
        <thead>
          <tr>
            <th>{words.webhooks.event}</th>
            <th>{words.webhooks.description}</th>
            <th>{words.webhooks.state}</th>
          </tr>
        </thead>
        <tbody>
          {(Object.keys(words.webhooks.meanings) as WebhookEvent[]).map((event) => (
            <tr key={event}>
              <th scope="row" className="mono">
                {event}
              </th>
              <td className="text">{words.webhooks.meanings[event]}</td>
              <td>
                {webhook.events.includes(event) && (
                  <span className="tag" data-color="success">
                    <i />
                    {words.webhooks.subscribed}
                  </span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
