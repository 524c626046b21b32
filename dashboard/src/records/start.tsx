import { Navigate } from '@tanstack/react-router';
import { PageBar } from '../kit/page-bar.tsx';
import { Empty } from '../kit/states.tsx';
import type { Prefetch } from '../platform/lazy-page.ts';
import { queryClient } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';
import { useSession } from '../shell/session.ts';
import { getLastObject } from './last-opened.ts';
import { useObjects } from './objects.ts';
import { buildObjectsQuery, buildViewsQuery } from './objects-query.ts';

export const prefetch: Prefetch = () => {
  void queryClient.prefetchQuery(buildObjectsQuery());
  const last = getLastObject();
  if (last) void queryClient.prefetchQuery(buildViewsQuery(last));
};

/** `/records` leads to the object that was open last. */
export function RecordsStart() {
  const { features } = useSession();
  return features.crm ? <ToObject /> : <NotEnabled />;
}

function ToObject() {
  const objects = useObjects().filter(({ isActive }) => isActive);
  const last = getLastObject();
  const [first] = objects;
  const object = objects.find(({ slug }) => slug === last) ?? first;
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
