import { buildBookingDocument } from './booking.tsx';
import type { CheckoutModel } from './checkout-model.ts';
import { buildCheckoutDocument } from './checkout.tsx';
import { buildEmbeddingDocument } from './embedding.tsx';
import type { ErrorModel } from './error-model.ts';
import { buildErrorDocument } from './error.tsx';
import { buildHomeDocument } from './home.tsx';
import type {
  BookingModel,
  EmbeddingModel,
  HomeModel,
  OwnerModel,
  PageModel,
  RoutingResultModel,
  RoutingFormModel,
  UnsubscribeModel,
  ZonesModel,
} from './model.ts';
import { buildOwnerDocument } from './owner.tsx';
import { buildPageDocument, buildZonesDocument } from './page.tsx';
import type { PollModel } from './poll-model.ts';
import { buildPollDocument } from './poll.tsx';
import type { RequestModel } from './request-model.ts';
import { buildRequestDocument } from './request.tsx';
import { buildRoutingResultDocument, buildRoutingFormDocument } from './routing.tsx';
import { buildUnsubscribeDocument } from './unsubscribe.tsx';
import type { WaitlistModel } from './waitlist-model.ts';
import { buildWaitlistDocument } from './waitlist.tsx';

/** What the server calls: each function renders one model to a whole HTML document. */

export function renderPage(model: PageModel): string {
  return buildPageDocument(model);
}

export function renderZones(model: ZonesModel): string {
  return buildZonesDocument(model);
}

export function renderBooking(model: BookingModel): string {
  return buildBookingDocument(model);
}

export function renderCheckout(model: CheckoutModel): string {
  return buildCheckoutDocument(model);
}

export function renderRequest(model: RequestModel): string {
  return buildRequestDocument(model);
}

export function renderWaitlist(model: WaitlistModel): string {
  return buildWaitlistDocument(model);
}

export function renderPoll(model: PollModel): string {
  return buildPollDocument(model);
}

export function renderOwner(model: OwnerModel): string {
  return buildOwnerDocument(model);
}

export function renderHome(model: HomeModel): string {
  return buildHomeDocument(model);
}

export function renderError(model: ErrorModel): string {
  return buildErrorDocument(model);
}

export function renderRoutingForm(model: RoutingFormModel): string {
  return buildRoutingFormDocument(model);
}

export function renderRoutingResult(model: RoutingResultModel): string {
  return buildRoutingResultDocument(model);
}

export function renderUnsubscribe(model: UnsubscribeModel): string {
  return buildUnsubscribeDocument(model);
}

export function renderEmbedding(model: EmbeddingModel): string {
  return buildEmbeddingDocument(model);
}
