import type { appChanges, newApp } from '@daybook/contract/apps';
import type { z } from 'zod';
import { deleteImage, receivePicture, storeImage, type Picture } from '../../images/public.ts';
import { createServiceUser, deactivateServiceUser, type Departure } from '../../members/public.ts';
import { isAdmin, listScopesNotHeld, rejectApps, type Actor } from '../../platform/auth/actor.ts';
import { requireRecentSession } from '../../platform/auth/recent-session.ts';
import { generateToken, hashSecret } from '../../platform/auth/token.ts';
import { readInWorkspace, type Ctx, type Runtime } from '../../platform/context.ts';
import type { Upload } from '../../platform/http/serve-upload.ts';
import { generateUuid } from '../../platform/ids.ts';
import { conflict, forbidden, notFound, throwIfInvalid, type FieldErrors } from '../../platform/problems.ts';
import {
  deleteApp,
  deleteApproval,
  findApp,
  insertApp,
  lockApp,
  lockCreatedApps,
  updateApp,
  upsertApproval,
  type AppRow,
} from './store.ts';

type Fields = z.output<typeof newApp>;
type Changes = z.output<typeof appChanges>;

/** An app with its secret, which is shown once. */
export interface FreshApp {
  readonly row: AppRow;
  readonly secret: string | null;
}

export async function registerApp(ctx: Ctx, fields: Fields): Promise<FreshApp> {
  rejectApps(ctx.actor);
  await requireRecentSession(ctx);
  throwIfInvalid(validateNewApp(ctx, fields));
  const id = generateUuid();
  const secret = fields.isConfidential ? generateToken('dbs') : null;
  const isService = fields.grantTypes.includes('client_credentials');
  const service = isService
    ? await createServiceUser(ctx, { name: fields.name, role: fields.serviceRole })
    : undefined;
  await insertApp(ctx, {
    id,
    creator_id: ctx.actor.memberId || null,
    name: fields.name,
    url: fields.url ?? null,
    redirect_uris: fields.redirectUris,
    scopes: fields.scopes,
    grant_types: fields.grantTypes,
    secret_hash: secret === null ? null : hashSecret(secret),
    service_id: service?.id ?? null,
  });
  if (isAdmin(ctx.actor))
    await upsertApproval(ctx, { id: generateUuid(), client_id: id, name: fields.name, is_approved: true });
  return { row: await loadOwnApp(ctx, id), secret };
}

/** What the contract can't tell: fields that need each other, and who may have a service user. */
export function validateNewApp(ctx: Ctx, fields: Partial<Fields>): FieldErrors {
  const { grantTypes = [], isConfidential = true, redirectUris = [], scopes = [] } = fields;
  const isService = grantTypes.includes('client_credentials');
  if (isService && !isAdmin(ctx.actor)) throw forbidden('Only owners and admins can do this.');
  const notHeld = isService ? listScopesNotHeld(ctx.actor, scopes) : [];
  return {
    ...(grantTypes.includes('authorization_code') &&
      redirectUris.length === 0 && { redirectUris: ['Add at least one address that codes are sent to.'] }),
    ...(isService &&
      !isConfidential && { isConfidential: ['An app needs a secret for client_credentials.'] }),
    ...(notHeld.length > 0 && {
      scopes: [`You can’t grant a scope that you don’t have: ${notHeld.join(', ')}.`],
    }),
  };
}

export async function changeApp(ctx: Ctx, id: string, changes: Changes): Promise<AppRow> {
  rejectApps(ctx.actor);
  const before = await loadOwnApp(ctx, id);
  throwIfInvalid(await validateApp(ctx, changes, { params: { uuid: id } }));
  await updateApp(ctx, before.id, {
    ...(changes.name !== undefined && { name: changes.name }),
    ...(changes.url !== undefined && { url: changes.url }),
    ...(changes.redirectUris !== undefined && { redirect_uris: changes.redirectUris }),
    ...(changes.scopes !== undefined && { scopes: changes.scopes }),
  });
  return loadOwnApp(ctx, id);
}

