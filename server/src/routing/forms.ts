import type { newRoutingForm, routingFormChanges } from '@daybook/contract/routing-forms';
import type { z } from 'zod';
import { demandAdmin, isAdmin } from '../platform/auth/actor.ts';
import type { Ctx } from '../platform/context.ts';
import { newShortId, newUuid } from '../platform/ids.ts';
import { forbidden, invalidField, notFound, throwIfInvalid, type FieldErrors } from '../platform/problems.ts';
import { slugFrom, slugIsTaken } from '../platform/slugs.ts';
import { pagesOf, planErrors, type Field, type ReadPlan } from './form.rules.ts';
import * as store from './store.ts';

type NewForm = z.output<typeof newRoutingForm>;
type Changes = z.output<typeof routingFormChanges>;
type GivenFields = NonNullable<Changes['fields']>;

/** Whose forms a list shows: one's own, or everyone's. */
export function whoseForms(ctx: Ctx, scope: 'all' | undefined): string | undefined {
  if (scope !== 'all') return ctx.actor.memberId;
  demandAdmin(ctx.actor);
  return undefined;
}

export async function loadOwnForm(ctx: Ctx, id: string, hold?: 'change'): Promise<store.FormRow> {
  const form = await store.findForm(ctx, id, hold);
  if (!form) throw notFound('Routing form');
  if (isAdmin(ctx.actor) || form.owner_member_id === ctx.actor.memberId) return form;
  throw forbidden("Only the form's owner, an owner or an admin may do this.");
}

export async function createForm(ctx: Ctx, given: NewForm): Promise<store.FormRow> {
  const id = newUuid();
  const settings: store.FormSettings = {
    name: given.name,
    slug: given.slug ?? '',
    headline: given.headline ?? null,
    is_active: given.isActive,
    fields: withIds(given.fields),
    routes: given.routes,
    fallback: given.fallback,
  };
  const errors = await errorsIn(ctx, settings);
  await store.insertForm(ctx, id, ctx.actor.memberId, settings);
  // Claimed before the errors are told, so that a taken slug is among them.
  const free = given.slug === undefined || (await store.claimFormSlug(ctx, given.slug, id));
  if (!free) errors['slug'] = [slugIsTaken];
  throwIfInvalid(errors);

  if (given.slug === undefined) {
    const slug = await claimFreeSlug(ctx, slugFrom(given.name, 'form'), id);
    await store.updateForm(ctx, id, { ...settings, slug });
  }
  return loadOwnForm(ctx, id);
}

export async function changeForm(ctx: Ctx, id: string, given: Changes): Promise<store.FormRow> {
  const form = await loadOwnForm(ctx, id, 'change');
  const settings: store.FormSettings = {
    name: given.name ?? form.name,
    slug: given.slug ?? form.slug,
    headline: given.headline === undefined ? form.headline : given.headline,
    is_active: given.isActive ?? form.is_active,
    fields: given.fields ? withIds(given.fields) : form.fields,
    routes: given.routes ?? form.routes,
    fallback: given.fallback ?? form.fallback,
  };
  const errors = await errorsIn(ctx, settings, form);
  const renamed = settings.slug !== form.slug;
  if (renamed && !(await store.claimFormSlug(ctx, settings.slug, id))) errors['slug'] = [slugIsTaken];
  throwIfInvalid(errors);

  if (renamed) await store.releaseFormSlug(ctx, form.slug);
  await store.updateForm(ctx, id, settings);
  return loadOwnForm(ctx, id);
}

/** What creating would find wrong. */
export async function validateNewForm(ctx: Ctx, given: Partial<NewForm>): Promise<FieldErrors> {
  const { fields, routes, fallback } = given;
  const plan = { fields: fields && withIds(fields), routes, fallback };
  return { ...(await errorsIn(ctx, plan)), ...(await takenSlug(ctx, given)) };
}

/** What changing would find wrong. A part that is not given stays; of one that can't be read nothing is known. */
export async function validateForm(
  ctx: Ctx,
  given: Changes,
  { params }: { readonly params: { readonly uuid: string } },
): Promise<FieldErrors> {
  const form = await loadOwnForm(ctx, params.uuid);
  const { fields, routes, fallback } = given;
  const plan = {
    fields: 'fields' in given ? ((fields && withIds(fields)) ?? form.fields) : undefined,
    routes: 'routes' in given ? (routes ?? form.routes) : undefined,
    fallback: 'fallback' in given ? (fallback ?? form.fallback) : undefined,
  };
  return { ...(await errorsIn(ctx, plan, form)), ...(await takenSlug(ctx, given, form)) };
}

async function takenSlug(
  ctx: Ctx,
  { slug }: Pick<Changes, 'slug'>,
  before?: store.FormRow,
): Promise<FieldErrors> {
  const isTaken = slug !== undefined && slug !== before?.slug && (await store.isTakenFormSlug(ctx, slug));
  return isTaken ? { slug: [slugIsTaken] } : {};
}

export async function removeForm(ctx: Ctx, id: string): Promise<void> {
  const form = await loadOwnForm(ctx, id, 'change');
  await store.deleteForm(ctx, form.id);
}

/** A field that comes without an id gets one that it keeps. */
function withIds(fields: GivenFields): Field[] {
  return fields.map(({ inputId, question, type, isRequired, options }) => ({
    inputId: inputId ?? newShortId(),
    question,
    type,
    isRequired,
    options: options ?? null,
  }));
}

/** A page that was deleted after the form began to lead to it is no reason to refuse other changes. */
async function errorsIn(ctx: Ctx, plan: ReadPlan, before?: store.FormRow): Promise<FieldErrors> {
  const pages = await store.findPages(ctx, pagesOf(plan));
  const known = new Set([...pages.map(({ id }) => id), ...(before ? pagesOf(before) : [])]);
  return planErrors(plan, known);
}

/** Takes the first free one of `slug`, `slug-2`, `slug-3` and so on. */
async function claimFreeSlug(ctx: Ctx, slug: string, formId: string, attempt = 1): Promise<string> {
  const candidate = attempt === 1 ? slug : `${slug}-${attempt}`;
  if (await store.claimFormSlug(ctx, candidate, formId)) return candidate;
  if (attempt >= mostTries) throw invalidField('slug', 'Name a slug: too many forms have this name.');
  return claimFreeSlug(ctx, slug, formId, attempt + 1);
}

const mostTries = 100;
