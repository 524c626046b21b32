import * as contract from '@daybook/contract/calendar-feed';
import { serveText } from '../platform/http/serve-cached.ts';
import { serve, type Endpoint } from '../platform/http/serve.ts';
import { createFeed, readFeed, readPublicCalendar } from './feed.ts';
import { deleteFeed } from './store.ts';

export const calendarFeedEndpoints: readonly Endpoint[] = [
  serve(contract.readCalendarFeed, (ctx) => readFeed(ctx)),
  serve(contract.createCalendarFeed, (ctx) => createFeed(ctx)),
  serve(contract.deleteCalendarFeed, (ctx) => deleteFeed(ctx)),
  serveText(contract.readPublicCalendar, (runtime, { params }, address) =>
    readPublicCalendar(runtime, params.token, address),
  ),
];
