import type { Ctx } from '../platform/context.ts';
import type { FieldErrors } from '../platform/problems.ts';
import { listResources } from './needs.store.ts';
import type { LockMode } from './people.store.ts';
import type { PageInput } from './rules.ts';

type GivenNeeds = NonNullable<PageInput['resources']>;

/** What a page can take is there, and of the kind under which it is named. */
export async function validateNeeds(ctx: Ctx, needs: GivenNeeds, lock: LockMode): Promise<FieldErrors> {
  if (needs.length === 0) return {};
  const errors: FieldErrors = {};
  const resources = await listResources(ctx, lock);
  for (const [index, { kind, resourceIds }] of needs.entries()) {
    const ofKind = resources.filter((resource) => isSameKind(resource.kind, kind));
    if (ofKind.length === 0)
      errors[`resources.${index}.kind`] = ['No resource in this workspace has this kind.'];
    for (const [position, id] of (resourceIds ?? []).entries()) {
      if (!ofKind.some((resource) => resource.id === id.toLowerCase())) {
        errors[`resources.${index}.resourceIds.${position}`] = ['Must be the id of a resource of this kind.'];
      }
    }
  }
  return errors;
}

/** As they are stored: kinds spelled as the workspace spells them. */
export async function resolveNeeds(
  ctx: Ctx,
  needs: GivenNeeds,
): Promise<{ readonly kind: string; readonly resourceIds: string[] | null }[]> {
  const resources = needs.length > 0 ? await listResources(ctx, 'none') : [];
  return needs.map(({ kind, resourceIds }) => ({
    kind: resources.find((resource) => isSameKind(resource.kind, kind))?.kind ?? kind,
    resourceIds: resourceIds ? [...new Set(resourceIds.map((id) => id.toLowerCase()))] : null,
  }));
}

function isSameKind(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
