import { callProviders, onlineNames } from '@daybook/contract/providers.data';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

/** A provider is its folder, a line in a registry, and its texts: docs/decisions/0159. */

const root = fileURLToPath(new URL('..', import.meta.url));
const sources = ['contract/src', 'server/src', 'dashboard/src', 'booking/src', 'cli/src']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
  )
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.|\/test-|\.gen\.ts$|\/words\//.test(path));

/** Importers know what other products call theirs. */
const ofImporters = /^server\/src\/importers\//;
/** ElevenLabs and Vapi call through numbers of Twilio. */
const ofPlatforms = /^server\/src\/calls\/(vapi|elevenlabs)\//;

function filesThatName(provider: string, folder: string): string[] {
  return sources.filter(
    (path) =>
      !path.startsWith(`${folder}/${provider}/`) &&
      !ofImporters.test(path) &&
      !ofPlatforms.test(path) &&
      new RegExp(provider, 'i').test(readFileSync(join(root, path), 'utf8')),
  );
}

describe('only the registries name', () => {
  test.each(onlineNames)('the payment provider %s', (provider) => {
    expect(filesThatName(provider, 'server/src/payments')).toEqual([
      'contract/src/providers.data.ts',
      'server/src/payments/providers.ts',
    ]);
  });

  const hosted = callProviders.filter((name) => !['simulator', 'http', 'sip'].includes(name));
  test.each(hosted)('the voice platform %s', (provider) => {
    expect(filesThatName(provider, 'server/src/calls')).toEqual([
      'contract/src/providers.data.ts',
      'server/src/calls/providers.ts',
    ]);
  });
});
