import { z } from 'zod';
import type { Runtime } from './context.ts';
import type { WorkspaceId } from './db/workspace-id.ts';

/** Work that happens later: at least once, so it must be safe to run twice. */
export interface JobKind<S extends z.ZodType = z.ZodType> {
  readonly name: string;
  readonly payload: S;
  readonly run: (runtime: Runtime, payload: z.output<S>) => Promise<void>;
  /** A crontab pattern (UTC) for work that comes round by itself; its payload is empty. */
  readonly every?: string;
}

/** The workspace in a job's payload: jobs are added by our own transactions, so it was proven there. */
export const jobWorkspace = z.uuid().transform((id) => id as WorkspaceId);

export function defineJob<S extends z.ZodType>(kind: JobKind<S>): JobKind<S> {
  return kind;
}

// oxlint-disable-next-line no-explicit-any -- the list holds jobs of every payload; each checks its own
export type AnyJob = JobKind<any>;
