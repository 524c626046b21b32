import { createSystemActor, type Actor } from '../../platform/auth/actor.ts';
import { readInWorkspace, runInWorkspace, type Ctx, type Runtime } from '../../platform/context.ts';
import {
  createOwnKey,
  InvalidSaml,
  maxMetadataLength,
  readMetadata,
  type OwnKey,
  type ProviderMetadata,
} from '../saml/public.ts';
import type { ProviderFields } from './rules.ts';
import { findProvider, listDueMetadata, lockProvider, updateProvider, type ProviderRow } from './store.ts';

/** What was read before the transaction: the metadata, or why there is none, by the field that named it. */
export interface LoadedMetadata {
  readonly metadata?: ProviderMetadata;
  readonly problem?: { readonly field: 'metadata' | 'metadataUrl'; readonly message: string };
  readonly key?: OwnKey;
}

/** Reads the metadata that a request names, and makes a key for a new connection. */
export async function prepareProvider(
  runtime: Runtime,
  fields: Partial<ProviderFields>,
): Promise<LoadedMetadata> {
  const key = fields.kind === 'saml' ? { key: await createOwnKey(runtime.clock.now()) } : {};
  const field = fields.metadata === undefined ? 'metadataUrl' : 'metadata';
  if (!fields[field]) return key;
  try {
    const text =
      field === 'metadata' ? (fields.metadata ?? '') : await fetchMetadata(runtime, fields.metadataUrl ?? '');
    return { ...key, metadata: readMetadata(text) };
  } catch (error) {
    if (!(error instanceof InvalidSaml)) throw error;
    return { ...key, problem: { field, message: error.message } };
  }
}

async function fetchMetadata({ outbound, config }: Runtime, url: string): Promise<string> {
  if (url.startsWith('http:') && config.publicUrl.startsWith('https:'))
    throw new InvalidSaml('Must use https.');
  const outcome = await outbound.request(url, {
    headers: { accept: 'application/samlmetadata+xml, application/xml, text/xml' },
    timeoutMs: 10_000,
    maxResponseBytes: maxMetadataLength,
    maxRedirects: 3,
  });
  if (outcome.statusCode !== 200 || outcome.isTruncated)
    throw new InvalidSaml(outcome.error ?? `The server answered with status ${outcome.statusCode}.`);
  return outcome.body;
}

export function toColumns(ctx: Ctx, { issuer, signInUrl, signOutUrl, certificates }: ProviderMetadata) {
  return {
    issuer,
    sign_in_url: signInUrl,
    sign_out_url: signOutUrl,
    certificates: [...certificates],
    metadata_read_at: ctx.now.toISOString(),
    metadata_error: null,
  };
}

const maxRefreshed = 100;

/** Reads metadata again, so that a certificate can be replaced at the provider without anyone here. */
export async function refreshMetadata(runtime: Runtime): Promise<void> {
  for (const { workspaceId, id } of await listDueMetadata(runtime.database, maxRefreshed)) {
    await rereadMetadata(runtime, createSystemActor(workspaceId), id).catch((error: unknown) =>
      runtime.log.warn({ err: error }, 'SAML metadata not read'),
    );
  }
}

/** What can't be read changes nothing but the time and the error. Neither does another provider at the same address. */
export async function rereadMetadata(
  runtime: Runtime,
  actor: Actor,
  id: string,
): Promise<ProviderRow | undefined> {
  const before = await readInWorkspace(runtime, actor, (ctx) => findProvider(ctx, id));
  if (!before?.metadata_url) return before;
  const { metadata, problem } = await prepareProvider(runtime, { metadataUrl: before.metadata_url });
  return runInWorkspace(runtime, actor, async (ctx) => {
    const row = await lockProvider(ctx, id);
    if (row?.metadata_url !== before.metadata_url) return row;
    const isSame = metadata !== undefined && (row.issuer === '' || metadata.issuer === row.issuer);
    const error = problem?.message ?? 'The metadata now describes another provider.';
    await updateProvider(ctx, id, {
      metadata_read_at: ctx.now.toISOString(),
      ...(isSame ? toColumns(ctx, metadata) : { metadata_error: error }),
    });
    return findProvider(ctx, id);
  });
}
