import { z } from 'zod';
import { ok, streamed } from './envelopes.ts';
import { date, dateOrInstant, timeZone } from './fields.ts';
import { declareRoute } from './route.ts';
import { requireScopes, type Scope } from './scopes.ts';

/** What happened over time, counted by day, week or month of a time zone. */

export const insight = z
  .object({
    from: date,
    to: date,
    timeZone,
    interval: z.enum(['day', 'week', 'month']),
    groupBy: z.string().nullable(),
    unit: z.enum(['count', 'hours']),
    buckets: z.array(
      z.object({
        from: date.meta({ description: 'The first date; the bucket ends before the next one' }),
        key: z.string().nullable().meta({
          description:
            'Id of the group set by `groupBy`; null without a group, `other` for the smallest ones',
        }),
        label: z.string().nullable().meta({ description: 'Display name' }),
        value: z.number().nullable().meta({ description: 'Null if there is no data' }),
      }),
    ),
  })
  .meta({ id: 'Insight' });

const query = {
  from: dateOrInstant.optional().meta({ description: 'The first date; by default 29 days before `to`' }),
  to: dateOrInstant.optional().meta({ description: 'The last date, included; by default today' }),
  timeZone: timeZone.optional().meta({ description: 'Time zone of the days; default: yours' }),
  interval: insight.shape.interval.default('day').meta({
    description: 'At most 366 days by day, 1,830 by week and 3,660 by month. Weeks begin on Monday',
  }),
};

const groups = ['page', 'host', 'team'] as const;

/** Of what is counted; of the others, events. */
const readScopes: Partial<Record<Metric, Scope>> = {
  routing: 'routing-forms:read',
  webhooks: 'webhooks:read',
  calls: 'outbound-calls:read',
};

type Metric = 'bookings' | 'cancellations' | 'no-shows' | 'lead-time' | 'routing' | 'webhooks' | 'calls';

function declare<const G extends readonly [string, ...string[]]>(
  metric: Metric,
  summary: string,
  description: string,
  groupBy: G,
  scope = 'Users see their own data, owners and admins see everything.',
) {
  const declared = {
    method: 'GET',
    origin: 'ours',
    tag: 'Insights',
    access: requireScopes('admin:full', readScopes[metric] ?? 'events:read'),
    query: { ...query, groupBy: z.enum(groupBy).optional() },
  } as const;
  return {
    json: declareRoute({
      ...declared,
      path: `/insights/${metric}`,
      summary,
      description: `${description} ${scope}`,
      returns: ok('resource', insight),
    }),
    csv: declareRoute({
      ...declared,
      path: `/insights/${metric}.csv`,
      summary: `${summary}, as CSV`,
      description: 'Columns `from`, `key`, `label`, `value`.',
      returns: streamed('text/csv'),
    }),
  };
}

const bookings = declare(
  'bookings',
  'Count bookings',
  'Invitees by when they booked. With `groupBy=host`, an event of several hosts counts for each.',
  groups,
);
const cancellations = declare('cancellations', 'Count cancellations', 'Cancellations by date.', groups);
const noShows = declare('no-shows', 'Count no-shows', 'Invitees by when the event began.', groups);
const leadTime = declare(
  'lead-time',
  'Measure the lead time of bookings',
  'The median of hours from booking to the start, by when they booked.',
  groups,
);
const routing = declare(
  'routing',
  'Count submissions of routing forms',
  'By when they were submitted: the page to which they led, its team, the owner of the form, or the form.',
  [...groups, 'form'],
);
const webhooks = declare(
  'webhooks',
  'Count deliveries of webhooks',
  'By when they were due first: their status, webhook, or its creator as `host`. Deliveries have no page and no team.',
  [...groups, 'status', 'webhook'],
);

const calls = declare(
  'calls',
  'Count outbound calls',
  'By when they were queued: their agent, or their outcome, which is `booked`, that of the last attempt, `not_placed` if no number was dialed, `cancelled`, or `open` until the call has ended.',
  ['outcome', 'agent'],
  'Everyone who can see calls sees all of them.',
);

export const { json: countBookings, csv: exportBookings } = bookings;
export const { json: countCancellations, csv: exportCancellations } = cancellations;
export const { json: countNoShows, csv: exportNoShows } = noShows;
export const { json: measureLeadTime, csv: exportLeadTime } = leadTime;
export const { json: countSubmissions, csv: exportSubmissions } = routing;
export const { json: countDeliveries, csv: exportDeliveries } = webhooks;
export const { json: countCalls, csv: exportCalls } = calls;
