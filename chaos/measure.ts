import { readFileSync } from 'node:fs';
import type { Digests } from '../server/test/digests.ts';
import { launchProgram, type Variables } from '../server/test/process/daybook.ts';

/** Runs a command of the operator to its end; throws when it fails. */
export async function measureCommand(variables: Variables, ...args: string[]): Promise<{ text: string }> {
  const began = performance.now();
  const program = launchProgram('daybook', variables, { args });
  let peakMb = 0;
  const timer = setInterval(() => (peakMb = Math.max(peakMb, getPeakMemory(program.child.pid))), 20);
  const code = await program.exit;
  clearInterval(timer);
  if (code !== 0) throw new Error(`daybook ${args.join(' ')}: ${program.output()}`);
  return { text: `${((performance.now() - began) / 1000).toFixed(1)} s, peak ${peakMb} MB` };
}

/** The most that a process has used, in MB; 0 where the system does not report it. */
export function getPeakMemory(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
  } catch {
    return 0;
  }
}

export function diffDigests(before: Digests, after: Digests): string[] {
  return Object.keys({ ...before, ...after })
    .filter((table) => before[table] !== after[table])
    .map((table) => `${table}: ${before[table]} became ${after[table]}.`);
}
