import { juniper } from '../../seeds/juniper.ts';
import type { OwnerCredentials } from './identity/public.ts';
import type { Config } from './platform/config.ts';

type Addresses = Pick<
  Config,
  'role' | 'publicUrl' | 'port' | 'databaseUrl' | 'dataDir' | 'smtpUrl' | 'seed' | 'bootstrapToken'
>;

/** What a start prints: where everything is, and at the first start the keys, which are shown this once. */
export function formatGreeting(config: Addresses, keys: OwnerCredentials | undefined): string {
  const ready = `Daybook is ready at ${config.publicUrl}`;
  if (config.role === 'router') return ready;
  const lines = [ready, '', ...addresses(config)];
  return [...lines, ...(keys ? firstSteps(config, keys) : [])].join('\n');
}

function addresses({ publicUrl, port, databaseUrl, dataDir, smtpUrl }: Addresses): string[] {
  return [
    `  Dashboard  ${publicUrl}/app`,
    `  API        ${publicUrl}/v2`,
    `  Reference  ${publicUrl}/docs`,
    // It opens to requests from this machine by a name of this machine only, whatever PUBLIC_URL is.
    `  Emails     ${smtpUrl === undefined ? `http://localhost:${port}/dev/mail` : 'sent through SMTP_URL'}`,
    `  Data       ${databaseUrl === undefined ? dataDir : 'your PostgreSQL database'}`,
  ];
}

function firstSteps({ publicUrl, seed, bootstrapToken }: Addresses, keys: OwnerCredentials): string[] {
  const token = bootstrapToken === undefined ? keys.token : '$BOOTSTRAP_TOKEN';
  return [
    '',
    'Shown only once:',
    '',
    `  Email      ${keys.email}`,
    `  Password   ${keys.password}`,
    `  API token  ${bootstrapToken === undefined ? keys.token : 'the value of BOOTSTRAP_TOKEN'}`,
    '',
    'Try it:',
    '',
    ...(seed === 'demo' ? [`  Book       ${publicUrl}${demoPage}`] : []),
    `  API call   curl -H "Authorization: Bearer ${token}" ${publicUrl}/v2/whoami`,
  ];
}

const [{ ownerSlug, slug }] = juniper.pages;
const demoPage = `/${ownerSlug}/${slug}`;
