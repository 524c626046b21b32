import { randomBytes } from 'node:crypto';
import type { Values } from '@daybook/booking/fields';
import { renderPage, renderZones } from '@daybook/booking/render';
import { zoneNames } from '@daybook/contract/zone-names.gen';
import { readInWorkspace, type Ctx, type Runtime } from '../platform/context.ts';
import type { Html, PageResponse, Visit } from '../platform/http/pages.ts';
import { shareReads } from '../platform/share-reads.ts';
import { loadVisitedPage, loadVisitor, type BookingPage, type PageAddress } from './find.ts';
import { createFormToken } from './form-token.ts';
import { describePage, buildPageModel, type Rejection } from './page-model.ts';
import { listReaderInput, resolveReader } from './reader.ts';
import { filterCarriedQuery } from './rules.ts';

/** Stand for what each visitor gets another one of, in a page that several visitors share. */
const placeholders = {
  nonce: randomBytes(18).toString('base64url'),
  token: randomBytes(18).toString('base64url'),
};

const sharePages = shareReads<Html>();

/** A booking page: the picker or, once the URL has a time, the form. Many who open it at once share what is rendered. */
export async function showPage(runtime: Runtime, visit: Visit, address: PageAddress): Promise<PageResponse> {
  const { nonce, token } = placeholders;
  const shown = await sharePages(
    runtime.database,
    JSON.stringify([visit.path, runtime.host?.url, listReaderInput(visit)]),
    async () => {
      const visitor = await loadVisitor(runtime, visit, address);
      return readInWorkspace(runtime, visitor, async (ctx) => {
        const page = await loadVisitedPage(ctx, address, visit);
        return showVisited(ctx, runtime, { ...visit, nonce }, page, token);
      });
    },
  );
  const html = shown.html.replaceAll(nonce, visit.nonce).replaceAll(token, createFormToken(runtime));
  return { ...shown, nonce: visit.nonce, html };
}

export async function showVisited(
  ctx: Ctx,
  runtime: Runtime,
  visit: Visit,
  page: BookingPage,
  token = createFormToken(runtime),
): Promise<Html> {
  return visit.query['zones'] === '1' && page.lockedTimezone === null
    ? zoneList(ctx, runtime, visit, page)
    : renderBookingPage(ctx, runtime, visit, page, { token });
}

function zoneList(ctx: Ctx, runtime: Runtime, visit: Visit, page: BookingPage): Html {
  const { site, zone } = resolveReader(runtime, visit, page);
  const html = renderZones({
    site,
    about: describePage(ctx, page, site.locale),
    zone,
    zones: zoneNames,
    carriedQuery: { ...filterCarriedQuery(visit.query), ...chosenDay(visit.query) },
  });
  return { nonce: visit.nonce, html, frameAncestors: page.embedOrigins };
}

/** A change of the zone keeps the day. */
function chosenDay({ month, date }: Visit['query']): Record<string, string> {
  return { ...(month !== undefined && { month }), ...(date !== undefined && { date }) };
}

/** With a rejection, the form as it was submitted, with what is wrong. */
export async function renderBookingPage(
  ctx: Ctx,
  runtime: Runtime,
  visit: Visit,
  page: BookingPage,
  { token, rejection }: { readonly token: string; readonly rejection?: Rejection },
): Promise<Html> {
  const query = rejection ? { ...visit.query, ...submittedChoice(rejection.values) } : visit.query;
  const reader = resolveReader(runtime, { ...visit, query }, page);
  const model = await buildPageModel(ctx, page, {
    reader,
    query,
    token,
    rejection,
  });
  return {
    nonce: visit.nonce,
    html: renderPage(model),
    cookies: reader.cookies,
    frameAncestors: page.embedOrigins,
    ...(rejection && { status: statusOf(rejection.kind) }),
  };
}

/** A code that was mailed is the next step, nothing that is wrong. */
function statusOf(kind: Rejection['kind']): number {
  if (kind === 'confirmAddress') return 200;
  return kind === 'taken' || kind === 'someTaken' ? 409 : 422;
}

/** A rejected form is shown for the time it was submitted with. */
function submittedChoice({ date, start, zone, duration }: Values): Record<string, string> {
  return {
    date: String(date ?? ''),
    time: String(start ?? ''),
    zone: String(zone ?? ''),
    duration: String(duration ?? ''),
  };
}
