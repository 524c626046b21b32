import { Navigate } from '@tanstack/react-router';
import { PageBar } from '../kit/page-bar.tsx';
import { Empty } from '../kit/states.tsx';
import { words } from '../platform/words/words.ts';
import { useSession } from '../shell/session.ts';
import { getLastObject } from './last-opened.ts';
import { useObjects } from './objects.ts';

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
