import { lazyRouteComponent } from '@tanstack/react-router';

/** Where a link leads: what its page may read before it is opened. */
export interface Destination {
  readonly params: Readonly<Record<string, string>>;
  readonly search: Readonly<Record<string, unknown>>;
}

/** Starts to read what a page shows. The cache answers if it is read already, and the page shows what fails. */
export type Prefetch = (to: Destination) => unknown;

interface Match {
  readonly params: Destination['params'];
  readonly location: { readonly search: Destination['search'] };
}

/**
 * A page in a script of its own. Pointing at a link to it, or focusing the link, loads the script and what its `prefetch` reads;
 * opening it waits for the script alone.
 */
export function lazyPage<Script extends object>(load: () => Promise<Script>, name: keyof Script & string) {
  const loadAndPrefetch = async ({ params, location }: Match): Promise<void> => {
    // What can't be loaded is dealt with where it is shown.
    const script = (await load().catch(() => undefined)) as { readonly prefetch?: Prefetch } | undefined;
    script?.prefetch?.({ params, search: location.search });
  };
  return {
    component: lazyRouteComponent(load as () => Promise<never>, name as never),
    // Its argument says nothing about the route, so that the route's path and search decide their types alone.
    loader: loadAndPrefetch as () => Promise<void>,
  };
}
