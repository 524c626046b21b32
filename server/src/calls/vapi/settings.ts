import { declareSettings, requireTogether } from '../../platform/settings.ts';
import { id, key, origin } from '../hosted/public.ts';

export interface VapiAccount {
  readonly apiUrl: string;
  readonly apiKey: string;
  readonly assistantId: string;
  readonly phoneNumberId: string;
  readonly credentialId: string;
  readonly webhookSecret: string;
}

export const vapiSettings = declareSettings(
  {
    VAPI_API_KEY: key('Vapi private key, for agents with the provider vapi'),
    VAPI_ASSISTANT_ID: id('Id of the Vapi assistant'),
    VAPI_PHONE_NUMBER_ID: id('Id of the Vapi phone number that calls come from'),
    VAPI_CREDENTIAL_ID: id('Id of the Vapi custom credential (HMAC) that signs its webhooks'),
    VAPI_WEBHOOK_SECRET: key('Secret key of VAPI_CREDENTIAL_ID'),
    VAPI_API_URL: origin('Vapi', 'https://api.vapi.ai'),
  },
  (data): VapiAccount | undefined => {
    const account = requireTogether({
      apiKey: ['VAPI_API_KEY', data.VAPI_API_KEY],
      assistantId: ['VAPI_ASSISTANT_ID', data.VAPI_ASSISTANT_ID],
      phoneNumberId: ['VAPI_PHONE_NUMBER_ID', data.VAPI_PHONE_NUMBER_ID],
      credentialId: ['VAPI_CREDENTIAL_ID', data.VAPI_CREDENTIAL_ID],
      webhookSecret: ['VAPI_WEBHOOK_SECRET', data.VAPI_WEBHOOK_SECRET],
    });
    return account && { ...account, apiUrl: data.VAPI_API_URL };
  },
);
