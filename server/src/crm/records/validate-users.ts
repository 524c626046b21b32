import type { Ctx } from '../../platform/context.ts';
import type { FieldErrors } from '../../platform/problems.ts';
import type { Definition } from '../schema/public.ts';
import type { Draft } from './rules.ts';
import { findMemberIds } from './store.ts';

/** The user attributes of drafts that name nobody of this workspace, for each draft, with one query for all. */
export async function validateUsers(
  ctx: Ctx,
  { attributes }: Definition,
  drafts: readonly Draft[],
): Promise<FieldErrors[]> {
  const keys = attributes.filter(({ type }) => type === 'user').map(({ key }) => key);
  const usersIn = ({ values }: Draft, key: string) => (values[key] ?? []) as readonly string[];
  const named = new Set(drafts.flatMap((draft) => keys.flatMap((key) => usersIn(draft, key))));
  const known = new Set(await findMemberIds(ctx, [...named]));
  return drafts.map((draft) => {
    const errors: FieldErrors = {};
    for (const key of keys) {
      const unknown = usersIn(draft, key).filter((id) => !known.has(id));
      if (unknown.length > 0)
        errors[key] = unknown.map((id) => `No user in this workspace has the id ${id}.`);
    }
    return errors;
  });
}
