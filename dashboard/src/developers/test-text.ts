import { interpolate } from '@daybook/booking/locale';
import type { Result } from '@daybook/client';
import { words } from '../platform/words/words.ts';

/** How a test delivery ended, as a sentence. */
export function formatTestResult({ delivered, statusCode, error }: Result<'testWebhook'>): string {
  return delivered
    ? interpolate(words.webhooks.testDelivered, { status: statusCode ?? '' })
    : interpolate(words.webhooks.testFailed, { error: error ?? statusCode ?? '' });
}
