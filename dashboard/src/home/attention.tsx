import { interpolate, pluralize } from '@daybook/booking/locale';
import { useQuery } from '@tanstack/react-query';
import { Icon } from '../kit/icon.tsx';
import { buildQuery } from '../platform/query.ts';
import { start } from '../platform/start.ts';
import { words } from '../platform/words/words.ts';
import { Requests } from '../scheduled-events/requests.tsx';
import { formatMoment } from './moment.ts';
import { Repair } from './repair.tsx';
import { groupAttention, type AttentionGroup, type AttentionItem } from './rules.ts';

const text = words.attention;

/** What waits for an answer and what went wrong, each with what to do about it. */
export function AttentionCard({ items }: { readonly items: readonly AttentionItem[] }) {
  const groups = groupAttention(items).filter(({ kind }) => kind !== 'request_open');
  return (
    <>
      {items.some(({ kind }) => kind === 'request_open') && <OpenRequests />}
      {groups.length > 0 && (
        <section className="card" aria-labelledby="attention">
          <header>
            <h2 id="attention">{text.title}</h2>
          </header>
          <ul className="rows">
            {groups.map((group) =>
              group.isFolded ? (
                <FoldedGroup key={group.kind} group={group} />
              ) : (
                group.items.map((item) => <AttentionLine key={`${item.kind} ${item.id}`} item={item} />)
              ),
            )}
          </ul>
        </section>
      )}
    </>
  );
}

/** Hosts confirm or decline them right here. */
function OpenRequests() {
  const { data } = useQuery(buildQuery('listBookingRequests', { query: { count: 20 } }));
  return data && data.items.length > 0 ? <Requests requests={data.items} /> : null;
}

/** One line that opens. */
function FoldedGroup({ group: { kind, items, isCut } }: { readonly group: AttentionGroup }) {
  const n = items.length;
  const sentence = pluralize(start.words, text.many[kind], n);
  const counted = isCut ? sentence.replace(String(n), interpolate(text.atLeast, { n })) : sentence;
  return (
    <li>
      <details className="more-fields grow">
        <summary>
          <b>{counted}</b>
        </summary>
        <ul className="rows">
          {items.map((item) => (
            <AttentionLine key={item.id} item={item} />
          ))}
        </ul>
      </details>
    </li>
  );
}

function AttentionLine({ item }: { readonly item: AttentionItem }) {
  const { kind, title, since } = item;
  return (
    <li className="wrap">
      <Icon name={kind === 'poll_open' ? 'forms' : 'warning'} />
      <span className="grow" style={{ flexBasis: 220 }}>
        <b>{interpolate(text.one[kind], { title, time: formatMoment(since) })}</b>{' '}
        {kind !== 'poll_open' && <span className="muted">{formatDetail(item)}</span>}
      </span>
      <Repair item={item} />
    </li>
  );
}

/** What the server says beside the sentence, in the reader's language where it is a count. */
function formatDetail({ kind, detail }: AttentionItem): string {
  const count = kind === 'webhook_failing' ? Number.parseInt(detail, 10) : Number.NaN;
  return Number.isNaN(count) ? detail : pluralize(start.words, text.failedDeliveries, count);
}
