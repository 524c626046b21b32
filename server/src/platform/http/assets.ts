import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { serverDir } from '../paths.ts';
import { notFound } from '../problems.ts';

/** Files for browsers, made by the build. Each is named by a hash of its content, so it may be cached for ever. */

const folder = join(serverDir, 'dist/assets');
const manifestPath = join(folder, 'manifest.json');

interface Asset {
  readonly type: string;
  readonly body: Buffer;
  readonly gzipped: Buffer;
}

const types: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
};

/** For each plain name, the file and those that it imports. */
type Files = Readonly<Record<string, readonly string[]>>;

let manifest: { readonly readAtMs: number; readonly files: Files } | undefined;

/** The URL of an asset by its plain name. */
export function getAssetPath(name: string): string {
  return `/assets/${readManifest()[name]?.[0] ?? name}`;
}

/** The URLs of what a script imports, which a browser would otherwise learn only after it has read the script. */
export function listImportPaths(name: string): string[] {
  return (readManifest()[name] ?? []).slice(1).map((file) => `/assets/${file}`);
}

/** Read again after a build. */
export function readManifest(): Files {
  const builtAtMs = statSync(manifestPath, { throwIfNoEntry: false })?.mtimeMs;
  if (builtAtMs === undefined) throw new Error('The browser files haven’t been built; run npm run build.');
  if (manifest?.readAtMs !== builtAtMs) {
    manifest = { readAtMs: builtAtMs, files: JSON.parse(readFileSync(manifestPath, 'utf8')) as Files };
  }
  return manifest.files;
}

/** The text of an asset, for a page that can load nothing. */
export function readAsset(name: string): string {
  const asset = findAsset(basename(getAssetPath(name)));
  if (!asset) throw new Error(`There is no browser file ${name}.`);
  return asset.body.toString('utf8');
}

const assets = new Map<string, Asset>();
const maxAssets = 100;

export function serveAssets(app: FastifyInstance): void {
  app.get('/embed.js', (request, reply) => {
    const name = basename(getAssetPath('embed.js'));
    const asset = findAsset(name);
    if (!asset) throw notFound('Route');
    // Its URL is in the pages of other sites and never changes: cached for an hour, then revalidated by its ETag.
    void reply.headers({
      'cache-control': 'public, max-age=3600, stale-while-revalidate=86400',
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-allow-origin': '*',
      etag: `"${name}"`,
    });
    if (request.headers['if-none-match']?.includes(name)) return reply.status(304).send();
    return sendAsset(request, reply, asset);
  });
  app.get('/favicon.ico', (_request, reply) => reply.redirect(getAssetPath('icon.png'), 302));
  app.get<{ Params: { name: string } }>('/assets/:name', (request, reply) => {
    const asset = findAsset(request.params.name);
    if (!asset) throw notFound('Route');
    void reply.header('cache-control', 'public, max-age=31536000, immutable');
    return sendAsset(request, reply, asset);
  });
}

function sendAsset(request: FastifyRequest, reply: FastifyReply, asset: Asset): FastifyReply {
  const zips = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
  return reply
    .headers({
      'content-type': asset.type,
      vary: 'accept-encoding',
      ...(zips && { 'content-encoding': 'gzip' }),
    })
    .send(zips ? asset.gzipped : asset.body);
}

function findAsset(name: string): Asset | undefined {
  const known = assets.get(name);
  if (known) return known;
  const type = types[/^[a-z-]+-(?:[0-9a-f]{12}|[0-9A-Z]{8})\.(js|css|svg|png)$/.exec(name)?.[1] ?? ''];
  const path = join(folder, name);
  if (type === undefined || !existsSync(path)) return undefined;
  const body = readFileSync(path);
  const asset = { type, body, gzipped: gzipSync(body, { level: 9 }) };
  if (assets.size >= maxAssets) assets.clear();
  assets.set(name, asset);
  return asset;
}
