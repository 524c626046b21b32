import { bookingDocument } from './booking.tsx';
import { embeddingDocument } from './embedding.tsx';
import type {
  BookingModel,
  EmbeddingModel,
  MissingModel,
  OwnerModel,
  PageModel,
  RoutedModel,
  RoutingModel,
  ZonesModel,
} from './model.ts';
import { missingDocument, ownerDocument } from './others.tsx';
import { pageDocument, zonesDocument } from './page.tsx';
import { routedDocument, routingDocument } from './routing.tsx';

/** What the server calls: a model in, a page of HTML out. */

export function renderPage(model: PageModel): string {
  return pageDocument(model);
}

export function renderZones(model: ZonesModel): string {
  return zonesDocument(model);
}

export function renderBooking(model: BookingModel): string {
  return bookingDocument(model);
}

export function renderOwner(model: OwnerModel): string {
  return ownerDocument(model);
}

export function renderMissing(model: MissingModel): string {
  return missingDocument(model);
}

export function renderRouting(model: RoutingModel): string {
  return routingDocument(model);
}

export function renderRouted(model: RoutedModel): string {
  return routedDocument(model);
}

export function renderEmbedding(model: EmbeddingModel): string {
  return embeddingDocument(model);
}
