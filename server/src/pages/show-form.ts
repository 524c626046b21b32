import { createHash } from 'node:crypto';
import { staying } from '@daybook/booking/address';
import { fieldFor, whyNotValue, type Field, type FieldError, type Values } from '@daybook/booking/fields';
import { renderRouted, renderRouting } from '@daybook/booking/render';
import { visitorActor } from '../platform/auth/actor.ts';
import { inWorkspace, readInWorkspace, type Runtime } from '../platform/context.ts';
import { once } from '../platform/http/idempotency.ts';
import type { Shown, Visit } from '../platform/http/pages.ts';
import { Problem } from '../platform/problems.ts';
import { formUrl } from '../platform/urls.ts';
import { findFormWorkspace, findOrganization, loadOpenForm, submit } from '../routing/public.ts';
import { newFormToken, useFormToken } from './form-token.ts';
import { readerOf } from './reader.ts';
import { utmOf } from './rules.ts';

interface Again {
  readonly values: Values;
  readonly errors: Readonly<Record<string, FieldError>>;
  readonly isTooMany: boolean;
}

/** A routing form's questions. */
export async function showForm(runtime: Runtime, visit: Visit, again?: Again): Promise<Shown> {
  const slug = visit.params['slug'] ?? '';
  const actor = visitorActor(await findFormWorkspace(runtime, slug), visit.address);
  return readInWorkspace(runtime, actor, async (ctx) => {
    const row = await loadOpenForm(ctx, slug);
    const organization = await findOrganization(ctx);
    const { site, cookies } = readerOf(runtime, visit);
    const fields = row.fields.map((field) => fieldFor(nameOf(field.inputId), field));
    const asked = row.fields.map(({ inputId }) => [
      nameOf(inputId),
      visit.query[inputId]?.slice(0, 500) ?? '',
    ]);
    const html = renderRouting({
      site,
      name: row.name,
      headline: row.headline,
      organization: organization.name,
      canonical: formUrl(ctx, slug),
      fields,
      form: {
        ...noBooking,
        token: newFormToken(runtime),
        values: again?.values ?? Object.fromEntries(asked),
      },
      errors: again?.errors ?? {},
      isTooMany: again?.isTooMany ?? false,
    });
    const framers = organization.embedOrigins;
    return { nonce: visit.nonce, html, cookies, framers, ...(again && { status: 422 }) };
  });
}

const noBooking = {
  mode: 'book',
  splitName: false,
  asksPhone: false,
  places: [],
  questions: [],
  host: '',
  seats: 1,
} as const;

/** Names of fields are ours, whatever the form calls them. */
function nameOf(inputId: string): string {
  return `f_${inputId}`;
}

/** Takes the answers, and leads on to a page, another site or a message. */
export async function submitForm(runtime: Runtime, visit: Visit): Promise<Shown> {
  const slug = visit.params['slug'] ?? '';
  const given = visit.form ?? new URLSearchParams();
  const actor = visitorActor(await findFormWorkspace(runtime, slug), visit.address);
  const { row, framers } = await readInWorkspace(runtime, actor, async (ctx) => ({
    row: await loadOpenForm(ctx, slug),
    framers: (await findOrganization(ctx)).embedOrigins,
  }));
  const fields = row.fields.map((field) => fieldFor(nameOf(field.inputId), field));
  const values = Object.fromEntries(fields.map((field) => [field.name, valueIn(given, field)]));
  const id = await useFormToken(runtime, given.get('token') ?? '');
  if (id === undefined || given.get('website'))
    return showForm(runtime, visit, { values, errors: {}, isTooMany: true });
  const errors = errorsOf(fields, values);
  if (Object.keys(errors).length > 0) return showForm(runtime, visit, { values, errors, isTooMany: false });

  const answers = Object.fromEntries(row.fields.map(({ inputId }) => [inputId, values[nameOf(inputId)]]));
  const submission = { answers, utm: utmOf(visit.query), adAttribution: clickIds(runtime, visit) };
  const key = `${id} ${createHash('sha256').update(given.toString()).digest('base64url')}`;
  const request = { key, secret: key, method: 'POST', url: visit.path, body: null };
  try {
    const answer = await inWorkspace(runtime, actor, (ctx) =>
      once(ctx, request, async () => ({
        status: 201,
        body: JSON.stringify((await submit(ctx, slug, submission)).route),
      })),
    );
    const route = JSON.parse(answer.body) as Awaited<ReturnType<typeof submit>>['route'];
    return leadOn(runtime, visit, route, framers);
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 422) throw error;
    const { errors: found = {} } = error.body as { errors?: Record<string, string[]> };
    const wrong = Object.keys(found).map((path) => [
      nameOf(path.replace(/^answers\./, '')),
      'invalid' as const,
    ]);
    return showForm(runtime, visit, { values, errors: Object.fromEntries(wrong), isTooMany: false });
  }
}

function valueIn(given: URLSearchParams, { name, kind }: Field): string | string[] {
  return kind === 'choices' || kind === 'consent'
    ? given.getAll(name).slice(0, 100)
    : (given.get(name) ?? '').slice(0, 6000);
}

function errorsOf(fields: readonly Field[], values: Values): Record<string, FieldError> {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = values[field.name] ?? '';
      const why = whyNotValue(field, typeof value === 'string' ? [value] : value);
      return why ? [[field.name, why]] : [];
    }),
  );
}

const clickNames = ['gclid', 'gbraid', 'wbraid', 'fbclid', 'fbp', 'fbc'] as const;

function clickIds({ config }: Runtime, { query, path }: Visit): Record<string, string> | null {
  const found = clickNames.flatMap((name) => {
    const value = query[name];
    return value === undefined ? [] : [[name, value.slice(0, 2000)] as const];
  });
  if (found.length === 0) return null;
  const landingUrl = `${config.publicUrl}${path}?${new URLSearchParams(query).toString()}`.slice(0, 2000);
  return { ...Object.fromEntries(found), landingUrl };
}

/** Our own page by a redirect. A form may not lead to another site, so there a page takes the step. */
function leadOn(
  runtime: Runtime,
  visit: Visit,
  route: { type: string; url: string | null; headline: string | null },
  framers: readonly string[] | null,
): Shown {
  if (route.type === 'EVENT_TYPE' && route.url) {
    const { pathname, search } = new URL(route.url);
    return { redirect: staying(visit, pathname + search) };
  }
  const { site } = readerOf(runtime, visit);
  const message = route.url ? null : (route.headline ?? site.words.site.thanks);
  return { nonce: visit.nonce, html: renderRouted({ site, message, onwards: route.url }), framers };
}