export async function validateApp(
  ctx: Ctx,
  changes: Partial<Changes>,
  { params }: { readonly params: { readonly uuid: string } },
): Promise<FieldErrors> {
  const before = await findOwnApp(ctx, params.uuid);
  const added = (changes.scopes ?? []).filter((scope) => !before.scopes.includes(scope));
  return validateNewApp(ctx, {
    redirectUris: changes.redirectUris ?? before.redirect_uris,
    // What its service user has already is no news.
    scopes: added,
    grantTypes: (before.grant_types as Fields['grantTypes']).filter(
      (type) => type !== 'client_credentials' || added.length > 0,
    ),
  });
}

/** Replaces the secret. The old one stops working when this transaction commits. */
export async function rotateAppSecret(ctx: Ctx, id: string): Promise<{ row: AppRow; secret: string }> {
  rejectApps(ctx.actor);
  const app = await loadOwnApp(ctx, id);
  await requireRecentSession(ctx);
  if (app.secret_hash === null) throw conflict('This app has no secret.');
  if (app.service_id !== null) throwIfInvalid(validateNewApp(ctx, serviceScopes(app)));
  const secret = generateToken('dbs');
  await updateApp(ctx, id, { secret_hash: hashSecret(secret) });
  return { row: await loadOwnApp(ctx, id), secret };
}

/** With its secret the caller can act as the service user, and so must hold what that user may do. */
const serviceScopes = ({ scopes }: AppRow): Partial<Fields> => ({
  grantTypes: ['client_credentials'],
  scopes: scopes as Fields['scopes'],
});

export async function removeApp(ctx: Ctx, id: string): Promise<void> {
  await deleteWithService(ctx, await loadOwnApp(ctx, id));
}

/** Apps of a user who leaves act for others as well, so they go on with another creator, or with none. */
export async function leaveApps(ctx: Ctx, { memberId, heirId, endsIntegrations }: Departure): Promise<void> {
  for (const app of await lockCreatedApps(ctx, memberId)) {
    if (endsIntegrations) await deleteWithService(ctx, app);
    else await updateApp(ctx, app.id, { creator_id: heirId });
  }
}

async function deleteWithService(ctx: Ctx, app: AppRow): Promise<void> {
  if (app.logo !== null) await deleteImage(ctx, app.id);
  await deleteApp(ctx, app.id);
  await deleteApproval(ctx, { clientId: app.id });
  if (app.service_id !== null) await deactivateServiceUser(ctx, app.service_id);
}

/** Receives the file only from callers who may set it, so that others can't make us read it. */
export async function receiveAppLogo(
  runtime: Runtime,
  actor: Actor,
  id: string,
  upload: Upload,
): Promise<Picture> {
  await readInWorkspace(runtime, actor, (ctx) => findOwnApp(ctx, id));
  return receivePicture(upload);
}

export async function setAppLogo(ctx: Ctx, id: string, picture: Picture): Promise<AppRow> {
  const app = await loadOwnApp(ctx, id);
  await updateApp(ctx, app.id, { logo: await storeImage(ctx, app.id, picture) });
  return loadOwnApp(ctx, id);
}

export async function deleteAppLogo(ctx: Ctx, id: string): Promise<void> {
  const app = await loadOwnApp(ctx, id);
  if (app.logo === null) throw notFound('Logo');
  await deleteImage(ctx, app.id);
  await updateApp(ctx, app.id, { logo: null });
}

export async function findOwnApp(ctx: Ctx, id: string): Promise<AppRow> {
  return requireOwn(ctx, await findApp(ctx, id));
}

async function loadOwnApp(ctx: Ctx, id: string): Promise<AppRow> {
  return requireOwn(ctx, await lockApp(ctx, id));
}

/** 404 and not 403 for an app that the caller may not manage, so that they don't learn that it exists. */
function requireOwn({ actor }: Ctx, app: AppRow | undefined): AppRow {
  if (!app || (!isAdmin(actor) && app.creator_id !== actor.memberId)) throw notFound('App');
  return app;
}
