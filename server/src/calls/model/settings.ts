import { z } from 'zod';
import { declareSettings, requireTogether, webAddress } from '../../platform/settings.ts';

export interface CallModel {
  readonly url: string;
  readonly model: string;
  readonly key: string | undefined;
  readonly speechModel: string | undefined;
}

/** A language model that understands what people say to agents with the provider `sip`. */
export const modelSettings = declareSettings(
  {
    CALL_MODEL_URL: webAddress()
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
  },
  ({
    CALL_MODEL_URL,
    CALL_MODEL,
    CALL_MODEL_KEY: key,
    CALL_SPEECH_MODEL: speechModel,
  }): CallModel | undefined => {
    const address = requireTogether({
      url: ['CALL_MODEL_URL', CALL_MODEL_URL],
      model: ['CALL_MODEL', CALL_MODEL],
    });
    return address && { ...address, key, speechModel };
  },
);
