import { z } from 'zod';
import type { Ctx } from '../platform/context.ts';
import { runInSavepoint } from '../platform/db/savepoint.ts';
import { Problem } from '../platform/problems.ts';
import type { LeftOut, LeftOutGroup, LeftOutList } from './left-out.ts';

export interface Report {
  readonly users: Counts;
  readonly teams: Counts;
  readonly schedules: Counts;
  readonly pages: Counts;
  readonly bookings: Counts;
  readonly requests: Counts;
  readonly people: Counts;
  /** Bookings to come whose host has something else at the time. */
  readonly clashes: readonly string[];
  readonly leftOut: readonly LeftOutGroup[];
}

interface Counts {
  readonly added: number;
  /** There already: left as they are, since people may have changed them since. */
  readonly found: number;
}

type Noun = Exclude<keyof Report, 'clashes' | 'leftOut'>;

/** A transaction may run several times before it succeeds: what it reports counts once it has. */
export function createProgress(leftOut: LeftOutList, onProgress: (what: string, count: number) => void) {
  const counts = new Map<string, number>();
  const clashes: string[] = [];
  const pending: (() => void)[] = [];
  const countsOf = (noun: Noun): Counts => ({
    added: counts.get(`${noun} added`) ?? 0,
    found: counts.get(`${noun} found`) ?? 0,
  });
  return {
    /** At the beginning of each attempt of a transaction. */
    begin() {
      pending.length = 0;
    },
    /** After a transaction. */
    keep() {
      for (const report of pending.splice(0)) report();
    },
    clash: (sentence: string) => void pending.push(() => clashes.push(sentence)),
    leaveOut: (item: LeftOut) => void pending.push(() => leftOut.add(item)),
    count(noun: Noun, what: 'added' | 'found') {
      pending.push(() => {
        const key = `${noun} ${what}`;
        counts.set(key, (counts.get(key) ?? 0) + 1);
        onProgress(noun, countsOf(noun).added + countsOf(noun).found);
      });
    },
    report: (): Report => ({
      users: countsOf('users'),
      teams: countsOf('teams'),
      schedules: countsOf('schedules'),
      pages: countsOf('pages'),
      bookings: countsOf('bookings'),
      requests: countsOf('requests'),
      people: countsOf('people'),
      clashes,
      leftOut: leftOut.groups(),
    }),
  };
}

export type Progress = ReturnType<typeof createProgress>;

/** What can't be imported is reported with its reason, and the others are. Returns whether it was imported. */
export async function tryImport(
  ctx: Ctx,
  progress: Progress,
  thing: { readonly kind: string; readonly name: string },
  work: () => Promise<void>,
): Promise<boolean> {
  try {
    await runInSavepoint(ctx, work);
    return true;
  } catch (error) {
    progress.leaveOut({ ...thing, why: reasonOf(error) });
    return false;
  }
}

export class CannotImport extends Error {}

/** Codes of PostgreSQL for a value that no column takes, such as a NUL in a text or a year that does not exist. */
const refusedData = /^22/;

/** Throws what is nobody's data but a bug. */
function reasonOf(error: unknown): string {
  if (error instanceof CannotImport) return error.message;
  const { code = '', message } = error as { code?: string; message: string };
  if (refusedData.test(code)) return `${message}.`;
  if (error instanceof z.ZodError) {
    const [issue] = error.issues;
    return `${issue?.path.join('.')}: ${issue?.message}`;
  }
  if (!(error instanceof Problem)) throw error;
  const { errors } = error.body as { errors?: Record<string, string[]> };
  const fields = Object.entries(errors ?? {}).map(([field, said]) => `${field}: ${said.join(' ')}`);
  return errors ? fields.join(' ') : error.message;
}
