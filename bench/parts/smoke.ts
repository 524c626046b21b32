/** `--smoke`: a run of seconds, on little data, which shows that a command works. Its figures are judged by nothing. */
const isSmoke = process.argv.includes('--smoke');

/** For `parseArgs`, which refuses options that it does not know. */
export const smokeOption = { smoke: { type: 'boolean', default: false } } as const;

/** A value of the full run, and one for `--smoke`. */
export const chooseForSmoke = <T>(full: T, small: T): T => (isSmoke ? small : full);

/** Ends with 1 where a limit is not kept. */
export function judge(isGood: boolean): void {
  if (!isGood && !isSmoke) process.exitCode = 1;
}
