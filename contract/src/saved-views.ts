import { z } from 'zod';
import { message, ok, paginated } from './envelopes.ts';
import { line, timestamp, uuid, uuidParam } from './fields.ts';
import { adminLists, viewLists } from './lists.data.ts';
import { declareRoute } from './route.ts';
import { requireScopes } from './scopes.ts';

/** Saved filters of the dashboard's lists. Lists of records have views of their own (`crm-views.ts`). */

const list = z.enum(viewLists);
const maxFilters = 20;

const filters = z
  .record(z.string().regex(/^[a-z][A-Za-z]{0,29}$/, 'Must be the name of a parameter.'), line(200))
  .refine((given) => Object.keys(given).length <= maxFilters, {
    message: `Must have at most ${maxFilters} filters.`,
  })
  .meta({
    description: 'Parameters of the list, as in the URL of the dashboard',
    example: { scope: 'all', when: 'past' },
  });

export const savedView = z
  .object({
    id: uuid,
    list,
    name: z.string().meta({ example: 'Past events of sales' }),
    filters,
    isShared: z.boolean().meta({ description: 'Whether everyone who can see the list can see it' }),
    isOwn: z.boolean().meta({ description: 'Whether the caller created it' }),
    position: z.int().meta({ description: 'Views are listed in this order' }),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'SavedView' });

const viewFields = z.object({
  name: line(100),
  filters,
  isShared: z.boolean(),
  position: z.int().min(0).max(1_000_000),
});

export const newSavedView = viewFields
  .partial()
  .required({ name: true })
  .extend({ list })
  .meta({ id: 'NewSavedView' });

export const savedViewChanges = viewFields.partial().meta({ id: 'SavedViewChanges' });

const common = { origin: 'ours', tag: 'Saved views' } as const;
const read = requireScopes('admin:full', 'users:read');
const write = requireScopes('admin:full', 'users:write');
const viewId = { id: uuidParam('View') };
const adminsOnly = 'Only owners and admins can see this list.';
const notOwner = 'Only the view’s creator, owners and admins can change or delete a shared view.';

export const listSavedViews = declareRoute({
  ...common,
  method: 'GET',
  path: '/saved-views',
  summary: 'List saved views of a list',
  description: `Your own, and those that are shared, by position. Views of ${adminLists.map((name) => `\`${name}\``).join(', ')} are for owners and admins.`,
  access: read,
  query: { list },
  returns: paginated(savedView, { size: 'count', default: 100 }),
  fails: { 403: adminsOnly },
});

export const createSavedView = declareRoute({
  ...common,
  method: 'POST',
  path: '/saved-views',
  summary: 'Save a view of a list',
  description:
    'For yourself, or with `isShared` for everyone who can see the list. Default `position`: last.',
  access: write,
  body: newSavedView,
  returns: ok('view', savedView, 201),
  fails: { 400: 'You already have 100 views of this list.', 403: adminsOnly },
  examples: {
    body: {
      list: 'scheduled_events',
      name: 'Past events of sales',
      filters: { when: 'past', team: 'sales' },
      isShared: true,
    },
  },
});

export const updateSavedView = declareRoute({
  ...common,
  method: 'PATCH',
  path: '/saved-views/{id}',
  summary: 'Change a saved view of a list',
  description: 'Omitted fields stay as they are; `filters` are replaced as a whole.',
  access: write,
  params: viewId,
  body: savedViewChanges,
  returns: ok('view', savedView),
  fails: { 403: notOwner, 404: 'View not found.' },
  examples: { body: { name: 'Past events' } },
});

export const deleteSavedView = declareRoute({
  ...common,
  method: 'DELETE',
  path: '/saved-views/{id}',
  summary: 'Delete a saved view of a list',
  access: write,
  params: viewId,
  returns: message('View deleted.'),
  fails: { 403: notOwner, 404: 'View not found.' },
});
