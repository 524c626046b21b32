import { Link, Navigate, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { DropZone } from '../kit/drop-zone.tsx';
import { Empty, Skeleton } from '../kit/states.tsx';
import { useShortcut } from '../platform/commands.ts';
import type { Prefetch } from '../platform/lazy-page.ts';
import { queryClient } from '../platform/query.ts';
import { createStore } from '../platform/store.ts';
import { words } from '../platform/words/words.ts';
import { PendingPage } from '../shell/pending-page.tsx';
import { Bar } from './bar.tsx';
import { RecordBulkBar } from './bulk.tsx';
import { CreateDialog } from './create.tsx';
import { buildPageQuery } from './data.ts';
import { isComplete } from './filter.rules.ts';
import { Foot, type RowPlace } from './grid/foot.tsx';
import { Grid } from './grid/grid.tsx';
import { importedFiles, keepDroppedFile } from './import/dropped-file.ts';
import { rememberObject, getLastView } from './last-opened.ts';
import { useObject, usePermissions } from './objects.ts';
import { buildObjectsQuery, buildViewsQuery } from './objects-query.ts';
import { findAttribute, type CrmObject, type Listing } from './rules.ts';
import {
  getNextSort,
  getSavedSettings,
  orderColumns,
  resolveShownSettings,
  setColumnWidth,
  type SearchChanges,
  type View,
} from './search.rules.ts';
import { parseRecordSearch, type RecordSearch } from './search.ts';
import { useSelection } from '../kit/selection.ts';
import { Tools } from './tools.tsx';
import { useViews, Views } from './views.tsx';

const Board = lazy(async () => ({ default: (await import('./board/board.tsx')).Board }));
const MergeDialog = lazy(async () => ({ default: (await import('./merge.tsx')).MergeDialog }));
const Peek = lazy(async () => ({ default: (await import('./record/peek.tsx')).Peek }));

export const prefetch: Prefetch = ({ params: { objectSlug = '' }, search }) =>
  void prefetchRecords(objectSlug, parseRecordSearch(search)).catch(() => undefined);

/** The objects, the views and the first rows, as the page will ask for them. */
async function prefetchRecords(slug: string, search: RecordSearch): Promise<void> {
  const [{ items }, views] = await Promise.all([
    queryClient.ensureQueryData(buildObjectsQuery()),
    queryClient.ensureQueryData(buildViewsQuery(slug)),
  ]);
  const object = items.find((each) => each.slug === slug);
  if (!object) return;
  const isBare = Object.keys(search).length === 0;
  const last = isBare ? getLastView(slug) : undefined;
  const view = views.find(({ id }) => id === (last ?? search.view));
  const shown = resolveShownSettings(getSavedSettings(object, view), search);
  await queryClient.prefetchQuery(buildPageQuery(object, buildListing(search.q, shown), 1));
}

/** The records of one object: as a table or a board, by a saved view and what the address changes about it. */
export function RecordList() {
  const { objectSlug } = useParams({ from: '/records/$objectSlug' });
  const object = useObject(objectSlug);
  useEffect(() => {
    if (object) rememberObject(object.slug);
  }, [object]);
  if (!object) {
    return (
      <Empty icon="person" title={words.records.noObject} hint={words.records.noObjectHint}>
        <Link className="btn" to="/records">
          {words.areas.records}
        </Link>
      </Empty>
    );
  }
  return <WithViews key={object.slug} object={object} />;
}

/** The list waits for its views, or it would show all records for a moment first. */
function WithViews({ object }: { readonly object: CrmObject }) {
  const search = useSearch({ from: '/records/$objectSlug' });
  const views = useViews(object);
  if (!views) return <PendingPage />;
  const isBare = Object.keys(search).length === 0;
  const last = isBare ? getLastView(object.slug) : undefined;
  if (last && views.some(({ id }) => id === last)) {
    const params = { objectSlug: object.slug };
    return <Navigate to="/records/$objectSlug" params={params} search={{ view: last }} replace />;
  }
  return <Records object={object} views={views} />;
}

interface RecordsProps {
  readonly object: CrmObject;
  readonly views: readonly View[];
}

function Records({ object, views }: RecordsProps) {
  const search = useSearch({ from: '/records/$objectSlug' });
  const navigate = useNavigate({ from: '/records/$objectSlug' });
  const selection = useSelection();
  const { mayWrite, whyNot } = usePermissions(object);
  const [creating, setCreating] = useState<Readonly<Record<string, unknown>>>();
  const [merging, setMerging] = useState<readonly string[]>();
  // Not a state: with every arrow key the whole page would be rendered again.
  const [place] = useState(() => createStore<RowPlace>({ row: undefined, total: 0 }));
  const view = views.find(({ id }) => id === search.view);
  const saved = useMemo(() => getSavedSettings(object, view), [object, view]);
  const shown = useMemo(() => resolveShownSettings(saved, search), [saved, search]);
  const set = useCallback(
    (changes: SearchChanges): void =>
      void navigate({
        to: '.',
        search: (old: RecordSearch) => withChanges(old, changes),
        replace: true,
      }),
    [navigate],
  );
  const listing = useMemo(() => buildListing(search.q, shown), [search.q, shown]);
  const lanes = shown.groupBy === null ? undefined : findAttribute(object, shown.groupBy);
  const closePeek = (): void => {
    set({ peek: undefined });
    document.querySelector<HTMLElement>('[role="gridcell"][tabindex="0"]')?.focus();
  };
  useShortcut('Escape', words.shortcuts.back, () => (search.peek ? closePeek() : selection.clear()));
  return (
    <>
      <Bar object={object} listing={listing} onCreate={() => setCreating({})} />
      <Views
        object={object}
        views={views}
        view={view}
        saved={saved}
        shown={shown}
        onShow={(id) => void navigate({ to: '.', search: { view: id } })}
      />
      {selection.ids.size > 0 ? (
        <RecordBulkBar object={object} selection={selection} onMerge={setMerging} />
      ) : (
        <Tools object={object} search={search} shown={shown} onChange={set} />
      )}
      <div className={`split${search.peek ? ' has-panel' : ''}`}>
        <DropZone
          className="grow col"
          label={words.direct.dropImport}
          accept={importedFiles}
          wrongType={words.direct.notImport}
          isSingle
          whyNot={mayWrite ? undefined : whyNot}
          onFiles={([file]) => {
            keepDroppedFile(file);
            void navigate({ to: '/records/$objectSlug/import', params: { objectSlug: object.slug } });
          }}
        >
          <section className="grow col records list" aria-label={object.pluralName}>
            {lanes ? (
              <Suspense fallback={<Skeleton />}>
                <Board
                  object={object}
                  attribute={lanes}
                  listing={listing}
                  columns={shown.columns}
                  openId={search.peek}
                  onOpen={({ id }) => set({ peek: id })}
                  onCreate={setCreating}
                />
              </Suspense>
            ) : (
              <>
                <Grid
                  object={object}
                  listing={listing}
                  columns={shown.columns}
                  selection={selection}
                  openId={search.peek}
                  onSort={(key) => set({ by: getNextSort(shown.sort, key) })}
                  onOpen={({ id }) => set({ peek: id })}
                  onResize={(key, width) => set({ cols: setColumnWidth(shown.columns, key, width) })}
                  onOrder={(keys) => set({ cols: orderColumns(shown.columns, keys) })}
                  onPlace={place.set}
                />
                <Foot
                  object={object}
                  listing={listing}
                  columns={shown.columns}
                  place={place}
                  selected={selection.ids.size}
                />
              </>
            )}
          </section>
        </DropZone>
        {search.peek && (
          <Suspense fallback={<Skeleton />}>
            <Peek key={search.peek} object={object} id={search.peek} hasSteps={!lanes} onClose={closePeek} />
          </Suspense>
        )}
      </div>
      {merging && (
        <Suspense>
          <MergeDialog
            object={object}
            ids={merging}
            onClose={() => setMerging(undefined)}
            onMerged={(id) => {
              setMerging(undefined);
              selection.clear();
              set({ peek: id });
            }}
          />
        </Suspense>
      )}
      {creating && (
        <CreateDialog
          object={object}
          values={creating}
          onClose={() => setCreating(undefined)}
          onCreated={(id) => {
            setCreating(undefined);
            set({ peek: id });
          }}
        />
      )}
    </>
  );
}

/** What is empty is not in the address, except where it differs from what a view has saved. */
function withChanges(old: RecordSearch, changes: SearchChanges): RecordSearch {
  const entries = Object.entries({ ...old, ...changes }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as RecordSearch;
}

function buildListing(q: string | undefined, shown: ReturnType<typeof resolveShownSettings>): Listing {
  return {
    ...(q && { q }),
    filter: shown.filter.filter(isComplete),
    ...(shown.nested !== undefined && { nested: shown.nested }),
    sort: shown.sort,
    fields: [...shown.columns.map(({ key }) => key), ...(shown.groupBy ? [shown.groupBy] : [])],
  };
}
