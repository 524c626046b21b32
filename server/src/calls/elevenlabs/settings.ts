import { declareSettings, requireTogether } from '../../platform/settings.ts';
import { id, key, origin } from '../hosted/public.ts';

export interface ElevenLabsAccount {
  readonly apiUrl: string;
  readonly apiKey: string;
  readonly agentId: string;
  readonly phoneNumberId: string;
  readonly webhookSecret: string;
}

export const elevenLabsSettings = declareSettings(
  {
    ELEVENLABS_API_KEY: key('ElevenLabs API key, for agents with the provider elevenlabs'),
    ELEVENLABS_AGENT_ID: id('Id of the ElevenLabs agent'),
    ELEVENLABS_PHONE_NUMBER_ID: id('Id of the ElevenLabs phone number that calls come from'),
    ELEVENLABS_WEBHOOK_SECRET: key('Secret that signs ElevenLabs post-call webhooks'),
    ELEVENLABS_API_URL: origin('ElevenLabs', 'https://api.elevenlabs.io'),
  },
  (data): ElevenLabsAccount | undefined => {
    const account = requireTogether({
      apiKey: ['ELEVENLABS_API_KEY', data.ELEVENLABS_API_KEY],
      agentId: ['ELEVENLABS_AGENT_ID', data.ELEVENLABS_AGENT_ID],
      phoneNumberId: ['ELEVENLABS_PHONE_NUMBER_ID', data.ELEVENLABS_PHONE_NUMBER_ID],
      webhookSecret: ['ELEVENLABS_WEBHOOK_SECRET', data.ELEVENLABS_WEBHOOK_SECRET],
    });
    return account && { ...account, apiUrl: data.ELEVENLABS_API_URL };
  },
);
