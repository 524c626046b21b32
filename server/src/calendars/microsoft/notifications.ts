import { z } from 'zod';
import { badRequest } from '../../platform/problems.ts';
import type { Notification, WebhookReader } from '../provider/public.ts';

export const readMicrosoftWebhook: WebhookReader = ({ text, query }) => {
  // Microsoft makes a subscription only when its address repeats this.
  const [token, ...others] = query.getAll('validationToken');
  if (token !== undefined && others.length === 0) return { status: 200, body: token, notifications: [] };
  return { status: 202, notifications: parseNotifications(text) };
};

const graphBody = z.object({
  value: z
    .array(z.object({ clientState: z.string().nullish(), lifecycleEvent: z.string().nullish() }))
    .min(1)
    .max(1000),
});

/** One is enough for any number of changes; what is about the subscription itself is told apart. */
function parseNotifications(text: string): Notification[] {
  const parsed = graphBody.safeParse(parse(text));
  if (!parsed.success) throw badRequest('This isn’t a list of change notifications.');
  const notifications = parsed.data.value.map(({ clientState, lifecycleEvent }) => ({
    token: clientState ?? '',
    isAboutChannel: lifecycleEvent === 'reauthorizationRequired' || lifecycleEvent === 'subscriptionRemoved',
    isTrial: false,
  }));
  const kinds = new Map(notifications.map((one) => [`${one.isAboutChannel} ${one.token}`, one]));
  return [...kinds.values()];
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
