import type { Runtime } from './context.ts';

/** Work that goes on for as long as a worker runs, beside its jobs. Any number of processes may do the same. */
export interface Service {
  readonly name: string;
  /** Whose connections it uses. */
  readonly pool: 'worker' | 'webhooks';
  start(runtime: Runtime): RunningService;
}

export interface RunningService {
  /** Finishes what is under way, and begins nothing more. */
  stop(): Promise<void>;
}
