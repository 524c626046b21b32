import { writeBulk } from '../crm/public.ts';
import type { Ctx } from '../platform/context.ts';
import type { PersonIn } from './contents.ts';
import type { Progress } from './progress.ts';
import type { Rehearsal } from './rehearsal.ts';

/** People by their address. A value that their attribute does not take is reported, and the others are kept. */
export async function addPeople(
  ctx: Ctx,
  batch: readonly PersonIn[],
  progress: Progress,
  rehearsal?: Rehearsal,
): Promise<void> {
  let people = batch.map(({ email, values }) => ({ email, values }));
  while (people.length > 0) {
    const results = await writeBulk(ctx, 'people', {
      records: people.map(({ values }) => values),
      mode: 'each',
      matchingAttribute: 'emails',
    });
    const again: typeof people = [];
    for (const { index, status, error } of results) {
      const person = people[index];
      if (!person) continue;
      const { email, values } = person;
      if (status !== 'failed') {
        progress.count('people', status === 'created' && !rehearsal?.seen.has(email) ? 'added' : 'found');
        continue;
      }
      const why =
        Object.values(error?.errors ?? {})
          .flat()
          .join(' ') ||
        (error?.message ?? '');
      const wrong = Object.keys(values).find((key) => key !== 'emails' && isAbout(key, error));
      progress.leaveOut({ kind: 'People', field: wrong, why, name: email });
      if (wrong !== undefined) {
        const { [wrong]: _, ...others } = values;
        again.push({ email, values: others });
      }
    }
    people = again;
  }
}

/** Errors name a field by its key, or begin with it. */
function isAbout(
  key: string,
  error: { readonly message: string; readonly errors?: Record<string, string[]> | undefined } | undefined,
): boolean {
  return key in (error?.errors ?? {}) || (error?.message ?? '').startsWith(`${key} `);
}
