import { Navigate } from '@tanstack/react-router';
import { PageBar } from '../kit/page-bar.tsx';
import { Empty } from '../kit/states.tsx';
import type { Destination, Prefetch } from '../platform/lazy-page.ts';
import { queryClient } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';
import { useSession } from '../shell/session.ts';
import { getLastObject } from './last-opened.ts';
import { useObjects } from './objects.ts';
import { buildObjectsQuery } from './objects-query.ts';
import type { CrmObject } from './rules.ts';

/** The list to which it leads, with its script. */
export const prefetch: Prefetch = ({ search }) =>
  void prefetchList(search).catch(() => {
    // What can't be loaded is dealt with where it is shown.
  });

async function prefetchList(search: Destination['search']): Promise<void> {
  const [list, { items }] = await Promise.all([
    import('./list.tsx'),
    queryClient.ensureQueryData(buildObjectsQuery()),
  ]);
  const object = chooseObject(items);
  if (object) list.prefetch({ params: { objectSlug: object.slug }, search });
}

/** The one that was open last, or the first. */
function chooseObject(objects: readonly CrmObject[]): CrmObject | undefined {
  const active = objects.filter(({ isActive }) => isActive);
  const last = getLastObject();
  return active.find(({ slug }) => slug === last) ?? active[0];
}

/** `/records` leads to the object that was open last. */
export function RecordsStart() {
  const { features } = useSession();
  return features.crm ? <ToObject /> : <NotEnabled />;
}

function ToObject() {
  const object = chooseObject(useObjects());
  if (!object) return <NotEnabled />;
  return <Navigate to="/records/$objectSlug" params={{ objectSlug: object.slug }} replace />;
}

function NotEnabled() {
  return (
    <>
      <PageBar title={words.areas.records} />
      <Empty icon="person" title={words.records.off} hint={words.records.offHint} />
    </>
  );
}
