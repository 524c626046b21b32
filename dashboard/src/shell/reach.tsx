import { lazy, Suspense, type ComponentType } from 'react';

/** Favorites and recent pages are loaded once the page has nothing else to do. */
const RailReach = lazy<ComponentType>(async () => {
  await new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(resolve, { timeout: 2000 });
    else setTimeout(resolve, 500);
  });
  try {
    return { default: (await import('./rail-reach.tsx')).RailReach };
  } catch {
    // Without a connection the rest of the dashboard stays.
    return { default: () => null };
  }
});

export function Reach() {
  return (
    <Suspense>
      <RailReach />
    </Suspense>
  );
}
