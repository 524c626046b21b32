import { generateLinkToken } from '../../platform/ids.ts';
import type { ConferenceProvider } from '../provider/public.ts';

export const templateProvider: ConferenceProvider = {
  by: 'address',
  joinUrl: ({ urlTemplate }) => urlTemplate.replace('{room}', generateLinkToken()),
};
