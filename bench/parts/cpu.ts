import { readFileSync } from 'node:fs';

/** Of `/proc/PID/stat`, on every Linux that Node runs on. */
const ticksPerSecond = 100;

/** CPU time that a process has taken so far, in the kernel as well. */
export function readCpuMs(pid: number | undefined): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond;
}
