import type { Runtime } from '../platform/context.ts';
import { transact } from '../platform/db/transaction.ts';
import { listFailed, retryFailed, type FailedEffect } from '../platform/outbox.ts';

/** `daybook effects`: what failed after a booking, form, call or note. What to print, and the exit code. */
export interface Answer {
  readonly text: string;
  readonly code: number;
}

const maxListed = 100;

export async function listEffects({ database }: Runtime): Promise<Answer> {
  const failed = await transact(database, '*', (db) => listFailed(db, maxListed));
  if (failed.length === 0) return { text: 'No failed effects.', code: 0 };
  const more = failed.length === maxListed ? [`Only the first ${maxListed} are listed.`] : [];
  const code = failed.some(({ failedAt }) => failedAt !== null) ? 1 : 0;
  return { text: [...failed.map(lineOf), ...more].join('\n'), code };
}

function lineOf(effect: FailedEffect): string {
  const { id, workspaceId, name, publishedAt, failedAt, runAt, attempts, error } = effect;
  const next = failedAt ? `given up ${failedAt}` : `next attempt ${runAt}`;
  return `${id}  ${name} of ${publishedAt}, workspace ${workspaceId}, ${attempts} attempts, ${next}\n  ${error}`;
}

/** One of them, or all. */
export function retryEffects({ id }: { readonly id?: string | undefined }) {
  return async ({ database }: Runtime): Promise<Answer> => {
    const count = await transact(database, '*', (db) => retryFailed(db, id ?? null));
    const effects = count === 1 ? 'effect is' : 'effects are';
    const text = `${count} ${effects} due now; a running server retries them.`;
    return { text, code: count === 0 && id !== undefined ? 1 : 0 };
  };
}
