import * as contract from '@daybook/contract/notifications';
import { serve, type Endpoint } from '../platform/http/serve.ts';
import { readNotifications } from './read-notifications.ts';
import { changeSettings, readSettings } from './settings.ts';
import { markRead } from './store.ts';

export const notificationsEndpoints: readonly Endpoint[] = [
  serve(contract.listNotifications, (ctx, { query, page }) => readNotifications(ctx, query.unread, page)),
  serve(contract.markNotificationsRead, (ctx, { body: { uuids, until } }) =>
    markRead(ctx, until === undefined ? { ids: uuids ?? [] } : { until }),
  ),
  serve(contract.readNotificationSettings, readSettings),
  serve(contract.changeNotificationSettings, (ctx, { body }) => changeSettings(ctx, body)),
];
