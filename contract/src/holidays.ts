import { z } from 'zod';
import { message, ok } from './envelopes.ts';
import { date, email } from './fields.ts';
import { declareRoute } from './route.ts';
import { requireScopes } from './scopes.ts';

/** Public holidays that users take off: additions section 4. */

const country = z
  .string()
  .regex(/^[A-Z]{2}$/, 'Must be the code of a country, such as DE.')
  .meta({ example: 'DE' });
const region = z
  .string()
  .min(1)
  .max(20)
  .meta({ example: 'BY', description: 'As `GET /holiday-regions` has it' });

export const holidayTypes = ['public', 'bank', 'optional', 'school', 'observance'] as const;
const types = z.array(z.enum(holidayTypes)).min(1).max(5);

const holidayCountry = z
  .object({
    country,
    name: z.string(),
    regions: z.array(z.object({ region, name: z.string() })),
  })
  .meta({ id: 'HolidayCountry' });

export const holidays = z
  .object({
    email,
    country: country.nullable().meta({ description: 'Null if the user takes no holidays off' }),
    region: region.nullable(),
    types: z.array(z.enum(holidayTypes)),
    except: z.array(date).meta({ description: 'Holidays on which the user works' }),
    days: z
      .array(
        z.object({
          date,
          name: z.string(),
          type: z.enum(holidayTypes),
          isOff: z.boolean().meta({ description: 'False for a day of `except`' }),
        }),
      )
      .meta({ description: 'From today on, for the years that are known' }),
  })
  .meta({ id: 'Holidays' });

export const holidayChanges = z.object({
  email: email.optional().meta({ description: 'The user; default: you' }),
  country,
  region: region.nullish(),
  types: types.default(['public']),
  except: z.array(date).max(200).default([]),
});

const readHolidayAccess = requireScopes('admin:full', 'schedules:read');
const writeHolidayAccess = requireScopes('admin:full', 'schedules:write');
const fails = { 403: 'Only owners and admins can do this for others.', 404: 'User not found.' };

export const listHolidayRegions = declareRoute({
  method: 'GET',
  path: '/holiday-regions',
  origin: 'ours',
  tag: 'Absences',
  summary: 'List the countries and regions with known holidays',
  access: readHolidayAccess,
  returns: ok('collection', z.array(holidayCountry)),
});

export const readHolidays = declareRoute({
  method: 'GET',
  path: '/holidays',
  origin: 'ours',
  tag: 'Absences',
  summary: 'Read which public holidays a user takes off',
  access: readHolidayAccess,
  query: { email: email.optional() },
  returns: ok('resource', holidays),
  fails,
});

export const setHolidays = declareRoute({
  method: 'PUT',
  path: '/holidays',
  origin: 'ours',
  tag: 'Absences',
  summary: 'Set the public holidays that a user takes off',
  description:
    'Nobody can book the user on these days, on any page. The days are those of the default schedule of the user; half days are not among them. List holidays on which the user works in `except`.',
  access: writeHolidayAccess,
  body: holidayChanges,
  returns: ok('resource', holidays),
  fails,
  examples: { body: { country: 'DE', region: 'BY', except: ['2027-12-26'] } },
});

export const deleteHolidays = declareRoute({
  method: 'DELETE',
  path: '/holidays',
  origin: 'ours',
  tag: 'Absences',
  summary: 'Take off no public holidays',
  access: writeHolidayAccess,
  query: { email: email.optional() },
  returns: message('Holidays removed.'),
  fails,
});
