import { z } from 'zod';
import { StartError } from './start-error.ts';

/** A language model that understands what people say to agents with the provider `sip`. */
export const callModelVariables = {
  CALL_MODEL_URL: z
    .url({ protocol: /^https?$/, error: 'must be a web address' })
    .transform((text) => text.replace(/\/+$/, ''))
    .optional()
    .describe('Language model for agents with the provider sip: an OpenAI-compatible URL, up to /v1'),
  CALL_MODEL: z.string().optional().describe('Name of the model at CALL_MODEL_URL'),
  CALL_MODEL_KEY: z.string().optional().describe('API key for CALL_MODEL_URL, if it needs one'),
  CALL_SPEECH_MODEL: z
    .string()
    .optional()
    .describe(
      'Name of a speech-to-text model at CALL_MODEL_URL; without it, only fixed phrases are recognized',
    ),
};

export interface CallModel {
  readonly url: string;
  readonly model: string;
  readonly key: string | undefined;
  readonly speechModel: string | undefined;
}

interface Given {
  readonly CALL_MODEL_URL?: string | undefined;
  readonly CALL_MODEL?: string | undefined;
  readonly CALL_MODEL_KEY?: string | undefined;
  readonly CALL_SPEECH_MODEL?: string | undefined;
}

export function callModelOf(given: Given): CallModel | undefined {
  const {
    CALL_MODEL_URL: url,
    CALL_MODEL: model,
    CALL_MODEL_KEY: key,
    CALL_SPEECH_MODEL: speechModel,
  } = given;
  if (url !== undefined && model !== undefined) return { url, model, key, speechModel };
  if (url === undefined && model === undefined) return undefined;
  throw new StartError('CALL_MODEL_URL and CALL_MODEL belong together; set both or neither.');
}
