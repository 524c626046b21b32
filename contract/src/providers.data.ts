/** The providers that the wire names, each once. What one of them does is a folder of the server, and its texts. */

/** Calendars whose owner allows access where the account is. */
export const oauthCalendars = ['google', 'microsoft'] as const;
/** Calendars whose owner enters an address. */
export const enteredCalendars = ['caldav', 'ics'] as const;

/** Who places the calls of agents. */
export const callProviders = ['simulator', 'http', 'sip', 'vapi', 'retell', 'elevenlabs', 'twilio'] as const;

/** What makes the links of video calls. */
export const conferencingKinds = ['template', 'jitsi', 'zoom', 'google_meet', 'microsoft_teams'] as const;

/** Who collects money online, before a time is booked, and the keys of an account there. */
export const onlineProviders = {
  stripe: ['secretKey', 'webhookSecret'],
  mollie: ['apiKey'],
} as const;

export type OnlineName = keyof typeof onlineProviders;
export const onlineNames = Object.keys(onlineProviders) as [OnlineName, ...OnlineName[]];
/** Or on site, which needs nobody. */
export const paymentProviders = ['manual', ...onlineNames] as const;
