import { createHash } from 'node:crypto';
import { staying } from '@daybook/booking/address';
import { fieldsOf, whyNotValue, type FieldError, type FormModel, type Values } from '@daybook/booking/fields';
import type { Notice } from '@daybook/booking/model';
import { renderPage, renderZones } from '@daybook/booking/render';
import { spansOf } from '@daybook/booking/zones';
import { bookPublicly } from '@daybook/contract/public';
import { newBooking } from '@daybook/contract/scheduled-events';
import { zoneNames } from '@daybook/contract/zone-names.gen';
import { pageLoader } from '../availability/public.ts';
import { visitorActor, type Actor } from '../platform/auth/actor.ts';
import { inWorkspace, readInWorkspace, type Ctx, type Runtime } from '../platform/context.ts';
import { once } from '../platform/http/idempotency.ts';
import type { Shown, Visit } from '../platform/http/pages.ts';
import { Problem } from '../platform/problems.ts';
import { bookOn, holdOn, type VisitorBooking } from './book-on.ts';
import { loadPublicPage, targetOf, workspaceOf, type Way } from './find.ts';
import { newFormToken, useFormToken } from './form-token.ts';
import { aboutOf, formOf, pageModel, type Failed } from './page-model.ts';
import { readerOf } from './reader.ts';
import { bookingFrom, keptOf, neighboursOf, valuesIn } from './rules.ts';
import { loadTimes } from './times.ts';

/** A page to be booked: pick, then details. The address says which. */
export async function showPage(runtime: Runtime, visit: Visit, way: Way, failed?: Failed): Promise<Shown> {
  const actor = visitorActor(await workspaceOf(runtime, way), visit.address);
  return readInWorkspace(runtime, actor, async (ctx) => {
    const target = await targetOf(ctx, way);
    const page = await loadPublicPage(ctx, target);
    const reader = readerOf(runtime, visit, page);
    const { nonce } = visit;
    if (visit.query['zones'] === '1' && !failed) {
      const back = keptOf(visit.query);
      const about = aboutOf(ctx, page, 'token' in way);
      return {
        nonce,
        html: renderZones({ site: reader.site, about, zone: reader.zone, zones: zoneNames, back }),
        framers: page.embedOrigins,
      };
    }
    const model = await pageModel(ctx, target, page, {
      reader,
      query: failed ? { ...visit.query, ...chosenIn(failed.values) } : visit.query,
      token: newFormToken(runtime, failed?.formId),
      isLink: 'token' in way,
      api: apiOf(way),
      failed,
    });
    return {
      nonce,
      html: renderPage(model),
      cookies: reader.cookies,
      framers: page.embedOrigins,
      ...(failed && { status: statusOf(failed) }),
    };
  });
}

function apiOf(way: Way): string {
  if ('token' in way) return `/public/links/${way.token}`;
  if ('teamSlug' in way) return `/public/pages/team/${way.teamSlug}/${way.eventTypeSlug}`;
  return `/public/pages/${way.ownerSlug}/${way.eventTypeSlug}`;
}

/** A form that comes back shows the time it was for. */
function chosenIn(values: Values): Record<string, string> {
  const { date, start, zone, duration } = values;
  return {
    date: String(date ?? ''),
    time: String(start ?? ''),
    zone: String(zone ?? ''),
    duration: String(duration ?? ''),
  };
}

function statusOf({ notice }: Failed): number {
  return notice?.kind === 'taken' ? 409 : 422;
}

