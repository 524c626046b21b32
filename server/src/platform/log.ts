import { pino, type Logger } from 'pino';
import type { Config } from './config.ts';

export type Log = Logger;

/**
 * One JSON object a line on standard error, so that standard output stays for people. Secrets never reach it: what is
 * logged of a request is its route pattern, not its address, and never a header or a body.
 */
export function createLog(level: Config['logLevel']): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    pino.destination({ fd: 2, sync: true }),
  );
}
