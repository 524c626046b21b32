import { createRouter } from '@tanstack/react-router';
import { absenceRoutes } from './absences/routes.ts';
import { insightRoutes } from './insights/routes.ts';
import { formRoutes } from './forms/routes.ts';
import { callRoutes } from './calls/routes.ts';
import { developerRoutes } from './developers/routes.ts';
import { pageRoutes } from './event-types/routes.ts';
import { homeRoutes } from './home/routes.ts';
import { notificationRoutes } from './notifications/routes.ts';
import { setNavigationCheck } from './platform/load-script.ts';
import { pollRoutes } from './polls/routes.ts';
import { recordRoutes } from './records/routes.ts';
import { eventRoutes } from './scheduled-events/routes.ts';
import { availabilityRoutes } from './schedules/routes.ts';
import { settingsRoutes } from './settings/routes.ts';
import { PendingPage } from './shell/pending-page.tsx';
import { root } from './shell/root.ts';
import { RouteError } from './shell/route-error.tsx';
import { taskRoutes } from './tasks/routes.ts';
import { workflowRoutes } from './workflows/routes.ts';

/** Every area. Each is a script of its own, loaded when it is opened. */
export const router = createRouter({
  routeTree: root.addChildren([
    homeRoutes,
    notificationRoutes,
    eventRoutes,
    pageRoutes,
    availabilityRoutes,
    absenceRoutes,
    ...recordRoutes,
    taskRoutes,
    ...pollRoutes,
    insightRoutes,
    ...formRoutes,
    ...callRoutes,
    ...workflowRoutes,
    ...developerRoutes,
    settingsRoutes,
  ]),
  basepath: '/app',
  defaultPreload: 'intent',
  defaultPendingMs: 200,
  defaultPendingComponent: PendingPage,
  defaultErrorComponent: RouteError,
  scrollRestoration: true,
});

setNavigationCheck(() => router.state.isLoading);

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
