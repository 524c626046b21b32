import { interpolate } from '@daybook/booking/locale';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { Icon } from '../../kit/icon.tsx';
import { Problem, Skeleton } from '../../kit/states.tsx';
import { undoLast } from '../../kit/toasts.tsx';
import { formatNumber } from '../../platform/numbers.ts';
import { words } from '../../platform/words/words.ts';
import {
  isShownLane,
  buildLaneListing,
  listLanes,
  findNextCard,
  mergeMovedRecords,
  type Lane,
} from './rules.ts';
import { Card } from './card.tsx';
import { readPage, refreshRecords } from '../data.ts';
import { recordApi } from '../record-api.ts';
import { usePermissions } from '../objects.ts';
import type { Attribute, CrmObject, CrmRecord, Listing } from '../rules.ts';
import { useSave } from '../save.tsx';
import type { Column } from '../search.rules.ts';
import { formatSum, listSummedAttributes, useSums } from '../sums.ts';
import { useDrag } from './use-drag.ts';
import { OptionTag } from '../value.tsx';

interface BoardProps {
  readonly object: CrmObject;
  readonly attribute: Attribute;
  readonly listing: Listing;
  readonly columns: readonly Column[];
  readonly openId: string | undefined;
  readonly onOpen: (record: CrmRecord) => void;
  readonly onCreate: (values: Readonly<Record<string, unknown>>) => void;
}

type MovedRecords = ReadonlyMap<string, { readonly record: CrmRecord; readonly lane: string }>;

/** Records in lanes by one attribute. A card is moved by pointer, by its menu, or with Shift and an arrow. */
export function Board({ object, attribute, listing, columns, openId, onOpen, onCreate }: BoardProps) {
  const { save, dialog } = useSave(object);
  const { mayWrite } = usePermissions(object);
  const [moved, setMoved] = useState<MovedRecords>(new Map());
  const shown = useRef(new Map<string, readonly CrmRecord[]>());
  const board = useRef<HTMLDivElement>(null);
  const lanes = listLanes(attribute, words.records.noValue).filter((lane) =>
    isShownLane(listing.filter, attribute, lane),
  );
  const summed = listSummedAttributes(object, columns).slice(0, 1);
  const { lanes: lanesSums } = useSums(object, listing, summed, attribute.key);
  const find = (id: string): CrmRecord | undefined =>
    [...shown.current.values()].flat().find((record) => record.id === id);
  const move = async (id: string, laneId: string): Promise<void> => {
    const record = find(id);
    const lane = lanes.find((each) => each.id === laneId);
    if (!record || !lane || !mayWrite) return;
    const { key } = attribute;
    const after = { ...record, values: { ...record.values, [key]: lane.value } };
    setMoved((old) => new Map(old).set(id, { record: after, lane: laneId }));
    focusCard(board.current, id);
    await save(record, attribute, lane.value);
    await refreshRecords();
    setMoved((old) => new Map([...old].filter(([other]) => other !== id)));
  };
  const { drag, handlers } = useDrag((id, lane) => void move(id, lane));
  const onKeyDown = (event: KeyboardEvent): void => {
    const card = (event.target as HTMLElement).closest<HTMLElement>('[data-card]');
    const id = card?.dataset['card'];
    if (!id || event.altKey) return;
    if (event.key === 'z' && (event.ctrlKey || event.metaKey)) undoLast();
    else if (event.ctrlKey || event.metaKey) return;
    else if (event.key === ' ') onOpen(find(id) ?? { id, values: {} });
    else if (event.key.startsWith('Arrow') || event.key === 'Home' || event.key === 'End') step(event, id);
    else return;
    event.preventDefault();
  };
  const step = (event: KeyboardEvent, id: string): void => {
    const isRtl = document.documentElement.dir === 'rtl';
    const mirrored: Readonly<Record<string, string>> = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' };
    const key = isRtl ? (mirrored[event.key] ?? event.key) : event.key;
    const inLanes = lanes.map((lane) => shown.current.get(lane.id) ?? []);
    const lane = inLanes.findIndex((records) => records.some((record) => record.id === id));
    const place = inLanes[lane]?.findIndex((record) => record.id === id) ?? 0;
    if (event.shiftKey) {
      const to = lanes[lane + (key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0)];
      if (to && to !== lanes[lane]) void move(id, to.id);
      return;
    }
    const counts = inLanes.map(({ length }) => length);
    const next = findNextCard(counts, lane, place, key);
    const record = next && inLanes[next.lane]?.[next.place];
    if (record) focusCard(board.current, record.id);
  };
  const onShown = useCallback((lane: string, records: readonly CrmRecord[]): void => {
    shown.current.set(lane, records);
  }, []);
  return (
    <div ref={board} className="lanes" role="group" aria-label={object.pluralName} onKeyDown={onKeyDown}>
      {lanes.map((lane) => (
        <LaneColumn
          key={lane.id}
          lane={lane}
          isTarget={drag?.lane === lane.id}
          object={object}
          attribute={attribute}
          listing={listing}
          columns={columns}
          lanes={lanes}
          moved={moved}
          openId={openId}
          mayWrite={mayWrite}
          sums={summed.map((each, index) => {
            const sum = lanesSums.get(lane.id)?.[index];
            return sum === undefined ? '' : formatSum(each, sum);
          })}
          handlers={handlers}
          onShown={onShown}
          onMove={(id, to) => void move(id, to)}
          onOpen={onOpen}
          onCreate={() => onCreate({ [attribute.key]: lane.value })}
        />
      ))}
      {dialog}
    </div>
  );
}

