import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { root } from '../shell/root.ts';

export const availabilityRoutes = createRoute({
  getParentRoute: () => root,
  path: 'availability',
  validateSearch: ({ schedule }: Record<string, unknown>): { schedule?: string } =>
    typeof schedule === 'string' ? { schedule } : {},
  component: lazyRouteComponent(() => import('./page.tsx'), 'Availability'),
});
