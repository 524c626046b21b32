import { declareSettings, requireTogether } from '../../platform/settings.ts';
import { id, key, number, origin } from '../hosted/public.ts';

export interface RetellAccount {
  readonly apiUrl: string;
  readonly apiKey: string;
  readonly agentId: string;
  readonly fromNumber: string;
}

export const retellSettings = declareSettings(
  {
    RETELL_API_KEY: key('Retell API key that signs webhooks, for agents with the provider retell'),
    RETELL_AGENT_ID: id('Id of the Retell agent'),
    RETELL_FROM_NUMBER: number('Retell phone number for agents without their own number'),
    RETELL_API_URL: origin('Retell', 'https://api.retellai.com'),
  },
  (data): RetellAccount | undefined => {
    const account = requireTogether({
      apiKey: ['RETELL_API_KEY', data.RETELL_API_KEY],
      agentId: ['RETELL_AGENT_ID', data.RETELL_AGENT_ID],
      fromNumber: ['RETELL_FROM_NUMBER', data.RETELL_FROM_NUMBER],
    });
    return account && { ...account, apiUrl: data.RETELL_API_URL };
  },
);
