import type { Result } from '@daybook/client';
import { interpolate } from '@daybook/booking/locale';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from '@tanstack/react-router';
import { Icon, type IconName } from '../../kit/icon.tsx';
import { Empty, Problem, Skeleton } from '../../kit/states.tsx';
import { RichText } from '../../kit/rich-text.tsx';
import { api } from '../../platform/query.ts';
import { formatShortMoment } from '../../platform/time.ts';
import { words } from '../../platform/words/words.ts';
import { recordApi } from '../record-api.ts';
import { getRecordTitle, useObject, useUsers } from '../objects.ts';
import { findAttribute, type Attribute, type CrmObject } from '../rules.ts';
import { useTitles } from '../titles.ts';
import { isEmptyValue } from '../value-text.ts';
import { Value } from '../value.tsx';
import { PinnedNotes } from './notes.tsx';
import { TimelineFilters, type TimelineFilter } from './timeline-filters.tsx';

type Entry = Result<'readTimeline'>['items'][number];

interface TimelineProps {
  readonly object: CrmObject;
  readonly id: string;
}

const pageSize = 30;

/** What concerns a record, latest first: pinned notes on top, and of the rest what the filters let through. */
export function Timeline({ object, id }: TimelineProps) {
  const [filter, setFilter] = useState<TimelineFilter>({ kinds: [] });
  return (
    <>
      <PinnedNotes object={object} id={id} />
      <TimelineFilters filter={filter} onChange={setFilter} />
      <Entries object={object} id={id} filter={filter} />
    </>
  );
}

function Entries({ object, id, filter }: TimelineProps & { readonly filter: TimelineFilter }) {
  const { kinds, actor } = filter;
  const { data, error, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: [recordApi(object.slug).tag, 'readTimeline', object.slug, id, filter],
    queryFn: ({ pageParam, signal }) =>
      api.readTimeline({
        params: { objectSlug: object.slug, recordId: id },
        query: {
          page: pageParam,
          count: pageSize,
          ...(kinds.length > 0 && { kinds: kinds.join(',') }),
          ...(actor && { actor }),
        },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ next }, _, page) => (next === null ? undefined : page + 1),
  });
  if (error && !data) return <Problem error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton rows={3} />;
  const entries = data.pages.flatMap(({ items }) => items);
  if (entries.length === 0) {
    return (
      <Empty icon="clock" title={words.records.page.noEntries} hint={words.records.page.noEntriesHint} />
    );
  }
  return (
    <>
      <ol className="time">
        {entries.map((entry) => (
          <EntryItem key={entry.id} object={object} entry={entry} />
        ))}
      </ol>
      {hasNextPage && (
        <button type="button" className="btn small" onClick={() => void fetchNextPage()}>
          {words.lists.showMore}
        </button>
      )}
    </>
  );
}

const marks: Readonly<Record<string, readonly [icon: IconName, color: string]>> = {
  record: ['pencil', 'gray'],
  note: ['text', 'warning'],
  comment: ['comment', 'orange'],
  task: ['check', 'green'],
  booking: ['events', 'blue'],
  form: ['pages', 'green'],
  call: ['phone', 'violet'],
};

function EntryItem({ object, entry }: { readonly object: CrmObject; readonly entry: Entry }) {
  const [icon, color] = marks[entry.kind.split('.')[0] ?? ''] ?? ['clock', 'gray'];
  const sentences: Readonly<Record<string, string>> = words.records.timeline;
  const who = entry.actor.name ?? words.records.actors[entry.actor.type];
  const sentence = sentences[entry.kind] ?? entry.kind;
  const changes = Object.entries(entry.changes);
  const isCreation = entry.kind === 'record.created';
  return (
    <li>
      <span className="pt" data-color={color}>
        <Icon name={icon} />
      </span>
      <p>{interpolate(sentence, { who })}</p>
      <Detail entry={entry} />
      {!isCreation &&
        changes.map(([key, { from, to }]) => (
          <Change key={key} attribute={findAttribute(object, key)} name={key} from={from} to={to} />
        ))}
      <p className="faint small">{formatShortMoment(entry.at)}</p>
    </li>
  );
}

/** Where it leads, or what it says. */
function Detail({ entry: { kind, detail } }: { readonly entry: Entry }) {
  const text = (name: string): string | undefined =>
    typeof detail[name] === 'string' ? (detail[name] as string) : undefined;
  if (kind === 'note.created' || kind === 'comment.created') {
    const note = text('note');
    return note ? (
      <div className="quote">
        <RichText html={note} />
      </div>
    ) : null;
  }
  const event = text('eventUuid');
  if (kind.startsWith('booking.') && event) {
    const when = text('startAt');
    return (
      <p>
        <Link className="link" to="/events/$uuid" params={{ uuid: event }}>
          {text('title') ?? words.records.theEvent}
        </Link>
        {when && `, ${formatShortMoment(when)}`}
      </p>
    );
  }
  if (kind.startsWith('task.')) return <p>{text('title')}</p>;
  return kind === 'form.submitted' ? <p>{text('routingFormName')}</p> : null;
}

interface ChangeProps {
  readonly attribute: Attribute | undefined;
  readonly name: string;
  readonly from: unknown;
  readonly to: unknown;
}

function Change({ attribute, name, from, to }: ChangeProps) {
  const users = useUsers();
  if (attribute?.type === 'relation') return <LinkChange attribute={attribute} from={from} to={to} />;
  const shown = (value: unknown) => {
    if (isEmptyValue(value)) return <span className="faint">{words.records.empty}</span>;
    return attribute ? <Value attribute={attribute} value={value} users={users} /> : String(value);
  };
  return (
    <p className="row wrap change">
      <b>{attribute?.label ?? name}</b>
      {shown(from)}
      <Icon name="right" />
      {shown(to)}
    </p>
  );
}

/** `from` are ids that were unlinked, `to` those that were linked. */
function LinkChange({ attribute, from, to }: Omit<ChangeProps, 'name'> & { readonly attribute: Attribute }) {
  const related = useObject(attribute.relatedObjectSlug ?? '');
  return related ? <Links attribute={attribute} related={related} from={idsOf(from)} to={idsOf(to)} /> : null;
}

const idsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((id) => typeof id === 'string') : [];

interface LinksProps {
  readonly attribute: Attribute;
  readonly related: CrmObject;
  readonly from: readonly string[];
  readonly to: readonly string[];
}

function Links({ attribute, related, from, to }: LinksProps) {
  const titles = useTitles(related, [...from, ...to].sort());
  const nameOf = (id: string): string => {
    const record = titles?.get(id);
    return record ? getRecordTitle(related, record) : words.records.formerRecord;
  };
  const named = (ids: readonly string[]): string => (titles ? ids.map(nameOf).join(', ') : '…');
  return (
    <p className="change">
      <b>{attribute.label}</b> {to.length > 0 && interpolate(words.records.linked, { names: named(to) })}{' '}
      {from.length > 0 && interpolate(words.records.unlinked, { names: named(from) })}
    </p>
  );
}
