import * as contract from '@daybook/contract/favorites';
import { serve, type Endpoint } from '../platform/http/serve.ts';
import { addFavorite, orderFavorites, readFavorites, removeFavorite } from './favorites.ts';

export const favoritesEndpoints: readonly Endpoint[] = [
  serve(contract.listFavorites, readFavorites),
  serve(contract.addFavorite, (ctx, { body }) => addFavorite(ctx, body)),
  serve(contract.orderFavorites, (ctx, { body }) => orderFavorites(ctx, body.uuids)),
  serve(contract.removeFavorite, (ctx, { params }) => removeFavorite(ctx, params.uuid)),
];
