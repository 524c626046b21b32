import type { identityProvider } from '@daybook/contract/identity-providers';
import type { z } from 'zod';
import type { Ctx } from '../../platform/context.ts';
import { parseCertificate } from '../saml/public.ts';
import { buildAddresses } from './service.ts';
import type { ProviderRow } from './store.ts';

type Wire = z.output<typeof identityProvider>;

export function serializeProvider(ctx: Ctx, row: ProviderRow): Wire {
  return {
    uuid: row.id,
    kind: row.kind as Wire['kind'],
    name: row.name,
    isEnabled: row.is_enabled,
    isEnforced: row.is_enforced,
    breakGlassUserUuid: row.break_glass_id,
    domains: row.domains,
    createsUsers: row.creates_users,
    defaultRole: row.default_role as Wire['defaultRole'],
    roleMapping: row.role_mapping as Wire['roleMapping'],
    attributes: row.attributes as Wire['attributes'],
    issuer: row.issuer,
    clientId: row.client_id,
    signInUrl: row.sign_in_url,
    certificates: row.certificates.flatMap(serializeCertificate),
    metadataUrl: row.metadata_url,
    metadataReadAt: row.metadata_read_at,
    metadataError: row.metadata_error,
    allowsUnsolicited: row.allows_unsolicited,
    service: serializeService(ctx, row),
    lastSignInAt: row.last_sign_in_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

function serializeCertificate(base64: string): Wire['certificates'] {
  const certificate = parseCertificate(base64);
  if (!certificate) return [];
  const end = new Date(certificate.validTo);
  const expiresAt = Number.isNaN(end.getTime()) ? null : end.toISOString().replace('Z', '000Z');
  return [{ fingerprint: certificate.fingerprint256, expiresAt }];
}

function serializeService(
  ctx: Ctx,
  { id, kind, own_certificate: certificate }: ProviderRow,
): Wire['service'] {
  const addresses = buildAddresses(ctx, { workspaceId: ctx.workspaceId, id });
  const { startUrl, redirectUri, logoutUri, entityId, acsUrl, sloUrl } = addresses;
  const shared = { startUrl, testUrl: `${startUrl}?test=1` };
  return kind === 'oidc'
    ? {
        ...shared,
        redirectUri,
        logoutUri,
        entityId: null,
        acsUrl: null,
        sloUrl: null,
        metadataUrl: null,
        certificate: null,
      }
    : {
        ...shared,
        redirectUri: null,
        logoutUri: null,
        entityId,
        acsUrl,
        sloUrl,
        metadataUrl: entityId,
        certificate,
      };
}