/** After the card stands in its new lane. */
function focusCard(board: HTMLElement | null, id: string): void {
  requestAnimationFrame(() => {
    const card = board?.querySelector<HTMLElement>(`[data-card="${id}"] a`);
    card?.focus();
    card?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });
}

interface LaneProps extends Pick<
  BoardProps,
  'object' | 'attribute' | 'listing' | 'columns' | 'openId' | 'onOpen'
> {
  readonly lane: Lane;
  readonly lanes: readonly Lane[];
  readonly moved: MovedRecords;
  readonly isTarget: boolean;
  readonly mayWrite: boolean;
  readonly sums: readonly string[];
  readonly handlers: ReturnType<typeof useDrag>['handlers'];
  readonly onShown: (lane: string, records: readonly CrmRecord[]) => void;
  readonly onMove: (id: string, lane: string) => void;
  readonly onCreate: () => void;
}

const laneSize = 25;

/** A lane is a list of its own: it has its own pages. */
function LaneColumn(props: LaneProps) {
  const { lane, lanes, object, attribute, listing, columns, moved, openId, mayWrite, isTarget, handlers } =
    props;
  const { sums, onShown, onMove, onOpen, onCreate } = props;
  const part = buildLaneListing(listing, attribute, lane);
  const { data, error, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: [recordApi(object.slug).tag, 'lane', object.slug, part],
    queryFn: ({ pageParam, signal }) => readPage(object, part, pageParam, signal, laneSize),
    initialPageParam: 1,
    getNextPageParam: ({ total }, _, page) => (page * laneSize < total ? page + 1 : undefined),
  });
  const records = mergeMovedRecords(data?.pages.flatMap(({ items }) => items) ?? [], moved, lane.id);
  useEffect(() => onShown(lane.id, records));
  const total = data?.pages[0]?.total;
  return (
    <section
      className={`lane${isTarget ? ' is-target' : ''}`}
      data-lane={lane.id}
      aria-label={interpolate(words.records.lane, { label: lane.label })}
    >
      <header className="row">
        {lane.value ? (
          <OptionTag label={lane.label} color={lane.color} />
        ) : (
          <b className="muted">{lane.label}</b>
        )}
        <span className="faint small">{total !== undefined && formatNumber(total)}</span>
        <span className="grow" />
        <span className="small muted">{sums.join(' ')}</span>
        <button
          type="button"
          className="btn quiet small square"
          disabled={!mayWrite}
          aria-label={interpolate(words.records.createIn, { label: lane.label })}
          onClick={onCreate}
        >
          <Icon name="plus" />
        </button>
      </header>
      {error && !data && <Problem error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton rows={3} />}
      <ul>
        {records.map((record) => (
          <Card
            key={record.id}
            object={object}
            record={record}
            columns={columns}
            groupBy={attribute.key}
            lane={lane}
            lanes={lanes}
            isOpen={record.id === openId}
            mayWrite={mayWrite}
            drag={handlers(record.id)}
            onMove={(to) => onMove(record.id, to)}
            onOpen={() => onOpen(record)}
          />
        ))}
      </ul>
      {hasNextPage && (
        <button type="button" className="btn quiet small" onClick={() => void fetchNextPage()}>
          {words.lists.showMore}
        </button>
      )}
    </section>
  );
}
