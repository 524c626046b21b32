import { declareSettings, demandTogether, webAddress } from '../../platform/settings.ts';
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
    TWILIO_ACCOUNT_SID: id('Account at Twilio, for agents with the provider twilio'),
    TWILIO_AUTH_TOKEN: key('Its auth token, which also signs what Twilio reports'),
    TWILIO_FROM_NUMBER: number('Number at Twilio from which agents without a number of their own call'),
    TWILIO_TWIML_URL: webAddress()
      .optional()
      .describe('What Twilio does once somebody answers; default: it says the first message of the agent'),
    TWILIO_API_URL: origin('Twilio', 'https://api.twilio.com'),
  },
  (data): TwilioAccount | undefined => {
    const account = demandTogether({
      accountSid: ['TWILIO_ACCOUNT_SID', data.TWILIO_ACCOUNT_SID],
      authToken: ['TWILIO_AUTH_TOKEN', data.TWILIO_AUTH_TOKEN],
      fromNumber: ['TWILIO_FROM_NUMBER', data.TWILIO_FROM_NUMBER],
    });
    return account && { ...account, apiUrl: data.TWILIO_API_URL, twimlUrl: data.TWILIO_TWIML_URL };
  },
);
