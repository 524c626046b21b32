import { z } from 'zod';
import { readSettings } from '../../platform/settings.ts';
import { PaymentError, type AccountKeys, type ProviderOptions } from '../provider/public.ts';
import { mollieSettings } from './settings.ts';

const timeoutMs = 10_000;
/** A page of 250 refunds is a fifth of it. */
const maxResponseBytes = 1024 * 1024;

interface MollieRequest {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  /** Below `/v2`. */
  readonly path: string;
  readonly body?: object;
  readonly idempotencyKey?: string;
}

/** Undefined when Mollie knows nothing of that name. */
export type CallMollie = <T>(schema: z.ZodType<T>, request: MollieRequest) => Promise<T | undefined>;

export function connectTo({ config, outbound }: ProviderOptions, { apiKey = '' }: AccountKeys): CallMollie {
  const { url } = readSettings(config, mollieSettings);
  return async (schema, { method = 'GET', path, body, idempotencyKey }) => {
    const {
      statusCode,
      body: text,
      isTruncated,
    } = await outbound.request(`${url}/v2${path}`, {
      method,
      headers: {
        authorization: `Bearer ${apiKey}`,
        accept: 'application/hal+json',
        ...(body && { 'content-type': 'application/json' }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      ...(body && { body: JSON.stringify(body) }),
      timeoutMs,
      maxResponseBytes,
    });
    if (statusCode === 404 || statusCode === 410) return undefined;
    if (statusCode === null || statusCode >= 300) throw errorOf(statusCode, text);
    const parsed = isTruncated ? undefined : schema.safeParse(parseJson(text));
    if (!parsed?.success) throw new PaymentError('Mollie answered in a form that is not known.');
    return parsed.data;
  };
}

const refusal = z.object({ detail: z.string() });

/** 409, 429 and 5xx may pass. Of 409 Mollie takes a request for the repetition of another that is not over. */
function errorOf(statusCode: number | null, text: string): PaymentError {
  if (statusCode === 401 || statusCode === 403) {
    return new PaymentError('Mollie rejected this key, or the key lacks the required permissions.', {
      isRefused: true,
    });
  }
  if (statusCode === 400 || statusCode === 422) {
    const { data } = refusal.safeParse(parseJson(text));
    return new PaymentError(`Mollie refused this: ${(data?.detail ?? '').slice(0, 500)}`, {
      isRefused: true,
    });
  }
  return new PaymentError('Mollie does not answer at the moment.');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
