import { interpolate } from '@daybook/booking/locale';
import type { Scope } from '@daybook/contract/scopes';
import { words } from '../platform/words/words.ts';
import { parseScope, shortenScopes } from './rules.ts';

/** `Events: Read` */
function scopeText(scope: Scope): string {
  const parts = parseScope(scope);
  if (!parts) return words.tokens.everything;
  const resource = words.tokens.resources[parts.resource];
  if (parts.level === 'use') return resource;
  return interpolate(words.tokens.scopeText, { resource, level: words.tokens.levels[parts.level] });
}

/** What a token may, in words. The scope for everything says it all. */
export function formatScopes(scopes: readonly Scope[]): string {
  if (scopes.includes('admin:full')) return words.tokens.everything;
  return shortenScopes(scopes).map(scopeText).join(', ');
}
