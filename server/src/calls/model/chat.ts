import { z } from 'zod';
import type { Outbound, OutboundRequest, Outcome } from '../../platform/safe-fetch/safe-fetch.ts';
import { serializeWav } from '../speech/public.ts';
import type { CallModel } from './settings.ts';

/** The protocol of OpenAI, as many servers speak it. */

export interface Message {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** A function that the model may call; `parameters` is JSON Schema. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly parameters: object;
}

export interface ToolCall {
  readonly name: string;
  readonly input: unknown;
}

/** Nobody waits longer for an answer on the phone. */
export const turnTimeoutMs = 3000;
const maxResponseBytes = 64 * 1024;

const completion = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({
          tool_calls: z
            .array(z.object({ function: z.object({ name: z.string(), arguments: z.string() }) }))
            .min(1),
        }),
      }),
    )
    .min(1),
});

/** Undefined when there is no answer in time, or none that calls a tool. */
export async function askModel(
  outbound: Outbound,
  address: CallModel,
  messages: readonly Message[],
  tools: readonly Tool[],
  timeoutMs = turnTimeoutMs,
): Promise<ToolCall | undefined> {
  const body = {
    model: address.model,
    messages,
    tools: tools.map((tool) => ({ type: 'function', function: tool })),
    tool_choice: 'required',
    temperature: 0,
    max_tokens: 200,
  };
  const answer = await post(outbound, address, '/chat/completions', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    timeoutMs,
  });
  const parsed = completion.safeParse(jsonOf(answer));
  const call = parsed.data?.choices[0]?.message.tool_calls[0]?.function;
  return call && { name: call.name, input: parseJson(call.arguments) };
}

/** What was said, in any words; empty when it was not understood in time. */
export async function transcribeSpeech(
  outbound: Outbound,
  address: CallModel,
  samples: Int16Array,
  timeoutMs = turnTimeoutMs,
): Promise<string> {
  if (address.speechModel === undefined) return '';
  const form = new FormData();
  const wav = Uint8Array.from(serializeWav({ rate: 8000, samples }));
  form.set('file', new Blob([wav], { type: 'audio/wav' }), 'speech.wav');
  form.set('model', address.speechModel);
  form.set('response_format', 'json');
  const encoded = new Response(form);
  const answer = await post(outbound, address, '/audio/transcriptions', {
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
    body: new Uint8Array(await encoded.arrayBuffer()),
    timeoutMs,
  });
  const parsed = z.object({ text: z.string().max(1000) }).safeParse(jsonOf(answer));
  return parsed.data?.text.trim() ?? '';
}

function post(
  outbound: Outbound,
  { url, key }: CallModel,
  path: string,
  request: OutboundRequest,
): Promise<Outcome> {
  const authorization = key === undefined ? {} : { authorization: `Bearer ${key}` };
  return outbound.request(`${url}${path}`, {
    ...request,
    method: 'POST',
    headers: { ...request.headers, ...authorization },
    maxResponseBytes,
  });
}

function jsonOf({ statusCode, isTruncated, body }: Outcome): unknown {
  return statusCode === 200 && !isTruncated ? parseJson(body) : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
