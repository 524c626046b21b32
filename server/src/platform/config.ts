// oxlint-disable max-lines -- everything that can be set stands in one list, with which help and documentation are compared
import { resolve } from 'node:path';
import { z } from 'zod';
import { isPossibleToken } from './auth/token.ts';
import {
  bearer,
  isDnsServer,
  isDomain,
  isMailServer,
  isOrigin,
  isProxy,
  list,
  port,
  rateLimit,
  whole,
  type RateLimits,
} from './config-fields.ts';
import { cellVariables, parseCell, type Cell } from './config-cells.ts';
import { parseFileSettings, fileVariables, type FileSettings } from './config-files.ts';
import { parseIdentityProvider, type IdentityProvider } from './config-single-sign-on.ts';
import { isRange } from './safe-fetch/addresses.ts';
import { parseSettings, type Settings, type SettingValues } from './settings.ts';
import { StartError } from './start-error.ts';

/**
 * Everything that can be set from outside. A value that could never work is refused here, at the start.
 * `docs/run/configuration.md` lists the same variables; a test compares.
 */
const variables = {
  HOST: z
    .string()
    .regex(/^[\w.:%-]+$/, 'must be a host name or an address, without spaces')
    .default('127.0.0.1')
    .describe('Address to listen on'),
  PORT: port().default(4000).describe('Port to listen on; 0 picks a free one'),
  PUBLIC_URL: z
    .string()
    .refine(isOrigin, 'must be an origin such as https://book.example.org, without a path')
    .transform((text) => new URL(text).origin)
    .optional()
    .describe('URL at which people reach this server; default: http://localhost:PORT'),
  DATA_DIR: z.string().default('./data').describe('Where the embedded PostgreSQL keeps its data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgres:// or postgresql://')
    .optional()
    .describe('Use this PostgreSQL (15 or later) instead of the embedded one'),
  DATABASE_POOLER_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgres:// or postgresql://')
    .optional()
    .describe('Send requests through this PgBouncer in transaction mode; everything else uses DATABASE_URL'),
  DATABASE_REPLICA_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgres:// or postgresql://')
    .optional()
    .describe('Read insights from this standby of DATABASE_URL'),
  DATABASE_REPLICA_LAG: whole(1, 86_400)
    .default(60)
    .describe('Maximum lag of the standby in seconds; beyond it, reads use the primary'),
  DATABASE_POOL: whole(4, 500).default(20).describe('Connections to the database for requests'),
  DATABASE_POOL_WORKER: whole(13, 500)
    .default(14)
    .describe('Connections to the database for jobs, effects and live streams'),
  DATABASE_POOL_WEBHOOKS: whole(3, 500)
    .default(4)
    .describe('Connections to the database for webhook deliveries'),
  DATABASE_QUEUE: whole(0, 100_000)
    .default(500)
    .describe('Maximum number of requests that wait for a connection; more get 503'),
  ROLE: z
    .enum(['all', 'web', 'worker', 'router'], 'must be all, web, worker or router')
    .default('all')
    .describe(
      'What this process does: serve requests (web), run jobs (worker), both (all), or send requests to cells (router)',
    ),
  ...cellVariables,
  SEED: z
    .enum(['demo', 'empty'], 'must be demo or empty')
    .default('demo')
    .describe('What the first start creates'),
  BOOTSTRAP_TOKEN: bearer(40)
    .max(512, { error: 'must have at most 512 characters', abort: true })
    .refine(
      isPossibleToken,
      'looks like a Daybook token but its checksum is wrong; copy it again, or choose one that doesn’t start with dbk_',
    )
    .optional()
    .describe('API token of the owner that the first start creates; default: a random one'),
  SECRET_KEY: z
    .string()
    .min(32, 'must have at least 32 characters')
    .optional()
    .describe(
      'Encrypts stored secrets; default: a key file in DATA_DIR, or with DATABASE_URL a key in the database',
    ),
  SECRET_KEY_FALLBACK: z
    .string()
    .min(32, 'must have at least 32 characters')
    .optional()
    .describe('Previous key, which still decrypts stored secrets while SECRET_KEY is being replaced'),
  RATE_LIMIT: rateLimit().describe('Requests per minute as `TOKEN,ADDRESS`, or `off`; default: 6000,300'),
  TRUST_PROXY: list('must be addresses or CIDR ranges, separated by commas', isProxy).describe(
    'Addresses or CIDR ranges of proxies whose X-Forwarded-For is trusted',
  ),
  OUTBOUND_ALLOW: list('must be addresses or CIDR ranges, separated by commas', isRange).describe(
    'Private addresses or CIDR ranges that webhooks and other user-defined requests may reach',
  ),
  OUTBOUND_DNS: list('must be addresses of DNS servers, separated by commas', isDnsServer).describe(
    'DNS servers that resolve user-defined URLs; default: the system’s',
  ),
  OTHER_HOSTS: list('must be host names, separated by commas', isDomain).describe(
    'Other host names by which the installation itself is reached, once a workspace has a domain of its own',
  ),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, { error: 'must start with smtp:// or smtps://', abort: true })
    .refine(isMailServer, 'must be an address such as smtp://user:password@host:587')
    .optional()
    .describe('SMTP server; without one, emails stay in a local outbox at /dev/mail'),
  MAIL_FROM: z
    .string()
    .regex(/^[^\s<>@"(),:;[\]\\]+@[^\s<>@"(),:;[\]\\]+$/, 'must be an email address')
    .optional()
    .describe('Sender address of emails; default: no-reply at the host of PUBLIC_URL'),
  BOUNCES_URL: z
    .string()
    .regex(/^imaps?:\/\//, { error: 'must start with imap:// or imaps://', abort: true })
    .refine(isMailServer, 'must be an address such as imaps://user:password@host/INBOX')
    .optional()
    .describe('Mailbox that receives bounced emails; it is checked every minute'),
  SIGNUP: z
    .enum(['closed', 'open'], 'must be closed or open')
    .default('closed')
    .describe('`open` lets anyone create a workspace at /app/sign-up'),
  OIDC_ISSUER: z
    .string()
    .regex(
      /^https:\/\/|^http:\/\/(localhost|127\.0\.0\.1)(:\d+)?(\/|$)/,
      'must start with https://, or with http:// on this machine',
    )
    .refine((text) => URL.canParse(text), { message: 'must be a web address' })
    .optional()
    .describe('Issuer URL of the identity provider for single sign-on'),
  OIDC_CLIENT_ID: z.string().optional().describe('Client id at the identity provider'),
  OIDC_CLIENT_SECRET: z.string().optional().describe('Client secret at the identity provider'),
  OIDC_DOMAINS: list('must be domains, separated by commas', isDomain).describe(
    'Email domains whose users are created at their first single sign-on; default: none',
  ),
  OIDC_ROLE_CLAIM: z
    .string()
    .optional()
    .describe('Claim that contains the role of a user: owner, admin or user'),
  OIDC_WORKSPACE: z
    .uuid()
    .optional()
    .describe('Workspace in which single sign-on creates users; default: the oldest'),
  OIDC_ONLY: z
    .enum(['true', 'false', '1', '0'], 'must be true or false')
    .default('false')
    .describe('`true` allows single sign-on only: no passwords, no passkeys'),
  BILLING_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_[A-Za-z0-9+/]{32,}=*$/, 'must be whsec_ and at least 24 bytes in base64')
    .optional()
    .describe('Signs the webhooks that your billing system sends to /connect/billing'),
  IMPORT_LIMIT_MB: whole(1, 10_000).default(200).describe('Maximum size of an import file in MB'),
  ...fileVariables,
  METRICS_TOKEN: bearer(16).optional().describe('Bearer token for /metrics from other machines'),
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'], 'must be debug, info, warn, error or silent')
    .default('info')
    .describe('Log level; debug adds a line per request'),
  NODE_ENV: z
    .enum(['production', 'development', 'test'], 'must be production, development or test')
    .default('production')
    .describe('`development` checks every response against the contract'),
};

