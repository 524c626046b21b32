import * as contract from '@daybook/contract/event-types';
import * as linksContract from '@daybook/contract/links';
import type { Ctx } from '../platform/context.ts';
import { setETag } from '../platform/http/etag.ts';
import type { Exchange } from '../platform/http/exchange.ts';
import { serve, type Endpoint } from '../platform/http/serve.ts';
import { buildLinkUrl, buildPageUri } from '../platform/urls.ts';
import { loadReadable, resolveListFilter } from './access.ts';
import { createEventType, validateNewEventType } from './create.ts';
import { createLink, createSingleUseLink, deleteLink, listLinks, validateLink } from './links.ts';
import { moveEventType } from './move.ts';
import { previewEventType } from './preview.ts';
import { countPages, listPages } from './list.store.ts';
import type { PageRow } from './store.ts';
import { deleteEventType, updateEventType, validateEventType } from './update.ts';
import {
  serializeLink,
  serializePageRead,
  serializePage,
  serializePricedPage,
  serializeSettings,
} from './view.ts';

export const eventTypesEndpoints: readonly Endpoint[] = [
  serve(contract.listEventTypes, async (ctx, { query, page }) => {
    const filter = await resolveListFilter(ctx, query);
    if (!filter) return { items: [], total: 0 };
    return {
      items: (await listPages(ctx, filter, query.sort, page)).map((row) =>
        query.includePrice ? serializePricedPage(ctx, row) : serializePage(ctx, row),
      ),
      total: await countPages(ctx, filter),
    };
  }),
  serve(contract.readEventType, async (ctx, { params }) =>
    serializePageRead(ctx, await loadReadable(ctx, params.uuid)),
  ),
  serve(contract.readEventTypeSettings, async (ctx, { params }, exchange) =>
    showSettings(ctx, await loadReadable(ctx, params.uuid), exchange),
  ),
  serve(contract.createSingleUseLink, async (ctx, { params, query }) => {
    const { token, page } = await createSingleUseLink(ctx, params.uuid, query.price);
    return {
      success: true as const,
      link: buildLinkUrl(ctx, token),
      eventTypeUri: buildPageUri(ctx, page.id),
    };
  }),
  serve(
    contract.createEventType,
    async (ctx, { body }, exchange) => showSettings(ctx, await createEventType(ctx, body), exchange),
    { onSchemaError: validateNewEventType },
  ),
  serve(
    contract.updateEventType,
    async (ctx, { params, body }, exchange) => {
      const page = await updateEventType(ctx, params.uuid, body, exchange.header('if-match'));
      return showSettings(ctx, page, exchange);
    },
    { onSchemaError: validateEventType },
  ),
  serve(contract.moveEventType, (ctx, { params, body }) => moveEventType(ctx, params.uuid, body.after)),
  serve(contract.previewEventType, (ctx, { params, body }) =>
    previewEventType(ctx, params.uuid, body.changes),
  ),
  serve(contract.deleteEventType, (ctx, { params }) => deleteEventType(ctx, params.uuid)),
  serve(linksContract.listLinks, async (ctx, { query, page }) => {
    const { rows, total } = await listLinks(ctx, query, page);
    return { items: rows.map((row) => serializeLink(ctx, row)), total };
  }),
  serve(linksContract.createLink, async (ctx, { body }) => serializeLink(ctx, await createLink(ctx, body)), {
    onSchemaError: validateLink,
  }),
  serve(linksContract.deleteLink, (ctx, { params }) => deleteLink(ctx, params.token)),
];

/** With the version of the page, for the next change. */
function showSettings(ctx: Ctx, page: PageRow, exchange: Exchange): ReturnType<typeof serializeSettings> {
  setETag(exchange, page.updated_at);
  return serializeSettings(ctx, page);
}
