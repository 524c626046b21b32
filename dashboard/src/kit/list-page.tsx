import { pluralize } from '@daybook/booking/locale';
import type { Plural } from '@daybook/booking/words/words';
import type { ReactNode } from 'react';
import { start } from '../platform/start.ts';
import { ListFoot, type NextPage } from './list-foot.tsx';
import { PageBar, type PageName } from './page-bar.tsx';
import { Problem, Skeleton } from './states.tsx';

/** Lists that grow by a page at a time, from the whole page down to what is shown while there are no items. */

interface PagedList<Item> extends NextPage {
  /** Undefined while the first page is on its way. */
  readonly items: readonly Item[] | undefined;
  readonly total: number;
  readonly error: Error | null;
  readonly refetch: () => unknown;
}

interface ListItemsProps<Item> {
  readonly list: PagedList<Item>;
  /** Shown instead of an empty list: an `Empty`. */
  readonly empty?: ReactNode;
  /** How many there are, for the foot. */
  readonly count?: Plural;
  /** At the end of the foot. */
  readonly foot?: ReactNode;
  readonly skeletonRows?: number;
  readonly children: (items: readonly Item[]) => ReactNode;
}

/** The items, or what is shown in their place: an error, a skeleton, or that there are none. */
export function ListItems<Item>({ list, empty, count, foot, skeletonRows, children }: ListItemsProps<Item>) {
  const { items, total, error, refetch } = list;
  if (!items && error) return <Problem error={error} onRetry={() => void refetch()} />;
  if (!items) return <Skeleton {...(skeletonRows && { rows: skeletonRows })} />;
  if (items.length === 0 && empty) return empty;
  return (
    <>
      {children(items)}
      {(count || foot || list.hasNextPage) && (
        <ListFoot text={count ? pluralize(start.words, count, total) : ''} list={list}>
          {foot}
        </ListFoot>
      )}
    </>
  );
}

interface ListCardProps<Item> extends ListItemsProps<Item> {
  readonly label: string;
  readonly className?: string;
}

/** A list in a card, on a page that has more than the list. */
export function ListCard<Item>({ label, className = '', ...items }: ListCardProps<Item>) {
  return (
    <section className={`card ${className}`.trim()} aria-label={label}>
      <ListItems {...items} />
    </section>
  );
}

interface ListViewProps<Item> extends ListItemsProps<Item> {
  readonly label: string;
  /** The saved views of the list, above its filters. */
  readonly views?: ReactNode;
  /** Filters and search, above the list. */
  readonly tools?: ReactNode;
  /** What can be done to the chosen items, in place of the filters. */
  readonly bulk?: ReactNode;
  /** Between the filters and the items: a form that adds one. */
  readonly before?: ReactNode;
  /** What is open beside the list; on a phone, in its place. */
  readonly panel?: ReactNode;
  /** Needed for an `Outlet`, which may be empty. */
  readonly hasPanel?: boolean;
  /** Items that arrive are announced. */
  readonly isLive?: boolean;
}

/** A list from edge to edge under its filters, and the item that is open beside it. */
export function ListView<Item>({
  label,
  views,
  tools,
  bulk,
  before,
  panel,
  hasPanel = Boolean(panel),
  isLive = false,
  ...items
}: ListViewProps<Item>) {
  return (
    <>
      {views}
      {bulk || (tools && <div className="tools">{tools}</div>)}
      <div className={`split${hasPanel ? ' has-panel' : ''}`}>
        <section className="list" aria-label={label} aria-live={isLive ? 'polite' : undefined}>
          {before}
          <ListItems {...items} />
        </section>
        {panel}
      </div>
    </>
  );
}

interface ListPageProps<Item> extends PageName, ListViewProps<Item> {
  /** What can be done, in the bar. */
  readonly actions?: ReactNode;
}

/** A page that is a list: its name, what can be done, filters, and the items. */
export function ListPage<Item>({ title, back, actions, ...view }: ListPageProps<Item>) {
  return (
    <>
      <PageBar title={title} back={back}>
        {actions}
      </PageBar>
      <ListView {...view} />
    </>
  );
}
