import { afterAll, afterEach, vi } from 'vitest';
import { removeFolders, stopAll } from './daybook.ts';

/** Called once by each test file that starts processes: a busy machine needs longer limits for that. */
export function useProcesses(): void {
  vi.setConfig({ testTimeout: 200_000, hookTimeout: 200_000 });
  afterEach(stopAll);
  afterAll(removeFolders);
}