/** What the form of a page brings: books, and leads to the invitee's own page; else shows the form with what is wrong. */
export async function bookFromPage(runtime: Runtime, visit: Visit, way: Way): Promise<Shown> {
  const fields = withSlot(visit.form ?? new URLSearchParams());
  const actor = visitorActor(await workspaceOf(runtime, way), visit.address);
  const form = await readInWorkspace(runtime, actor, async (ctx) =>
    formOf(await loadPublicPage(ctx, await targetOf(ctx, way)), {
      query: visit.query,
      token: '',
      failed: undefined,
    }),
  );
  const values = valuesIn(fields, form);
  const id = await useFormToken(runtime, fields.get('token') ?? '');
  const again = (errors: Failed['errors'], notice: Notice | null, holdId?: string) =>
    showPage(runtime, visit, way, { values, errors, notice, formId: id, holdId });
  if (id === undefined || fields.get('website')) return again({}, { kind: 'tooMany', neighbours: [] });
  const { locale } = readerOf(runtime, visit).site;
  const booking = bookingFrom(values, form, visit.query, locale.tag);
  const correct = async (errors: Failed['errors']) =>
    again(errors, { kind: 'checkFields', neighbours: [] }, await keepTime(runtime, actor, way, booking, id));
  const given = bookPublicly.body?.safeParse(booking);
  const errors = {
    ...errorsOf(form, values),
    ...(given?.success === false && errorsIn(given.error.issues, form)),
  };
  if (Object.keys(errors).length > 0) return correct(errors);
  if (!given?.success) return again({}, { kind: 'notOffered', neighbours: [] });

  try {
    // The same form sent twice books once; sent with other words, it is another booking.
    const key = `${id} ${createHash('sha256').update(fields.toString()).digest('base64url')}`;
    const request = { key, secret: key, method: 'POST', url: visit.path, body: null };
    const answer = await inWorkspace(runtime, actor, (ctx) =>
      once(ctx, request, async () => ({
        status: 201,
        body: (await bookOn(ctx, way, given.data, id)).bookingUrl,
      })),
    );
    const address = new URL(answer.body);
    return { redirect: staying(visit, `${address.pathname}${address.search}&done=booked`) };
  } catch (error) {
    if (!(error instanceof Problem) || error.message === 'This link has been used.') throw error;
    if (error.status === 409) return again({}, await takenNotice(runtime, visit, way, given.data));
    const wrong = (error.body as { errors?: Record<string, string[]> }).errors;
    if (error.status !== 422 || !wrong) throw error;
    if (wrong['start'] || wrong['offset'] || wrong['duration'])
      return again({}, { kind: 'notOffered', neighbours: [] });
    const issues = Object.keys(wrong).map((path) => ({ path: path.split('.') }));
    return correct(errorsIn(issues, form));
  }
}

const time = newBooking.pick({ date: true, start: true, timeZone: true, offset: true, duration: true });

/** While somebody corrects a form its time stays theirs, if it can; if not, they hear of it when they send it again. */
async function keepTime(
  runtime: Runtime,
  actor: Actor,
  way: Way,
  booking: object,
  formId: string,
): Promise<string | undefined> {
  const { data } = time.safeParse(booking);
  if (!data) return undefined;
  try {
    return (await inWorkspace(runtime, actor, (ctx) => holdOn(ctx, way, data, formId))).id;
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}

/** A neighbour of a time that was taken is a button of the same form. */
function withSlot(fields: URLSearchParams): URLSearchParams {
  const [date, start] = (fields.get('slot') ?? '').split(' ');
  if (!date || !start) return fields;
  const changed = new URLSearchParams(fields);
  changed.set('date', date);
  changed.set('start', start);
  changed.delete('offset');
  changed.delete('slot');
  return changed;
}

function errorsOf(form: FormModel, values: Values): Record<string, FieldError> {
  const location = String(values['location'] ?? '');
  return Object.fromEntries(
    fieldsOf(form, location).flatMap((field) => {
      const value = values[field.name] ?? '';
      const why = whyNotValue(field, typeof value === 'string' ? [value] : value);
      return why ? [[field.name, why]] : [];
    }),
  );
}

/** The API's own findings, at the fields of the form. Times have none: they are said above it. */
function errorsIn(
  issues: readonly { readonly path: readonly PropertyKey[] }[],
  form: FormModel,
): Record<string, FieldError> {
  const names: Readonly<Record<string, string>> = {
    name: form.splitName ? 'firstName' : 'name',
    email: 'email',
    phone: 'phone',
    guests: 'guests',
    location: 'location',
    locationId: 'location',
    locationOptions: 'address',
  };
  return Object.fromEntries(
    issues.flatMap(({ path }) => {
      const [field, index] = path.map(String);
      const question = field === 'question_answers' ? form.questions[Number(index)] : undefined;
      const name = question ? `q${question.id}` : names[field ?? ''];
      return name ? [[name, 'invalid' as const]] : [];
    }),
  );
}

async function takenNotice(
  runtime: Runtime,
  visit: Visit,
  way: Way,
  wanted: Pick<VisitorBooking, 'date' | 'start' | 'timeZone' | 'duration' | 'seats'>,
): Promise<Notice> {
  const actor = visitorActor(await workspaceOf(runtime, way), visit.address);
  const near = async (ctx: Ctx) => {
    const { duration, seats } = wanted;
    const loadQuery = pageLoader(ctx, await targetOf(ctx, way), { duration, seats });
    const reader = { ...readerOf(runtime, visit), zone: wanted.timeZone };
    return loadTimes(loadQuery, reader, { date: wanted.date }, ctx.now);
  };
  const times = await readInWorkspace(runtime, actor, near);
  const spans = spansOf(times.zones, times.zoneIndex);
  return { kind: 'taken', neighbours: neighboursOf(times.starts, spans, wanted) };
}
