import { buildEmbeddedUrl } from '@daybook/booking/address';
import {
  getCountryField,
  buildQuestionField,
  validateFields,
  type Field,
  type FieldErrors,
  type Values,
} from '@daybook/booking/fields';
import { renderRoutingForm, renderRoutingResult } from '@daybook/booking/render';
import { createVisitorActor, type Actor } from '../platform/auth/actor.ts';
import { readInWorkspace, type Ctx, type Runtime } from '../platform/context.ts';
import type { PageResponse, Visit } from '../platform/http/pages.ts';
import { addCallingCode } from '../platform/phone.ts';
import { Problem } from '../platform/problems.ts';
import { buildFormUrl, buildImagePath } from '../platform/urls.ts';
import { findFormWorkspace, findOrganization, loadOpenForm, submitForm } from '../routing/public.ts';
import { listPhoneCountries } from './phone-countries.ts';
import { checkFormToken, createFormToken, submitOnce } from './form-token.ts';
import { resolveReader } from './reader.ts';
import { filterUtmParams } from './rules.ts';

/** The questions of a routing form. */
export async function showRoutingForm(runtime: Runtime, visit: Visit): Promise<PageResponse> {
  const visitor = await loadVisitor(runtime, visit);
  const form = await readInWorkspace(runtime, visitor, (ctx) => loadForm(ctx, visit));
  return renderForm(runtime, visit, form);
}

/** Stores the answers, and redirects to a booking page or another site, or shows a message. */
export async function submitRoutingForm(runtime: Runtime, visit: Visit): Promise<PageResponse> {
  const visitor = await loadVisitor(runtime, visit);
  const form = await readInWorkspace(runtime, visitor, (ctx) => loadForm(ctx, visit));
  const fields = visit.form ?? new URLSearchParams();
  const values = submittedValues(fields, form.fields);
  const reject = (rejection: Omit<Rejection, 'values'>): PageResponse =>
    renderForm(runtime, visit, form, { ...rejection, values });

  const tokenId = await checkFormToken(runtime, fields);
  if (tokenId === undefined) return reject({ errors: {}, mustSendAgain: true });

  const errors = validateFields(form.fields, values);
  if (Object.keys(errors).length > 0) return reject({ errors, mustSendAgain: false });

  const submission = {
    answers: Object.fromEntries(
      form.inputIds.map((inputId, index) => [inputId, answerOf(values, form.fields[index])]),
    ),
    utm: filterUtmParams(visit.query),
    adAttribution: adAttribution(runtime, visit),
  };
  try {
    const route = await submitOnce(runtime, visitor, { visit, tokenId, fields }, async (ctx) =>
      JSON.stringify((await submitForm(ctx, form.slug, submission)).route),
    );
    return followRoute(runtime, visit, JSON.parse(route) as Route, form.embedOrigins);
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 422) throw error;
    return reject({ errors: answerErrors(error), mustSendAgain: false });
  }
}

/** A submission that was not accepted. */
interface Rejection {
  readonly values: Values;
  readonly errors: FieldErrors;
  readonly mustSendAgain: boolean;
}

type Route = Awaited<ReturnType<typeof submitForm>>['route'];
type Form = Awaited<ReturnType<typeof loadForm>>;

async function loadVisitor(runtime: Runtime, visit: Visit): Promise<Actor> {
  return createVisitorActor(await findFormWorkspace(runtime, visit.params['slug'] ?? ''), visit.ip);
}

async function loadForm(ctx: Ctx, { params: { slug = '' } }: Visit) {
  const row = await loadOpenForm(ctx, slug);
  const organization = await findOrganization(ctx);
  return {
    slug,
    name: row.name,
    headline: row.headline,
    organization: { name: organization.name, logo: buildImagePath(organization.logo) },
    color: organization.brandColor,
    embedOrigins: organization.embedOrigins,
    canonical: buildFormUrl(ctx, slug),
    inputIds: row.fields.map(({ inputId }) => inputId),
    fields: row.fields.map((field) => buildQuestionField(fieldName(field.inputId), field)),
  };
}

