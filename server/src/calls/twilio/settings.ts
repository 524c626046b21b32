import { declareSettings, requireTogether, webAddress } from '../../platform/settings.ts';
import { id, key, number, origin } from '../hosted/public.ts';

export interface TwilioAccount {
  readonly apiUrl: string;
  readonly accountSid: string;
  readonly authToken: string;
  readonly fromNumber: string;
  readonly twimlUrl: string | undefined;
}

export const twilioSettings = declareSettings(
  {
    TWILIO_ACCOUNT_SID: id('Twilio account SID, for agents with the provider twilio'),
    TWILIO_AUTH_TOKEN: key('Twilio auth token, which also signs Twilio webhooks'),
    TWILIO_FROM_NUMBER: number('Twilio phone number for agents without their own number'),
    TWILIO_TWIML_URL: webAddress()
      .optional()
      .describe(
        'TwiML URL that Twilio uses when the call is answered; default: speak the agent’s first message',
      ),
    TWILIO_API_URL: origin('Twilio', 'https://api.twilio.com'),
  },
  (data): TwilioAccount | undefined => {
    const account = requireTogether({
      accountSid: ['TWILIO_ACCOUNT_SID', data.TWILIO_ACCOUNT_SID],
      authToken: ['TWILIO_AUTH_TOKEN', data.TWILIO_AUTH_TOKEN],
      fromNumber: ['TWILIO_FROM_NUMBER', data.TWILIO_FROM_NUMBER],
    });
    return account && { ...account, apiUrl: data.TWILIO_API_URL, twimlUrl: data.TWILIO_TWIML_URL };
  },
);
