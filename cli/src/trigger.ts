import { webhookPayloads } from '@daybook/contract/webhook-payloads';
import { suggestWord, type ParsedArguments } from './arguments.ts';
import { jsonFlag, serverFlags, type Command } from './command.ts';
import { exitCodes, Refusal, UsageError } from './failures.ts';
import { print, applyStyle, type Io } from './io.ts';
import { connectToServer } from './settings.ts';

const events = Object.keys(webhookPayloads) as (keyof typeof webhookPayloads)[];

export const triggerCommand: Command = {
  name: 'trigger',
  group: 'Webhooks on your machine',
  does: 'Send a test event to the webhooks that subscribe to it',
  more: `Sends an example payload of the event; nothing changes in the workspace. Events: ${events.join(', ')}.`,
  args: ['<event>'],
  flags: () => [
    {
      name: 'webhook',
      value: 'UUID',
      meaning: 'Send to this webhook, even if it doesn’t subscribe to the event',
    },
    jsonFlag,
    ...serverFlags,
  ],
  examples: () => [
    'daybook trigger invitee.scheduled',
    'daybook trigger webhook.test --webhook 0198c2f4-6a10-7c3e-9d51-3f0f4a1b2c3d',
  ],
  run: trigger,
};

async function trigger({ args: [event, extra], values }: ParsedArguments, io: Io): Promise<number> {
  if (extra !== undefined) throw new UsageError(`Unexpected argument ${extra}.`);
  if (event === undefined) throw new UsageError(`Missing event; use one of: ${events.join(', ')}.`);
  if (!isEvent(event)) throw new UsageError(`Unknown event ${event}.${suggestWord(event, events)}`);
  const { api } = connectToServer(io, values);
  const named = values.get('webhook')?.[0];
  const receivers: string[] = named === undefined ? [] : [named];
  if (named === undefined) {
    for await (const webhook of api.each('listWebhooks', { signal: io.signal })) {
      const receives = event === 'webhook.test' || webhook.events.includes(event);
      if (webhook.isActive && receives) receivers.push(webhook.uuid);
    }
  }
  if (receivers.length === 0) {
    throw new Refusal(
      `None of your webhooks subscribes to ${event}; create one for this machine with daybook listen.`,
    );
  }
  let isDelivered = true;
  for (const uuid of receivers) {
    const result = await api.testWebhook({ params: { uuid }, body: { event }, signal: io.signal });
    isDelivered &&= result.delivered;
    const said = result.delivered ? `delivered, ${result.statusCode}` : `not delivered: ${result.error}`;
    const line = `${uuid}  ${applyStyle(io, io.out, result.delivered ? 'green' : 'red', said)}`;
    print(io, values.has('json') ? JSON.stringify({ webhook: uuid, ...result }) : line);
  }
  return isDelivered ? exitCodes.done : exitCodes.refused;
}

function isEvent(text: string): text is (typeof events)[number] {
  return (events as readonly string[]).includes(text);
}