export interface Config {
  readonly host: string;
  readonly port: number;
  readonly publicUrl: string;
  readonly otherHosts: readonly string[];
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  /** Of a pooler before the same database, for requests. */
  readonly poolerUrl: string | undefined;
  /** A standby of the same database, for what may be a moment old. */
  readonly replica: { readonly url: string; readonly maxLagMs: number } | undefined;
  readonly databasePool: number;
  readonly workerPool: number;
  readonly webhookPool: number;
  readonly databaseQueue: number;
  readonly role: 'all' | 'web' | 'worker' | 'router';
  readonly directoryUrl: string | undefined;
  /** By the name of the cell. */
  readonly cellDatabases: ReadonlyMap<string, string>;
  readonly cell: Cell | undefined;
  readonly seed: 'demo' | 'empty';
  readonly bootstrapToken: string | undefined;
  readonly secretKey: string | undefined;
  readonly secretKeyFallback: string | undefined;
  readonly rateLimit: RateLimits | 'off';
  readonly trustProxy: string | undefined;
  readonly outboundAllow: readonly string[];
  readonly outboundDns: readonly string[];
  readonly smtpUrl: string | undefined;
  readonly bouncesUrl: string | undefined;
  readonly mailFrom: string;
  readonly signUpIsOpen: boolean;
  readonly singleSignOn: IdentityProvider | undefined;
  readonly billingSecret: string | undefined;
  readonly importLimitBytes: number;
  readonly files: FileSettings;
  /** Within which a body must arrive; of a file, the next piece of it. */
  readonly bodyTimeoutMs: number;
  /** What callers that do not read may keep in memory, and for how long. */
  readonly slowReaders: { readonly stallMs: number; readonly maxBytes: number };
  readonly metricsToken: string | undefined;
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  readonly checkResponses: boolean;
  /** What slices and providers declared. */
  readonly settings: SettingValues;
}

