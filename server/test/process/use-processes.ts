import { afterAll, afterEach, vi } from 'vitest';
import { removeFolders, stopAll } from './daybook.ts';

/** To be called once by each file of tests. They start whole processes, and a busy machine is slow at that. */
export function useProcesses(): void {
  vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
  afterEach(stopAll);
  afterAll(removeFolders);
}
