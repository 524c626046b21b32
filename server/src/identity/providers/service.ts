import type { Config } from '../../platform/config.ts';
import type { Ctx, Runtime } from '../../platform/context.ts';
import { openSignedReference, signReference } from '../../platform/sealed-reference.ts';
import type { Secrets } from '../../platform/secrets.ts';
import type { Service } from '../saml/public.ts';
import type { ProviderRef, ProviderRow } from './store.ts';

/** The name of a connection in addresses. It leads to the workspace, so that routers find the cell. */
const purpose = 'identity-provider';

export function buildReference(secrets: Secrets, ref: ProviderRef): string {
  return signReference(secrets, purpose, ref);
}

export function parseReference(
  { secrets }: Pick<Runtime, 'secrets'>,
  token: string,
): ProviderRef | undefined {
  const found = openSignedReference(secrets, purpose, token);
  return found && /^[0-9a-f-]{36}$/.test(found.id) ? found : undefined;
}

/** The addresses of a connection, which a provider must know. */
export interface Addresses {
  readonly startUrl: string;
  readonly redirectUri: string;
  readonly finishUrl: string;
  readonly logoutUri: string;
  readonly entityId: string;
  readonly acsUrl: string;
  readonly sloUrl: string;
}

type Site = Pick<Ctx, 'publicUrl' | 'secrets'> | { config: Pick<Config, 'publicUrl'>; secrets: Secrets };

export function buildAddresses(site: Site, ref: ProviderRef): Addresses {
  const publicUrl = 'config' in site ? site.config.publicUrl : site.publicUrl;
  const token = buildReference(site.secrets, ref);
  const [auth, saml] = [`${publicUrl}/auth/providers/${token}`, `${publicUrl}/saml/${token}`];
  return {
    startUrl: `${auth}/start`,
    redirectUri: `${auth}/callback`,
    finishUrl: `${auth}/finish`,
    logoutUri: `${auth}/logout`,
    entityId: `${saml}/metadata`,
    acsUrl: `${saml}/acs`,
    sloUrl: `${saml}/slo`,
  };
}

/** As whom we speak SAML to this provider. */
export function buildSamlService(ctx: Ctx, row: ProviderRow): Service {
  const { entityId, acsUrl, sloUrl } = buildAddresses(ctx, { workspaceId: ctx.workspaceId, id: row.id });
  return { entityId, acsUrl, sloUrl, certificate: row.own_certificate ?? '' };
}
