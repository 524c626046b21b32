import type { identityProviderChanges, newIdentityProvider } from '@daybook/contract/identity-providers';
import type { z } from 'zod';
import { setSignInDomains } from '../../domains/public.ts';
import { rejectApps } from '../../platform/auth/actor.ts';
import { requireRecentSession } from '../../platform/auth/recent-session.ts';
import type { Ctx } from '../../platform/context.ts';
import { generateUuid } from '../../platform/ids.ts';
import { forbidden, notFound, throwIfInvalid, type FieldErrors } from '../../platform/problems.ts';
import { endProviderSessions } from '../sessions/public.ts';
import { toColumns, type LoadedMetadata } from './load-metadata.ts';
import { validateComplete, validateFields, type ProviderFields } from './rules.ts';
import {
  canBreakGlass,
  countProviders,
  deleteProvider,
  findProvider,
  insertProvider,
  listUnknownDomains,
  lockProvider,
  unlinkSubjects,
  updateProvider,
  type ProviderRow,
} from './store.ts';

type Fields = z.output<typeof newIdentityProvider>;
type Changes = z.output<typeof identityProviderChanges>;

const maxProviders = 5;

export async function createProvider(ctx: Ctx, fields: Fields, loaded: LoadedMetadata): Promise<ProviderRow> {
  await requireOwner(ctx);
  throwIfInvalid({
    ...(await validateProvider(ctx, fields, loaded)),
    ...validateComplete(fields),
    ...((await countProviders(ctx)) >= maxProviders && {
      kind: [`A workspace can have at most ${maxProviders} identity providers.`],
    }),
  });
  const id = generateUuid();
  await insertProvider(ctx, {
    id,
    kind: fields.kind,
    name: fields.name,
    creates_users: fields.createsUsers,
    default_role: fields.defaultRole,
    role_mapping: JSON.stringify(fields.roleMapping),
    attributes: JSON.stringify(fields.attributes),
    issuer: fields.issuer ?? '',
    ...toGivenColumns(ctx, fields, loaded),
    ...(loaded.key && {
      private_key_sealed: ctx.secrets.seal(loaded.key.privateKey),
      own_certificate: loaded.key.certificate,
    }),
  });
  await setSignInDomains(ctx, id, fields.domains);
  return loadProvider(ctx, id);
}

/** A provider can say that somebody is an owner, so that only owners decide which one is believed. */
async function requireOwner(ctx: Ctx): Promise<void> {
  if (ctx.actor.role !== 'owner')
    throw forbidden('Only owners can do this, because an identity provider can sign in as anyone.');
  rejectApps(ctx.actor);
  await requireRecentSession(ctx);
}

export async function loadProvider(ctx: Ctx, id: string): Promise<ProviderRow> {
  const row = await findProvider(ctx, id);
  if (!row) throw notFound('Identity provider');
  return row;
}

async function validateProvider(
  ctx: Ctx,
  fields: ProviderFields & Pick<Changes, 'domains'>,
  { problem }: LoadedMetadata,
): Promise<FieldErrors> {
  const unknown = await listUnknownDomains(ctx, fields.domains ?? []);
  return {
    ...validateFields(fields, ctx.publicUrl),
    ...(problem && { [problem.field]: [problem.message] }),
    ...(unknown.length > 0 && {
      domains: [`Add these domains to the workspace first: ${unknown.join(', ')}.`],
    }),
  };
}

function toGivenColumns(ctx: Ctx, fields: Changes, { metadata }: LoadedMetadata) {
  return {
    ...(fields.clientId !== undefined && { client_id: fields.clientId }),
    ...(fields.clientSecret !== undefined && { client_secret_sealed: ctx.secrets.seal(fields.clientSecret) }),
    ...(fields.allowsUnsolicited !== undefined && { allows_unsolicited: fields.allowsUnsolicited }),
    ...(fields.metadata !== undefined && { metadata_url: null }),
    ...(fields.metadataUrl !== undefined && { metadata_url: fields.metadataUrl }),
    ...(metadata && toColumns(ctx, metadata)),
  };
}

