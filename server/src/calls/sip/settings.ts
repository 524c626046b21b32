import { z } from 'zod';
import { whole } from '../../platform/config-fields.ts';
import { declareSettings } from '../../platform/settings.ts';
import { parseTrunk, type SipTrunk } from './trunk.ts';

export interface SipLine {
  readonly trunk: SipTrunk;
  /** Calls that each process places at once. */
  readonly maxCalls: number;
}

export const sipSettings = declareSettings(
  {
    SIP_URL: z
      .string()
      .refine((text) => parseTrunk(text) !== undefined, {
        message: 'must be sip:NAME:PASSWORD@HOST:PORT, or sips: for TLS, or with ;transport=tcp',
      })
      .optional()
      .describe('SIP trunk of agents with the provider sip, with credentials'),
    SIP_CALLS: whole(1, 1000)
      .default(50)
      .describe('Maximum number of simultaneous calls of each process over SIP_URL; further calls wait'),
  },
  ({ SIP_URL: url, SIP_CALLS: maxCalls }): SipLine | undefined => {
    const trunk = url === undefined ? undefined : parseTrunk(url);
    return trunk && { trunk, maxCalls };
  },
);
