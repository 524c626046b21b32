import type { testIdentityProvider } from '@daybook/contract/identity-providers';
import type { EnvelopeValue } from '@daybook/contract/envelopes';
import type { Actor } from '../../platform/auth/actor.ts';
import { readInWorkspace, type Runtime } from '../../platform/context.ts';
import { parseCertificate } from '../saml/public.ts';
import { rereadMetadata } from './load-metadata.ts';
import { discoverIssuer } from './oidc.ts';
import { loadProvider } from './providers.ts';
import type { ProviderRow } from './store.ts';

type Result = EnvelopeValue<(typeof testIdentityProvider)['returns']>;
type Check = Result['checks'][number];
type Problem = NonNullable<Check['problem']>;

/** Reads what the provider publishes, and says what is missing. */
export async function checkProvider(runtime: Runtime, actor: Actor, id: string): Promise<Result> {
  const row = await readInWorkspace(runtime, actor, (ctx) => loadProvider(ctx, id));
  const checks = [
    ...(row.kind === 'oidc' ? await checkOidc(runtime, row) : await checkSaml(runtime, actor, row)),
    checkDomains(row),
  ];
  return { isPassed: checks.every(({ isPassed }) => isPassed), checks };
}

async function checkOidc(runtime: Runtime, row: ProviderRow): Promise<Check[]> {
  try {
    const configuration = await discoverIssuer(runtime, row);
    const { jwks_uri: keysUrl, code_challenge_methods_supported: methods } = configuration.serverMetadata();
    const found = await runtime.outbound.request(keysUrl ?? '', { maxResponseBytes: 256 * 1024 });
    const hasKeys = found.statusCode === 200 && /"keys"\s*:\s*\[\s*\{/.test(found.body);
    const hasPkce = methods === undefined || methods.includes('S256');
    return [
      hasPkce ? pass('discovery', 'The discovery document was read.') : fail('discovery', 'no_pkce'),
      hasKeys ? pass('keys', 'The signing keys were read.') : fail('keys', 'no_keys'),
    ];
  } catch (error) {
    const { message, cause } = error as Error & { cause?: { message?: string } };
    return [fail('discovery', 'unreadable', cause?.message ?? message)];
  }
}

async function checkSaml(runtime: Runtime, actor: Actor, row: ProviderRow): Promise<Check[]> {
  const { certificates, metadata_error: reason } = (await rereadMetadata(runtime, actor, row.id)) ?? row;
  if (certificates.length === 0 && reason === null) return [fail('metadata', 'no_metadata')];
  const now = runtime.clock.now().getTime();
  const valid = certificates.filter((text) => Date.parse(parseCertificate(text)?.validTo ?? '') > now);
  const count = `${valid.length} of ${certificates.length} signing certificates are valid.`;
  return [
    reason === null ? pass('metadata', 'The metadata is complete.') : fail('metadata', 'unreadable', reason),
    valid.length > 0 ? pass('certificates', count) : fail('certificates', 'expired'),
  ];
}

function checkDomains({ verified_domains: verified }: ProviderRow): Check {
  return verified.length > 0
    ? pass('domains', `Addresses of ${verified.join(', ')} sign in here.`)
    : fail('domains', 'no_domain');
}

const pass = (name: Check['name'], message: string): Check => ({
  ...{ name, isPassed: true, problem: null, reason: null },
  message,
});

const sentences: Record<Problem, string> = {
  unreadable: 'What the provider publishes can’t be read.',
  no_pkce: 'The provider does not support PKCE with S256.',
  no_keys: 'The signing keys can’t be read.',
  no_metadata: 'Enter the metadata of the provider.',
  expired: 'No signing certificate is valid. Enter the current metadata.',
  no_domain: 'No domain of this provider is verified, so nobody is sent here.',
};

const fail = (name: Check['name'], problem: Problem, reason: string | null = null): Check => ({
  ...{ name, isPassed: false, problem, reason },
  message: reason === null ? sentences[problem] : `${sentences[problem]} ${reason}`,
});
