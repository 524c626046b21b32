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
      pass(
        'discovery',
        hasPkce,
        'The discovery document was read.',
        'The provider does not support PKCE with S256.',
      ),
      pass('keys', hasKeys, 'The signing keys were read.', 'The signing keys can’t be read.'),
    ];
  } catch (error) {
    const { message, cause } = error as Error & { cause?: { message?: string } };
    return [
      pass('discovery', false, '', `The discovery document can’t be read: ${cause?.message ?? message}`),
    ];
  }
}

async function checkSaml(runtime: Runtime, actor: Actor, row: ProviderRow): Promise<Check[]> {
  const read = (await rereadMetadata(runtime, actor, row.id)) ?? row;
  const now = runtime.clock.now().getTime();
  const valid = read.certificates.filter((text) => Date.parse(parseCertificate(text)?.validTo ?? '') > now);
  const metadata =
    read.metadata_error ??
    (read.certificates.length === 0 ? 'Enter the metadata of the provider.' : undefined);
  return [
    pass('metadata', metadata === undefined, 'The metadata is complete.', metadata ?? ''),
    pass(
      'certificates',
      valid.length > 0,
      `${valid.length} of ${read.certificates.length} signing certificates are valid.`,
      'All signing certificates have expired. Enter the current metadata.',
    ),
  ];
}

function checkDomains({ verified_domains: verified }: ProviderRow): Check {
  return pass(
    'domains',
    verified.length > 0,
    `Addresses of ${verified.join(', ')} sign in here.`,
    'No domain of this provider is verified, so nobody is sent here.',
  );
}

const pass = (name: Check['name'], isPassed: boolean, good: string, bad: string): Check => ({
  name,
  isPassed,
  message: isPassed ? good : bad,
});
