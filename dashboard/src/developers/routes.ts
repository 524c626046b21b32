import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { parseEveryone, withView } from '../platform/address.ts';
import { lazyPage } from '../platform/lazy-page.ts';
import { loadPage } from '../platform/words/load.ts';
import { root } from '../shell/root.ts';
import { parseAuditSearch, parseCatcherSearch, parseDeliverySearch, parseMailSearch } from './search.ts';

const index = createRoute({
  getParentRoute: () => root,
  path: 'developers',
  beforeLoad: () => redirect({ to: '/developers/webhooks', throw: true }),
});

const tokens = createRoute({
  getParentRoute: () => root,
  path: 'developers/tokens',
  validateSearch: parseEveryone,
  component: lazyRouteComponent(
    loadPage(() => import('./tokens.tsx')),
    'Tokens',
  ),
});

const newToken = createRoute({
  getParentRoute: () => tokens,
  path: 'new',
  component: lazyRouteComponent(
    loadPage(() => import('./new-token.tsx')),
    'NewToken',
  ),
});

const apps = createRoute({
  getParentRoute: () => root,
  path: 'developers/apps',
  validateSearch: parseEveryone,
  component: lazyRouteComponent(
    loadPage(() => import('./apps.tsx')),
    'Apps',
  ),
});

const newApp = createRoute({
  getParentRoute: () => apps,
  path: 'new',
  component: lazyRouteComponent(
    loadPage(() => import('./new-app.tsx')),
    'NewApp',
  ),
});

const app = createRoute({
  getParentRoute: () => apps,
  path: '$uuid',
  component: lazyRouteComponent(
    loadPage(() => import('./app.tsx')),
    'AppPanel',
  ),
});

const webhooks = createRoute({
  getParentRoute: () => root,
  path: 'developers/webhooks',
  validateSearch: parseEveryone,
  ...lazyPage(
    loadPage(() => import('./webhooks.tsx')),
    'Webhooks',
  ),
});

const newWebhook = createRoute({
  getParentRoute: () => webhooks,
  path: 'new',
  component: lazyRouteComponent(
    loadPage(() => import('./new-webhook.tsx')),
    'NewWebhook',
  ),
});

const webhook = createRoute({
  getParentRoute: () => root,
  path: 'developers/webhooks/$uuid',
  component: lazyRouteComponent(
    loadPage(() => import('./webhook.tsx')),
    'WebhookPage',
  ),
});

const webhookIndex = createRoute({
  getParentRoute: () => webhook,
  path: '/',
  beforeLoad: ({ params }) => redirect({ to: '/developers/webhooks/$uuid/deliveries', params, throw: true }),
});

const deliveries = createRoute({
  getParentRoute: () => webhook,
  path: 'deliveries',
  validateSearch: withView(parseDeliverySearch),
  component: lazyRouteComponent(
    loadPage(() => import('./deliveries.tsx')),
    'Deliveries',
  ),
});

const delivery = createRoute({
  getParentRoute: () => deliveries,
  path: '$id',
  component: lazyRouteComponent(
    loadPage(() => import('./delivery.tsx')),
    'DeliveryPanel',
  ),
});

const settings = createRoute({
  getParentRoute: () => webhook,
  path: 'settings',
  component: lazyRouteComponent(
    loadPage(() => import('./webhook-settings.tsx')),
    'WebhookSettings',
  ),
});

const catalogue = createRoute({
  getParentRoute: () => webhook,
  path: 'events',
  component: lazyRouteComponent(
    loadPage(() => import('./event-catalogue.tsx')),
    'EventCatalogue',
  ),
});

const catcher = createRoute({
  getParentRoute: () => root,
  path: 'developers/catcher',
  validateSearch: parseCatcherSearch,
  component: lazyRouteComponent(
    loadPage(() => import('./catcher.tsx')),
    'Catcher',
  ),
});

const mail = createRoute({
  getParentRoute: () => root,
  path: 'developers/mail',
  validateSearch: withView(parseMailSearch),
  component: lazyRouteComponent(
    loadPage(() => import('./mail.tsx')),
    'Mail',
  ),
});

const auditLog = createRoute({
  getParentRoute: () => root,
  path: 'developers/audit-log',
  validateSearch: withView(parseAuditSearch),
  component: lazyRouteComponent(
    loadPage(() => import('./audit-log.tsx')),
    'AuditLog',
  ),
});

const reference = createRoute({
  getParentRoute: () => root,
  path: 'developers/reference',
  component: lazyRouteComponent(
    loadPage(() => import('./reference.tsx')),
    'Reference',
  ),
});

export const developerRoutes = [
  index,
  tokens.addChildren([newToken]),
  apps.addChildren([newApp, app]),
  webhooks.addChildren([newWebhook]),
  webhook.addChildren([webhookIndex, deliveries.addChildren([delivery]), settings, catalogue]),
  catcher,
  mail,
  auditLog,
  reference,
] as const;