export async function changeProvider(
  ctx: Ctx,
  id: string,
  changes: Changes,
  loaded: LoadedMetadata,
): Promise<ProviderRow> {
  const row = await lockProvider(ctx, id);
  if (!row) throw notFound('Identity provider');
  await requireOwner(ctx);
  const kind = row.kind as Fields['kind'];
  throwIfInvalid({
    ...(await validateProvider(ctx, { ...changes, kind }, loaded)),
    ...(await validateState(ctx, row, changes, loaded)),
  });
  const { name, createsUsers, defaultRole, roleMapping, attributes, issuer, isEnabled, isEnforced } = changes;
  await updateProvider(ctx, id, {
    ...toGivenColumns(ctx, changes, loaded),
    ...(name !== undefined && { name }),
    ...(createsUsers !== undefined && { creates_users: createsUsers }),
    ...(defaultRole !== undefined && { default_role: defaultRole }),
    ...(roleMapping !== undefined && { role_mapping: JSON.stringify(roleMapping) }),
    ...(attributes !== undefined && { attributes: JSON.stringify(attributes) }),
    ...(issuer !== undefined && { issuer }),
    ...(isEnabled !== undefined && { is_enabled: isEnabled }),
    ...(isEnforced !== undefined && { is_enforced: isEnforced }),
    ...(changes.breakGlassUserUuid !== undefined && { break_glass_id: changes.breakGlassUserUuid }),
  });
  if (changes.domains !== undefined) await setSignInDomains(ctx, id, changes.domains);
  const changed = await loadProvider(ctx, id);
  const isOther = row.issuer !== '' && changed.issuer !== row.issuer;
  if (isOther) await unlinkSubjects(ctx, id);
  if (isOther || (row.is_enabled && !changed.is_enabled)) await endProviderSessions(ctx, { providerId: id });
  return changed;
}

/** Nobody is locked out: what is enforced works, and one owner is named who doesn't need it. */
async function validateState(
  ctx: Ctx,
  row: ProviderRow,
  changes: Changes,
  { metadata }: LoadedMetadata,
): Promise<FieldErrors> {
  const errors: FieldErrors = {};
  const isEnabled = changes.isEnabled ?? row.is_enabled;
  const isEnforced = changes.isEnforced ?? row.is_enforced;
  const breakGlassId =
    changes.breakGlassUserUuid === undefined ? row.break_glass_id : changes.breakGlassUserUuid;
  if (isEnabled && row.kind === 'saml' && row.certificates.length === 0 && !metadata)
    errors['isEnabled'] = ['Enter the metadata of the provider first.'];
  const isChosen = breakGlassId !== null && (await canBreakGlass(ctx, breakGlassId));
  if (changes.breakGlassUserUuid && !isChosen)
    errors['breakGlassUserUuid'] = ['Must be an active owner who has a password or a passkey.'];
  if (isEnforced && changes.isEnforced !== undefined) {
    const verified = row.verified_domains.filter((name) => (changes.domains ?? row.domains).includes(name));
    if (!isEnabled) errors['isEnforced'] = ['Enable the identity provider first.'];
    else if (verified.length === 0 && changes.domains === undefined)
      errors['isEnforced'] = ['Verify a domain of the identity provider first.'];
    if (!isChosen) errors['breakGlassUserUuid'] = ['Choose an active owner who has a password or a passkey.'];
  }
  return errors;
}

export async function removeProvider(ctx: Ctx, id: string): Promise<void> {
  if (!(await lockProvider(ctx, id))) throw notFound('Identity provider');
  await requireOwner(ctx);
  await endProviderSessions(ctx, { providerId: id });
  await deleteProvider(ctx, id);
}
