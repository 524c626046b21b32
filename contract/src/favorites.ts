import { z } from 'zod';
import { message, ok } from './envelopes.ts';
import { uuid, uuidParam } from './fields.ts';
import { declareRoute } from './route.ts';
import { requireScopes } from './scopes.ts';

/** What a user keeps within reach, in their order. */

export const favorite = z
  .object({
    uuid,
    kind: z.enum(['record', 'view', 'page']),
    objectSlug: z.string().nullable().meta({ description: 'Of a record or view', example: 'deals' }),
    id: uuid.meta({ description: 'Of the record, view or event type' }),
    title: z.string().meta({ description: 'Its current name; empty if it has none' }),
  })
  .meta({ id: 'Favorite' });

const kind = z.enum(['record', 'view', 'page']).meta({ description: '`page`: an event type' });

/** Enough for a rail; what is used less often is found by search. */
export const maxFavorites = 50;

const common = { origin: 'ours', tag: 'Favorites' } as const;
const read = requireScopes('admin:full', 'users:read');
const write = requireScopes('admin:full', 'users:write');

export const listFavorites = declareRoute({
  ...common,
  method: 'GET',
  path: '/favorites',
  summary: 'List your favorites in your order',
  description:
    'What was deleted or can’t be seen any longer is left out. A token sees records and views with `crm:read`.',
  access: read,
  returns: ok('favorites', z.array(favorite)),
});

export const addFavorite = declareRoute({
  ...common,
  method: 'POST',
  path: '/favorites',
  summary: 'Add a favorite',
  description: `At the end of the list, which has up to ${maxFavorites}. One that is in the list already stays where it is.`,
  access: write,
  body: z.object({
    kind,
    objectSlug: z.string().max(60).optional().meta({ description: 'Required for a record or view' }),
    id: uuid,
  }),
  returns: ok('favorite', favorite, 201),
  fails: { 409: `You already have ${maxFavorites} favorites.` },
  examples: {
    body: { kind: 'record', objectSlug: 'people', id: '0198c2f4-6a10-7c3e-9d51-3f0f4a1b2c3d' },
  },
});

export const orderFavorites = declareRoute({
  ...common,
  method: 'PUT',
  path: '/favorites/order',
  summary: 'Put your favorites in another order',
  description: 'Favorites that are not named follow in their former order.',
  access: write,
  body: z.object({ uuids: z.array(uuid).max(maxFavorites) }),
  returns: ok('favorites', z.array(favorite)),
});

export const removeFavorite = declareRoute({
  ...common,
  method: 'DELETE',
  path: '/favorites/{uuid}',
  summary: 'Remove a favorite',
  access: write,
  params: { uuid: uuidParam('Favorite') },
  returns: message('Favorite removed.'),
  fails: { 404: 'Favorite not found.' },
});
