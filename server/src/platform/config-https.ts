import { z } from 'zod';
import { port } from './config-fields.ts';
import { StartError } from './start-error.ts';

/** How a process that no proxy stands before gets certificates. */
export const httpsVariables = {
  HTTPS_PORT: port()
    .optional()
    .describe('Port for HTTPS with certificates that Daybook gets itself; default: none, a proxy does it'),
  ACME_URL: z
    .url({ protocol: /^https$/, error: 'must start with https://' })
    .default('https://acme-v02.api.letsencrypt.org/directory')
    .describe('Directory of the certificate authority (ACME)'),
  ACME_EMAIL: z
    .email('must be an email address')
    .optional()
    .describe('Where the certificate authority reaches you'),
};

export interface HttpsSettings {
  readonly port: number;
  readonly authority: string;
  readonly email: string | undefined;
}

type HttpsValues = z.output<z.ZodObject<typeof httpsVariables>>;

export function parseHttps(
  { HTTPS_PORT, ACME_URL, ACME_EMAIL }: HttpsValues,
  publicUrl: string,
  role: string,
): HttpsSettings | undefined {
  if (HTTPS_PORT === undefined) return undefined;
  if (role === 'router') throw new StartError('A router can’t get certificates; leave HTTPS_PORT out.');
  if (!publicUrl.startsWith('https:')) throw new StartError('HTTPS_PORT needs a PUBLIC_URL with https://.');
  return { port: HTTPS_PORT, authority: ACME_URL, email: ACME_EMAIL };
}
