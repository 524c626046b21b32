import type { newRoutingForm, routingFormChanges } from '@daybook/contract/routing-forms';
import type { z } from 'zod';
import { requireAdmin, isAdmin } from '../platform/auth/actor.ts';
import type { Ctx } from '../platform/context.ts';
import { generateShortId, generateUuid } from '../platform/ids.ts';
import { forbidden, invalidField, notFound, throwIfInvalid, type FieldErrors } from '../platform/problems.ts';
import { createSlug, slugIsTaken } from '../platform/slugs.ts';
import { listPageIds, validateDefinition, type Field, type PartialDefinition } from './form.rules.ts';
import * as store from './store.ts';

type NewForm = z.output<typeof newRoutingForm>;
type Changes = z.output<typeof routingFormChanges>;

/** The owner whose forms are listed; undefined: everyone's. */
export function resolveListedOwner(ctx: Ctx, scope: 'all' | undefined): string | undefined {
  if (scope !== 'all') return ctx.actor.memberId;
  requireAdmin(ctx.actor);
  return undefined;
}

export async function loadOwnForm(ctx: Ctx, id: string, lock?: 'update'): Promise<store.FormRow> {
  const form = await store.findForm(ctx, id, lock);
  if (!form) throw notFound('Routing form');
  if (isAdmin(ctx.actor) || form.owner_member_id === ctx.actor.memberId) return form;
  throw forbidden('Only the form’s owner, owners and admins can do this.');
}

export async function createForm(ctx: Ctx, fields: NewForm): Promise<store.FormRow> {
  throwIfInvalid(await validateNewForm(ctx, fields));
  const id = generateUuid();
  const settings: store.FormSettings = {
    name: fields.name,
    slug: fields.slug ?? '',
    headline: fields.headline ?? null,
    is_active: fields.isActive,
    fields: withInputIds(fields.fields),
    routes: fields.routes,
    fallback: fields.fallback,
  };
  await store.insertForm(ctx, id, ctx.actor.memberId, settings);
  if (fields.slug === undefined) {
    const slug = await claimFreeSlug(ctx, createSlug(fields.name, 'form'), id);
    await store.updateForm(ctx, id, { ...settings, slug });
  } else await claimGivenSlug(ctx, fields.slug, id);
  return loadOwnForm(ctx, id);
}

export async function validateNewForm(ctx: Ctx, form: Partial<NewForm>): Promise<FieldErrors> {
  const { fields, routes, fallback, slug } = form;
  const definition = { fields: fields && withInputIds(fields), routes, fallback };
  return { ...(await validateReferences(ctx, definition)), ...(await validateSlug(ctx, slug)) };
}

export async function changeForm(ctx: Ctx, id: string, changes: Changes): Promise<store.FormRow> {
  const before = await loadOwnForm(ctx, id, 'update');
  throwIfInvalid(await validateForm(ctx, { ...unchanged, ...changes }, { params: { uuid: id } }));
  const settings: store.FormSettings = {
    name: changes.name ?? before.name,
    slug: changes.slug ?? before.slug,
    headline: changes.headline === undefined ? before.headline : changes.headline,
    is_active: changes.isActive ?? before.is_active,
    fields: changes.fields ? withInputIds(changes.fields) : before.fields,
    routes: changes.routes ?? before.routes,
    fallback: changes.fallback ?? before.fallback,
  };
  if (settings.slug !== before.slug) {
    await claimGivenSlug(ctx, settings.slug, id);
    await store.releaseFormSlug(ctx, before.slug);
  }
  await store.updateForm(ctx, id, settings);
  return loadOwnForm(ctx, id);
}

const unchanged = { fields: undefined, routes: undefined, fallback: undefined };

/** A part that is undefined stays as it is; one that is absent breaks the contract, so nothing is compared with it. */
export async function validateForm(
  ctx: Ctx,
  changes: Changes,
  { params }: { readonly params: { readonly uuid: string } },
): Promise<FieldErrors> {
  const before = await loadOwnForm(ctx, params.uuid);
  const { fields, routes, fallback, slug } = changes;
  const definition = {
    fields: 'fields' in changes ? ((fields && withInputIds(fields)) ?? before.fields) : undefined,
    routes: 'routes' in changes ? (routes ?? before.routes) : undefined,
    fallback: 'fallback' in changes ? (fallback ?? before.fallback) : undefined,
  };
  return {
    ...(await validateReferences(ctx, definition, before)),
    ...(await validateSlug(ctx, slug, before)),
  };
}

export async function removeForm(ctx: Ctx, id: string): Promise<void> {
  const form = await loadOwnForm(ctx, id, 'update');
  await store.deleteForm(ctx, form.id);
}

/** A field without an `inputId` gets a new one, which it keeps. */
function withInputIds(fields: NewForm['fields']): Field[] {
  return fields.map(({ inputId, question, type, isRequired, options }) => ({
    inputId: inputId ?? generateShortId(),
    question,
    type,
    isRequired,
    options: options ?? null,
  }));
}

/** A page that the form led to before may have been deleted since; that must not prevent other changes. */
async function validateReferences(
  ctx: Ctx,
  definition: PartialDefinition,
  before?: store.FormRow,
): Promise<FieldErrors> {
  const pages = await store.findPages(ctx, listPageIds(definition));
  const known = new Set([...pages.map(({ id }) => id), ...(before ? listPageIds(before) : [])]);
  return validateDefinition(definition, known);
}

async function validateSlug(
  ctx: Ctx,
  slug: string | undefined,
  before?: store.FormRow,
): Promise<FieldErrors> {
  const isTaken = slug !== undefined && slug !== before?.slug && (await store.isTakenFormSlug(ctx, slug));
  return isTaken ? { slug: [slugIsTaken] } : {};
}

/** Claims a slug that was validated. Another request at the same moment may have claimed it. */
async function claimGivenSlug(ctx: Ctx, slug: string, formId: string): Promise<void> {
  if (!(await store.claimFormSlug(ctx, slug, formId))) throw invalidField('slug', slugIsTaken);
}

/** Claims the first free one of `slug`, `slug-2`, `slug-3` and so on. */
async function claimFreeSlug(ctx: Ctx, slug: string, formId: string, attempt = 1): Promise<string> {
  const candidate = attempt === 1 ? slug : `${slug}-${attempt}`;
  if (await store.claimFormSlug(ctx, candidate, formId)) return candidate;
  if (attempt >= maxAttempts) throw invalidField('slug', 'Give a slug: too many forms have this name.');
  return claimFreeSlug(ctx, slug, formId, attempt + 1);
}

const maxAttempts = 100;
