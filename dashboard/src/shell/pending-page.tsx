import { useMatch, useRouter } from '@tanstack/react-router';
import { PageBar } from '../kit/page-bar.tsx';
import { Skeleton } from '../kit/states.tsx';
import { words } from '../platform/words/words.ts';

/** While a page is loaded: the name of its area, and rows. Beside a list that is there already, rows alone. */
export function PendingPage() {
  return (
    <>
      <AreaBar />
      <Skeleton />
    </>
  );
}

/** The name of the area as the heading, unless a page around it has one. */
export function AreaBar() {
  const { routeId, pathname } = useMatch({ strict: false });
  const { routesById } = useRouter();
  return isInsidePage(routesById[routeId]) ? null : <PageBar title={findAreaName(pathname)} />;
}

interface RouteLike {
  readonly parentRoute?: RouteLike;
  readonly options?: { readonly component?: unknown };
  readonly isRoot?: boolean;
}

/** Whether a page around it has a heading of its own. */
function isInsidePage(route: RouteLike): boolean {
  const around = route.parentRoute;
  if (!around || around.isRoot) return false;
  return around.options?.component !== undefined || isInsidePage(around);
}

/** `Booking pages` for `/pages/new`. */
function findAreaName(path: string): string {
  const area = path.split('/').find(Boolean) ?? '';
  const names: Readonly<Record<string, string>> = words.areas;
  return names[area] ?? words.shell.loading;
}
