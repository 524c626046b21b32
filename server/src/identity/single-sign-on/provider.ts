import * as oidc from 'openid-client';
import type { IdentityProvider } from '../../platform/config-single-sign-on.ts';
import type { Runtime } from '../../platform/context.ts';
import { failed, notFound } from '../../platform/problems.ts';

/** The discovery document of the provider, cached; a failed request is not. */
const known = new WeakMap<Runtime, Promise<oidc.Configuration>>();
const timeoutSeconds = 10;

export function getSingleSignOn({ config }: Pick<Runtime, 'config'>): IdentityProvider {
  if (!config.singleSignOn) throw notFound('Page');
  return config.singleSignOn;
}

export async function discoverProvider(runtime: Runtime): Promise<oidc.Configuration> {
  const found = known.get(runtime) ?? discover(getSingleSignOn(runtime));
  known.set(runtime, found);
  try {
    return await found;
  } catch (error) {
    known.delete(runtime);
    runtime.log.warn({ err: error }, 'identity provider not available');
    throw failed(503, 'The identity provider isn’t available at the moment. Try again in a few minutes.', {
      'retry-after': '10',
    });
  }
}

function discover({ issuer, clientId, clientSecret }: IdentityProvider): Promise<oidc.Configuration> {
  const url = new URL(issuer);
  // Without this, the ID token is believed because of the connection that it came by.
  const execute = [oidc.enableNonRepudiationChecks];
  // The configuration allows plain HTTP on loopback only.
  if (url.protocol === 'http:') execute.push(oidc.allowInsecureRequests);
  return oidc.discovery(url, clientId, clientSecret, undefined, { execute, timeout: timeoutSeconds });
}
