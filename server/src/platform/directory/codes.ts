import { createHash } from 'node:crypto';
import type { WorkspaceId } from '../db/workspace-id.ts';
import { base62 } from '../ids.ts';

export const codeLength = 8;

/**
 * With which the tokens, links and keys of a workspace end, so that routers find its cell without looking up each of them. It
 * follows from the workspace and not from the cell, and so stays right when the workspace moves.
 */
export function computeCode(workspaceId: WorkspaceId): string {
  const hash = createHash('sha256').update(workspaceId).digest();
  return Array.from(hash.subarray(0, codeLength), (byte) => base62.charAt(byte % 62)).join('');
}

/** The code in a token, or in another secret; also of one that is older than codes, where it means nothing. */
export function readCode(secret: string): string {
  const [, inToken] = /^db[kacrsp]_[0-9A-Za-z]{32}([0-9A-Za-z]{8})[0-9A-Za-z]{6}$/.exec(secret) ?? [];
  return inToken ?? secret.slice(-codeLength);
}

/** What the directory knows of a secret that has no code, an address or a subject. */
export function hashName(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
