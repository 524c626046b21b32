import { z } from 'zod';
import { apiUrl } from '../../platform/settings.ts';

/** The kinds of values that an account at a hosted platform is made of. */

export const key = (description: string) =>
  z.string().min(8, 'is too short').optional().describe(description);

export const id = (description: string) =>
  z
    .string()
    .regex(/^[\w-]{1,100}$/, 'must be an id: letters, digits, - and _')
    .optional()
    .describe(description);

export const number = (description: string) =>
  z
    .string()
    .regex(/^\+[1-9]\d{5,14}$/, 'must be a phone number in E.164, such as +493012345678')
    .optional()
    .describe(description);

export const origin = (name: string, value: string) =>
  apiUrl(value).describe(`URL of the ${name} API; change it for another region or in tests`);
