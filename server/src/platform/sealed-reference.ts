import { timingSafeEqual } from 'node:crypto';
import type { WorkspaceId } from './db/workspace-id.ts';
import { codeLength } from './directory/codes.ts';
import type { Secrets } from './secrets.ts';

/** Something of a workspace, named by a token that only this installation can make. */
export interface Reference {
  readonly workspaceId: WorkspaceId;
  readonly id: string;
}

export function sealReference(secrets: Secrets, purpose: string, { workspaceId, id }: Reference): string {
  return sealToken(secrets, workspaceId, `${purpose} ${workspaceId} ${id}`);
}

/** What a token names; undefined if it is not ours or was made for another purpose. */
export function openReference(secrets: Secrets, purpose: string, token: string): Reference | undefined {
  const text = unsealToken(secrets, token);
  const [made, workspaceId, id] = text?.split(' ') ?? [];
  if (made !== purpose || workspaceId === undefined || id === undefined) return undefined;
  return { workspaceId: workspaceId as WorkspaceId, id };
}

/** A text that only this installation can read, as a token that leads to the cell of a workspace. */
export function sealToken(secrets: Secrets, workspaceId: WorkspaceId, text: string): string {
  return secrets.seal(text).toString('base64url') + secrets.code(workspaceId);
}

/** Undefined if the token is not ours. */
export function unsealToken(secrets: Secrets, token: string): string | undefined {
  return unsealText(secrets, token) ?? unsealText(secrets, token.slice(0, -codeLength));
}

function unsealText(secrets: Secrets, token: string): string | undefined {
  try {
    return secrets.unseal(Buffer.from(token, 'base64url'));
  } catch {
    return undefined;
  }
}

/** The same to be read by everybody and made by nobody else: of one thing always the same token. */
export function signReference(secrets: Secrets, purpose: string, { workspaceId, id }: Reference): string {
  const text = `${workspaceId} ${id}`;
  const signature = secrets.derive(purpose, text).subarray(0, signatureBytes);
  return Buffer.concat([signature, Buffer.from(text)]).toString('base64url');
}

export function openSignedReference(secrets: Secrets, purpose: string, token: string): Reference | undefined {
  const bytes = Buffer.from(token, 'base64url');
  const text = bytes.subarray(signatureBytes).toString();
  const signature = secrets.derive(purpose, text).subarray(0, signatureBytes);
  const given = bytes.subarray(0, signatureBytes);
  if (given.length !== signatureBytes || !timingSafeEqual(given, signature)) return undefined;
  const [workspaceId = '', ...id] = text.split(' ');
  return { workspaceId: workspaceId as WorkspaceId, id: id.join(' ') };
}

const signatureBytes = 16;