/** With a prefix, so that no input of a form can be called like a field of ours, such as `token`. */
function fieldName(inputId: string): string {
  return `f_${inputId}`;
}

function renderForm(runtime: Runtime, visit: Visit, form: Form, rejection?: Rejection): PageResponse {
  const reader = resolveReader(runtime, visit);
  const { site, cookies } = reader;
  const prefilled = Object.fromEntries(
    form.inputIds.map((inputId) => [fieldName(inputId), visit.query[inputId]?.slice(0, 500) ?? '']),
  );
  const html = renderRoutingForm({
    site,
    name: form.name,
    headline: form.headline,
    organization: form.organization,
    color: form.color,
    canonical: form.canonical,
    fields: form.fields,
    form: {
      ...noBooking,
      phoneCountries: listPhoneCountries(reader),
      token: createFormToken(runtime),
      values: rejection?.values ?? prefilled,
    },
    errors: rejection?.errors ?? {},
    mustSendAgain: rejection?.mustSendAgain ?? false,
  });
  const { nonce } = visit;
  return { nonce, html, cookies, frameAncestors: form.embedOrigins, ...(rejection && { status: 422 }) };
}

const noBooking = {
  mode: 'book',
  splitName: false,
  asksPhone: false,
  places: [],
  questions: [],
  host: '',
  seats: 1,
  recurrence: null,
  confirmation: null,
} as const;

function submittedValues(fields: URLSearchParams, of: readonly Field[]): Values {
  return Object.fromEntries(
    of.flatMap((field) => [
      [field.name, submittedValue(fields, field)],
      ...(field.kind === 'phone'
        ? [[getCountryField(field.name), fields.get(getCountryField(field.name)) ?? '']]
        : []),
    ]),
  );
}

/** A phone number with the code of the country that was chosen beside it. */
function answerOf(values: Values, field: Field | undefined): Values[string] | undefined {
  const value = field && values[field.name];
  if (field?.kind !== 'phone') return value;
  return addCallingCode(String(value ?? '').trim(), String(values[getCountryField(field.name)] ?? ''));
}

function submittedValue(fields: URLSearchParams, { name, kind }: Field): string | string[] {
  return kind === 'choices' || kind === 'consent'
    ? fields.getAll(name).slice(0, 100)
    : (fields.get(name) ?? '').slice(0, 6000);
}

const clickIdNames = ['gclid', 'gbraid', 'wbraid', 'fbclid', 'fbp', 'fbc'] as const;

function adAttribution({ config, host }: Runtime, { query, path }: Visit): Record<string, string> | null {
  const clickIds = clickIdNames.flatMap((name) => {
    const value = query[name];
    return value === undefined ? [] : [[name, value.slice(0, 2000)] as const];
  });
  if (clickIds.length === 0) return null;
  const landingUrl = `${host?.url ?? config.publicUrl}${path}?${new URLSearchParams(query).toString()}`.slice(
    0,
    2000,
  );
  return { ...Object.fromEntries(clickIds), landingUrl };
}

/**
 * A booking page of ours by a redirect. Another site by a page that refreshes to it: the policy forbids our forms to
 * redirect elsewhere.
 */
function followRoute(
  runtime: Runtime,
  visit: Visit,
  route: Route,
  frameAncestors: readonly string[] | null,
): PageResponse {
  if (route.type === 'EVENT_TYPE' && route.url) {
    const { pathname, search } = new URL(route.url);
    return { redirect: buildEmbeddedUrl(visit, pathname + search) };
  }
  const { site } = resolveReader(runtime, visit);
  const message = route.url ? null : (route.headline ?? site.words.site.thanks);
  const html = renderRoutingResult({ site, message, redirectUrl: route.url });
  return { nonce: visit.nonce, html, frameAncestors };
}

function answerErrors({ body }: Problem): FieldErrors {
  const { errors = {} } = body as { errors?: Record<string, string[]> };
  return Object.fromEntries(
    Object.keys(errors).map((path) => [fieldName(path.replace(/^answers\./, '')), 'invalid' as const]),
  );
}
