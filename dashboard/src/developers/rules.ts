import type { Input, Result } from '@daybook/client';
import type { Scope } from '@daybook/contract/scopes';
import { omitEmpty, toInstants, type DateClock } from '../platform/address.ts';
import type { AuditSearch, DeliverySearch, MailSearch } from './search.ts';

/** What the pages for developers decide. Pure, so that Node can test it. */

export type Token = Result<'listTokens'>['items'][number];
export type App = Result<'readApp'>;
export type Webhook = Result<'readWebhook'>;
export type WebhookEvent = Webhook['events'][number];
export type Delivery = Result<'listDeliveries'>['items'][number];
export type Attempt = Delivery['attempts'][number];
export type MailMessage = Result<'listMail'>['items'][number];
export type AuditEntry = Result<'listAuditLog'>['items'][number];

/** What a token may do with a resource, as scopes. */
export type Level = 'none' | 'read' | 'write' | 'use';

interface Resource {
  readonly name: string;
  readonly levels: readonly Level[];
}

/** The resources of the scopes, in the order of the areas. */
export const resources = [
  { name: 'booking', levels: ['none', 'use'] },
  { name: 'timetable', levels: ['none', 'use'] },
  ...(
    [
      'events',
      'event-types',
      'schedules',
      'notes',
      'crm',
      'routing-forms',
      'outbound-calls',
      'webhooks',
      'users',
      'teams',
    ] as const
  ).map((name) => ({ name, levels: ['none', 'read', 'write'] as const })),
  { name: 'tokens', levels: ['none', 'write'] },
] as const satisfies readonly Resource[];

export type ResourceName = (typeof resources)[number]['name'];

export function buildScope(resource: ResourceName, level: Exclude<Level, 'none'>): Scope {
  return (level === 'use' ? resource : `${resource}:${level}`) as Scope;
}

export const appKinds = ['web', 'native', 'service'] as const;
export type AppKind = (typeof appKinds)[number];

/** What an app is, by how it proves itself. */
export function getAppKind({
  grantTypes,
  isConfidential,
}: Pick<App, 'grantTypes' | 'isConfidential'>): AppKind {
  if (grantTypes.includes('client_credentials')) return 'service';
  return isConfidential ? 'web' : 'native';
}

/** What an app can't have: tokens would outlive its connection. */
export const appResources = resources.filter(({ name }) => name !== 'tokens');

export type Levels = Partial<Record<ResourceName, Level>>;

export function listLevelScopes(levels: Levels): Scope[] {
  return resources.flatMap(({ name }) => {
    const level = levels[name] ?? 'none';
    return level === 'none' ? [] : [buildScope(name, level)];
  });
}

/** The other way round; `admin:full` is none of them. */
export function toLevels(scopes: readonly Scope[]): Levels {
  const parts = shortenScopes(scopes).flatMap((scope) => parseScope(scope) ?? []);
  return Object.fromEntries(parts.map(({ resource, level }) => [resource, level]));
}

/** Undefined for the scope that is everything. */
export function parseScope(scope: Scope): { resource: ResourceName; level: Level } | undefined {
  if (scope === 'admin:full') return undefined;
  const [resource, level = 'use'] = scope.split(':') as [ResourceName, Level?];
  return { resource, level };
}

/** Who may change a thing may read it; the scope for reading goes without saying. */
export function shortenScopes(scopes: readonly Scope[]): Scope[] {
  return scopes.filter(
    (scope) => !scopes.includes(scope.replace(':read', ':write') as Scope) || !scope.endsWith(':read'),
  );
}

export function buildDeliveryQuery({ outcome, event, q, ...dates }: DeliverySearch, clock: DateClock) {
  return omitEmpty({
    status: outcome,
    event: event as WebhookEvent | undefined,
    search: q,
    ...toInstants(dates, clock),
  });
}

export const deliveryColors = {
  delivered: 'success',
  pending: 'warning',
  sending: 'sky',
  failed: 'red',
  skipped: 'gray',
} as const satisfies Record<Delivery['status'], string>;

/** `503`, or what went wrong before there was an answer. */
export function formatAttemptAnswer({ statusCode, error }: Attempt): string {
  return statusCode === null ? (error ?? '–') : String(statusCode);
}

/** A name that people gave, or the host of the address. */
export function getWebhookTitle({ name, callbackUrl }: Pick<Webhook, 'name' | 'callbackUrl'>): string {
  return name ?? new URL(callbackUrl).host;
}

/** A delivery as a command for a terminal, without the signature, which only the server can make. */
export function formatCurl(callbackUrl: string, messageId: string, payload: unknown): string {
  const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
  return [
    `curl -X POST ${quoted(callbackUrl)}`,
    `-H 'content-type: application/json'`,
    `-H 'webhook-id: ${messageId}'`,
    `--data ${quoted(JSON.stringify(payload))}`,
  ].join(' \\\n  ');
}

export type CaughtRequest = Result<'listCaughtRequests'>['items'][number];

/** What was sent, as JSON where it is some. */
export function parseRequestBody(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

export function buildMailQuery({ state, kind, recipient, from, to }: MailSearch, clock: DateClock) {
  return omitEmpty({ state, kind, recipient, ...toInstants(omitEmpty({ from, to }), clock) });
}

type AuditQuery = NonNullable<Input<'exportAuditLog'>['query']>;

export function buildAuditQuery({ who, what, change, from, to }: AuditSearch, clock: DateClock): AuditQuery {
  const isDeed = what?.includes('.') ?? false;
  const action = isDeed ? what : what && change ? `${what}.${change}` : undefined;
  return omitEmpty({
    actor: who,
    action,
    object: action ? undefined : what,
    ...toInstants(omitEmpty({ from, to }), clock),
  });
}

/** Every field that an entry recorded, with both of its values. */
export function listChangedFields({ before, after }: Pick<AuditEntry, 'before' | 'after'>) {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...names].sort().map((name) => ({ name, before: before?.[name], after: after?.[name] }));
}
