import { z } from 'zod';
import { created, message, ok, paginated } from './envelopes.ts';
import { email, timestamp, uuid, uuidParam } from './fields.ts';
import { declareRoute } from './route.ts';
import { requireScopes } from './scopes.ts';

/** Domains of a workspace: additions section 6. */

const maxNameLength = 253;

export const domainPurpose = z.enum(['pages', 'sender', 'sign_in']).meta({
  description:
    '`pages`: booking pages and links of the workspace use it; `sender`: emails are sent from an address of it; `sign_in`: people with an address of it sign in at an identity provider of the workspace',
});

const dnsRecord = z
  .object({
    about: z.enum(['routing', 'ownership', 'dkim', 'spf', 'dmarc']),
    type: z.enum(['CNAME', 'TXT']),
    name: z.string(),
    value: z.string(),
    state: z.enum(['unknown', 'missing', 'wrong', 'correct']).meta({
      description: 'By the last check; `unknown` before the first, and while no name server answers',
    }),
    found: z.array(z.string()).meta({ description: 'What the last check found instead, or as well' }),
  })
  .meta({ id: 'DnsRecord' });

export const domain = z
  .object({
    uuid,
    purpose: domainPurpose,
    name: z.string().meta({ example: 'book.example.com' }),
    senderAddress: email.nullable().meta({ description: 'Of a `sender`: the address that emails are from' }),
    identityProviderUuid: uuid
      .nullable()
      .meta({ description: 'Of a `sign_in` domain: where its addresses sign in' }),
    state: z.enum(['pending', 'verified', 'failing']).meta({
      description:
        '`pending` until all records are correct; `failing` after three checks in a row found a `verified` domain changed, or after seven days if people sign in by it. Only a verified domain is used',
    }),
    problem: z.enum(['records', 'unreachable', 'taken']).nullable().meta({
      description:
        'Why the last check didn’t pass: `records` are missing or wrong, name servers were `unreachable`, or another workspace has the domain (`taken`)',
    }),
    records: z.array(dnsRecord).meta({ description: 'The DNS records to create' }),
    checkedAt: timestamp.nullable(),
    verifiedAt: timestamp.nullable(),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'Domain' });

export const newDomain = z.object({
  name: z
    .string()
    .trim()
    .min(1)
    .max(maxNameLength)
    .optional()
    .meta({ description: 'Of booking pages or of email addresses', example: 'book.example.com' }),
  purpose: domainPurpose.default('pages'),
  senderAddress: email.optional().meta({ description: 'Required for a `sender`' }),
});

const admins = {
  origin: 'ours',
  tag: 'Domains',
  access: requireScopes('admin:full'),
  may: 'admin',
} as const;
const domainId = { uuid: uuidParam('Domain') };
const domainNotFound = { 404: 'Domain not found.' } as const;

export const listDomains = declareRoute({
  ...admins,
  method: 'GET',
  path: '/domains',
  summary: 'List domains',
  returns: paginated(domain),
});

export const createDomain = declareRoute({
  ...admins,
  method: 'POST',
  path: '/domains',
  summary: 'Add a domain',
  description:
    'Needs `name` for booking pages and sign-in, `senderAddress` for a sender. Domains of public email providers can’t be used for sign-in. Create its `records` at your DNS provider, then verify it. Unverified domains are also checked every few minutes, for 30 days.',
  body: newDomain,
  returns: created('resource', domain),
  examples: { body: { name: 'book.example.com' } },
});

export const verifyDomain = declareRoute({
  ...admins,
  method: 'POST',
  path: '/domains/{uuid}/verify',
  summary: 'Check the records of a domain',
  description: 'Asks the name servers now, and returns what they say.',
  params: domainId,
  returns: ok('resource', domain),
  fails: domainNotFound,
});

export const rotateDomainKey = declareRoute({
  ...admins,
  method: 'POST',
  path: '/domains/{uuid}/key',
  summary: 'Replace the DKIM key of a sender',
  description: 'Emails are signed with the former key until the record of the new one is found.',
  params: domainId,
  returns: ok('resource', domain),
  fails: { ...domainNotFound, 409: 'Only sender domains have a key.' },
});

export const deleteDomain = declareRoute({
  ...admins,
  method: 'DELETE',
  path: '/domains/{uuid}',
  summary: 'Remove a domain',
  description:
    'It serves nothing from now on, and links use the address of the installation again. Addresses of a `sign_in` domain no longer sign in at the identity provider; users and sessions stay.',
  params: domainId,
  returns: message('Domain removed.'),
  fails: { ...domainNotFound, 403: 'Only owners can remove a domain of an identity provider.' },
});
