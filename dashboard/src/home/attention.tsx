import { parseDay } from '@daybook/booking/calendar';
import { interpolate, pluralize } from '@daybook/booking/locale';
import { useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import { Icon } from '../kit/icon.tsx';
import { loadScript } from '../platform/load-script.ts';
import { buildQuery } from '../platform/query.ts';
import { start } from '../platform/start.ts';
import { formatShortDate } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import { formatMoment } from './moment.ts';
import { Repair } from './repair.tsx';
import { groupAttention, type AttentionGroup, type AttentionItem } from './rules.ts';

const text = words.attention;

const loadRequests = loadScript(() => import('../scheduled-events/requests.tsx'));
const Requests = lazy(async () => ({ default: (await loadRequests()).Requests }));

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
      <Icon name={kind === 'poll_open' ? 'polls' : 'warning'} />
      <span className="grow" style={{ flexBasis: 220 }}>
        <b>{interpolate(text.one[kind], { title, time: formatMoment(since) })}</b> <Detail item={item} />
      </span>
      <Repair item={item} />
    </li>
  );
}

/** Why, in the reader's language; then the error, in the words of the system that sent it. */
function Detail({ item }: { readonly item: AttentionItem }) {
  const error = item.reason === 'sign_in' ? null : item.error;
  return (
    <span className="muted">
      {explain(item)} {error && text.lastError} {error && <bdi lang="en">{error}</bdi>}
    </span>
  );
}

function explain({ kind, reason, count, dates, error }: AttentionItem): string {
  if (reason) return text.reasons[reason];
  if (kind === 'webhook_failing') return pluralize(start.words, text.failedDeliveries, count ?? 0);
  if (kind === 'calls_paused') return text.callAttempts;
  if (kind === 'calendar_unreadable') {
    const sentence = pluralize(start.words, text.unreadable, count ?? 0);
    return [sentence, dates.map((date) => formatShortDate(parseDay(date))).join(', ')]
      .filter(Boolean)
      .join(' ');
  }
  if (error) return '';
  if (kind === 'mail_failed') return text.mailRejected;
  return kind === 'effect_failed' || kind === 'job_failed' ? text.retriesFailed : '';
}