/** With the settings that the parts of the program declare. */
export function parseConfig(env: NodeJS.ProcessEnv, declared: readonly Settings<unknown>[]): Config {
  // An empty variable is how shells and compose files spell "not set".
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const own = z.object(variables).safeParse(given);
  const others = z.object(collectVariables(declared)).safeParse(given);
  if (!own.success || !others.success) {
    const issues = [...(own.error?.issues ?? []), ...(others.error?.issues ?? [])];
    throw new StartError(issues.map(explain).join(' '));
  }
  const { data } = own;
  const publicUrl = data.PUBLIC_URL ?? `http://localhost:${data.PORT}`;
  return {
    host: data.HOST,
    port: data.PORT,
    publicUrl,
    otherHosts: data.OTHER_HOSTS.map((name) => name.toLowerCase()),
    dataDir: resolve(data.DATA_DIR),
    databaseUrl: data.DATABASE_URL,
    poolerUrl: poolerOf(data.DATABASE_URL, data.DATABASE_POOLER_URL),
    replica: data.DATABASE_REPLICA_URL
      ? { url: data.DATABASE_REPLICA_URL, maxLagMs: data.DATABASE_REPLICA_LAG * 1000 }
      : undefined,
    databasePool: data.DATABASE_POOL,
    workerPool: data.DATABASE_POOL_WORKER,
    webhookPool: data.DATABASE_POOL_WEBHOOKS,
    databaseQueue: data.DATABASE_QUEUE,
    role: data.ROLE,
    directoryUrl: data.DIRECTORY_URL,
    cellDatabases: data.CELL_DATABASES,
    cell: parseCell(data, data.ROLE),
    seed: data.SEED,
    bootstrapToken: data.BOOTSTRAP_TOKEN,
    secretKey: data.SECRET_KEY,
    secretKeyFallback: data.SECRET_KEY_FALLBACK,
    rateLimit: data.RATE_LIMIT,
    trustProxy: data.TRUST_PROXY.join(',') || undefined,
    outboundAllow: data.OUTBOUND_ALLOW,
    outboundDns: data.OUTBOUND_DNS,
    smtpUrl: data.SMTP_URL,
    mailFrom: data.MAIL_FROM ?? `no-reply@${new URL(publicUrl).hostname}`,
    bouncesUrl: data.BOUNCES_URL,
    signUpIsOpen: data.SIGNUP === 'open',
    singleSignOn: parseIdentityProvider(data),
    billingSecret: data.BILLING_WEBHOOK_SECRET,
    importLimitBytes: data.IMPORT_LIMIT_MB * 1024 * 1024,
    files: parseFileSettings(data),
    bodyTimeoutMs: 30_000,
    slowReaders: { stallMs: 20_000, maxBytes: 64 * 1024 * 1024 },
    metricsToken: data.METRICS_TOKEN,
    logLevel: data.LOG_LEVEL,
    checkResponses: data.NODE_ENV === 'development' || data.NODE_ENV === 'test',
    settings: parseSettings(declared, others.data),
  };
}

function poolerOf(databaseUrl: string | undefined, poolerUrl: string | undefined): string | undefined {
  if (poolerUrl === undefined || databaseUrl !== undefined) return poolerUrl;
  throw new StartError(
    'DATABASE_POOLER_URL needs DATABASE_URL too: the same database without the pooler, for migrations and the worker.',
  );
}

function collectVariables(declared: readonly Settings<unknown>[]): z.ZodRawShape {
  return Object.assign({}, ...declared.map((each) => each.variables)) as z.ZodRawShape;
}

/** Names and meanings, for `--help` and the documentation test. */
export function listVariables(
  declared: readonly Settings<unknown>[],
): readonly (readonly [name: string, meaning: string])[] {
  const all: Record<string, z.core.$ZodType> = { ...variables, ...collectVariables(declared) };
  return Object.entries(all).map(([name, field]) => [name, z.globalRegistry.get(field)?.description ?? '']);
}

function explain(issue: z.core.$ZodIssue): string {
  return `${String(issue.path[0])} ${issue.message}.`;
}
