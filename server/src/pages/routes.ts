import * as contract from '@daybook/contract/public';
import { listAvailability } from '../availability/public.ts';
import type { Ctx } from '../platform/context.ts';
import { serveVisitor, type Endpoint } from '../platform/http/serve.ts';
import {
  cancelOwnBooking,
  listOwnMoves,
  loadInviteeByKey,
  rescheduleOwn,
  type InviteeRow,
} from '../scheduled-events/public.ts';
import { bookOn, validateOn, type VisitorBooking } from './book-on.ts';
import { loadBooking, loadPublicPage, targetOf, workspaceOf, workspaceOfBooking, type Way } from './find.ts';
import { publicBookingView, publicPageView } from './view.ts';

const find = (runtime: Parameters<typeof workspaceOf>[0], { params }: { params: Way }) =>
  workspaceOf(runtime, params);

const readPage = async (ctx: Ctx, { params }: { params: Way }) =>
  publicPageView(ctx, await loadPublicPage(ctx, await targetOf(ctx, params)));

const readTimes = async (
  ctx: Ctx,
  { params, query }: { params: Way; query: Parameters<typeof listAvailability>[2] },
) => listAvailability(ctx, await targetOf(ctx, params), query);

const bookTime = (ctx: Ctx, { params, body }: { params: Way; body: VisitorBooking }) =>
  bookOn(ctx, params, body);

const validateDomain = {
  onSchemaError: (ctx: Ctx, fields: Partial<VisitorBooking>, { params }: { params: Way }) =>
    validateOn(ctx, params, fields),
};

interface Keyed {
  readonly params: { readonly uuid: string };
  readonly query: { readonly key?: string | undefined };
  readonly body?: { readonly key?: string | undefined } | undefined;
}

const keyOf = ({ query, body }: Keyed): string => query.key ?? body?.key ?? '';

const findOwn = (runtime: Parameters<typeof workspaceOfBooking>[0], input: Keyed) =>
  workspaceOfBooking(runtime, { uuid: input.params.uuid, key: keyOf(input) });

const inviteeOf = (ctx: Ctx, input: Keyed): Promise<InviteeRow> =>
  loadInviteeByKey(ctx, input.params.uuid, keyOf(input));

const showOwn = async (ctx: Ctx, { id }: InviteeRow) => publicBookingView(ctx, await loadBooking(ctx, id));

export const pagesEndpoints: readonly Endpoint[] = [
  serveVisitor(contract.readPublicPage, find, readPage),
  serveVisitor(contract.readPublicTimes, find, readTimes),
  serveVisitor(contract.bookPublicly, find, bookTime, validateDomain),
  serveVisitor(contract.readPublicTeamPage, find, readPage),
  serveVisitor(contract.readPublicTeamTimes, find, readTimes),
  serveVisitor(contract.bookTeamPublicly, find, bookTime, validateDomain),
  serveVisitor(contract.readPublicLink, find, readPage),
  serveVisitor(contract.readPublicLinkTimes, find, readTimes),
  serveVisitor(contract.bookThroughLink, find, bookTime, validateDomain),
  serveVisitor(contract.readPublicBooking, findOwn, async (ctx, input) =>
    showOwn(ctx, await inviteeOf(ctx, input)),
  ),
  serveVisitor(contract.readPublicBookingTimes, findOwn, async (ctx, input) =>
    listOwnMoves(ctx, await inviteeOf(ctx, input), input.query),
  ),
  serveVisitor(contract.cancelPublicBooking, findOwn, async (ctx, input) =>
    cancelOwnBooking(ctx, await inviteeOf(ctx, input), input.body.cancellationReason ?? null),
  ),
  serveVisitor(contract.reschedulePublicBooking, findOwn, async (ctx, input) => {
    const invitee = await inviteeOf(ctx, input);
    await rescheduleOwn(ctx, invitee, input.body);
    return showOwn(ctx, invitee);
  }),
];
