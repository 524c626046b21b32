import { createVisitorActor } from '../platform/auth/actor.ts';
import { readInWorkspace, type Runtime } from '../platform/context.ts';
import type { PageResponse, Visit } from '../platform/http/pages.ts';
import { notFound } from '../platform/problems.ts';
import { findImage, findWorkspaceOfImage } from './store.ts';

/** A picture, for anyone who has its URL. */
export async function showImage(runtime: Runtime, visit: Visit): Promise<PageResponse> {
  const { name = '' } = visit.params;
  const workspaceId = await findWorkspaceOfImage(runtime, name);
  if (!workspaceId) throw notFound('Image');
  const image = await readInWorkspace(runtime, createVisitorActor(workspaceId, visit.ip), (ctx) =>
    findImage(ctx, name),
  );
  if (!image) throw notFound('Image');
  return { image: image.bytes, type: image.type };
}
