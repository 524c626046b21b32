import type { About, Notice, PageModel, PickData, Place } from '@daybook/booking/model';
import type { FieldError, FormModel, Values } from '@daybook/booking/fields';
import { minuteFloor } from '@daybook/engine/dates';
import { pageLoader, type Target } from '../availability/public.ts';
import type { Ctx } from '../platform/context.ts';
import type { Reader } from './reader.ts';
import { keptOf, prefilled, seatsIn } from './rules.ts';
import { listSeatsLeft, type PageLocation, type PublicPageRow } from './store.ts';
import { loadTimes } from './times.ts';
import { publicPageView } from './view.ts';

/** What was tried with a form and could not be done. */
export interface Failed {
  readonly values: Values;
  readonly errors: Readonly<Record<string, FieldError>>;
  readonly notice: Notice | null;
  /** The form that comes back is the same one: what it holds stays its own. */
  readonly formId?: string | undefined;
  readonly holdId?: string | undefined;
}

interface Asked {
  readonly reader: Reader;
  readonly query: Readonly<Record<string, string>>;
  readonly token: string;
  /** A link is for whoever has it. */
  readonly isLink: boolean;
  readonly api: string;
  readonly failed?: Failed | undefined;
}

/** A page with its times, for one reader. */
export async function pageModel(
  ctx: Ctx,
  target: Target,
  page: PublicPageRow,
  asked: Asked,
): Promise<PageModel> {
  const { reader, query, failed } = asked;
  const duration = page.durations.find((minutes) => String(minutes) === query['duration']);
  const form = formOf(page, asked);
  const options = { duration, seats: form.seats, exceptId: failed?.holdId };
  const times = await loadTimes(pageLoader(ctx, target, options), reader, query, ctx.now);
  const group = page.type === 'GROUP' ? await groupOf(ctx, page, form.seats) : null;
  return {
    site: reader.site,
    about: aboutOf(ctx, page, asked.isLink),
    pick: pickOf(reader, times, { mode: 'book', query, api: `${asked.api}/availability`, group }),
    form,
    errors: failed?.errors ?? {},
    notice: failed?.notice ?? null,
  };
}

const mostBegun = 300;

async function groupOf(ctx: Ctx, page: PublicPageRow, asked: number): Promise<PickData['group']> {
  const begun = await listSeatsLeft(ctx, page.id, mostBegun);
  const left = begun.map(({ startsAt, left: seats }) => [minuteFloor(Date.parse(startsAt)), seats] as const);
  return { asked, seats: page.maxActiveInvitees, left };
}

interface Picked extends Pick<PickData, 'mode' | 'group'> {
  readonly query: Readonly<Record<string, string>>;
  readonly api: string;
}

export function pickOf(
  { site }: Reader,
  times: Awaited<ReturnType<typeof loadTimes>>,
  { mode, query, api, group }: Picked,
): PickData {
  const { required, notTicked, invalidEmail, invalidPhone, invalidGuests, checkFields } = site.words.form;
  return {
    ...times,
    mode,
    group,
    path: site.path,
    kept: keptOf(query),
    availability: api,
    locale: site.locale,
    words: site.words.pick,
    errors: { required, notTicked, invalidEmail, invalidPhone, invalidGuests, checkFields },
  };
}

export function formOf(
  page: PublicPageRow,
  { query, token, failed }: Pick<Asked, 'query' | 'token' | 'failed'>,
): FormModel {
  const shape = {
    mode: 'book',
    splitName: page.inviteeNameFormat === 'FIRST_AND_LAST_NAME',
    asksPhone: page.asksPhone,
    places: page.locations.map(placeOf),
    questions: page.questions,
    host: page.ownerName,
    seats: seatsIn(query, page),
    token,
  } as const;
  return { ...shape, values: failed?.values ?? prefilled(query, shape) };
}

export function placeOf({ id, type, address, details, phone }: PageLocation): Place {
  return { id, type, address: address ?? null, details: details ?? null, phone: phone ?? null };
}

export function aboutOf(ctx: Ctx, page: PublicPageRow, isLink: boolean): About {
  const { schedulingUrl, owner } = publicPageView(ctx, page);
  return {
    title: page.title,
    organization: page.organization,
    ownerName: page.ownerName,
    ownerPath: new URL(owner.url).pathname,
    hosts: page.hosts.map(({ name }) => name),
    description: page.description,
    color: page.color,
    duration: page.duration,
    durations: page.durations,
    seats: page.type === 'GROUP' ? page.maxActiveInvitees : 1,
    places: page.locations.map(placeOf),
    price: page.price === null ? null : `${page.price} ${page.currency ?? ''}`.trim(),
    indexable: !page.isSecret && !isLink,
    canonical: schedulingUrl,
  };
}
