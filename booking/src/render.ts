import { bookingDocument } from './booking.tsx';
import type { CheckoutModel } from './checkout-model.ts';
import { checkoutDocument } from './checkout.tsx';
import { embeddingDocument } from './embedding.tsx';
import type { ErrorModel } from './error-model.ts';
import { errorDocument } from './error.tsx';
import { homeDocument } from './home.tsx';
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
import { ownerDocument } from './owner.tsx';
import { pageDocument, zonesDocument } from './page.tsx';
import type { PollModel } from './poll-model.ts';
import { pollDocument } from './poll.tsx';
import type { RequestModel } from './request-model.ts';
import { requestDocument } from './request.tsx';
import { routingResultDocument, routingFormDocument } from './routing.tsx';
import { unsubscribeDocument } from './unsubscribe.tsx';
import type { WaitlistModel } from './waitlist-model.ts';
import { waitlistDocument } from './waitlist.tsx';

/** What the server calls: each function renders one model to a whole HTML document. */

export function renderPage(model: PageModel): string {
  return pageDocument(model);
}

export function renderZones(model: ZonesModel): string {
  return zonesDocument(model);
}

export function renderBooking(model: BookingModel): string {
  return bookingDocument(model);
}

export function renderCheckout(model: CheckoutModel): string {
  return checkoutDocument(model);
}

export function renderRequest(model: RequestModel): string {
  return requestDocument(model);
}

export function renderWaitlist(model: WaitlistModel): string {
  return waitlistDocument(model);
}

export function renderPoll(model: PollModel): string {
  return pollDocument(model);
}

export function renderOwner(model: OwnerModel): string {
  return ownerDocument(model);
}

export function renderHome(model: HomeModel): string {
  return homeDocument(model);
}

export function renderError(model: ErrorModel): string {
  return errorDocument(model);
}

export function renderRoutingForm(model: RoutingFormModel): string {
  return routingFormDocument(model);
}

export function renderRoutingResult(model: RoutingResultModel): string {
  return routingResultDocument(model);
}

export function renderUnsubscribe(model: UnsubscribeModel): string {
  return unsubscribeDocument(model);
}

export function renderEmbedding(model: EmbeddingModel): string {
  return embeddingDocument(model);
}
