import { z } from 'zod';
import { created, message, ok, paginated } from './envelopes.ts';
import { timestamp, uuid, uuidParam } from './fields.ts';
import { declareRoute } from './route.ts';
import { requireScopes } from './scopes.ts';

/** Domains of a workspace: additions section 6. */

const maxNameLength = 253;

export const domainPurpose = z.enum(['pages']).meta({
  description: '`pages`: booking pages, emails and links of the workspace use it',
});

const dnsRecord = z
  .object({
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
    state: z.enum(['pending', 'verified', 'failing']).meta({
      description:
        '`pending` until all records are correct; `failing` after three checks in a row found a `verified` domain changed. Only a verified domain is used',
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
  name: z.string().trim().min(1).max(maxNameLength).meta({ example: 'book.example.com' }),
  purpose: domainPurpose.default('pages'),
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
    'Create its `records` at your DNS provider, then verify it. Unverified domains are also checked every few minutes, for 30 days.',
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

export const deleteDomain = declareRoute({
  ...admins,
  method: 'DELETE',
  path: '/domains/{uuid}',
  summary: 'Remove a domain',
  description: 'It serves nothing from now on, and links use the address of the installation again.',
  params: domainId,
  returns: message('Domain removed.'),
  fails: domainNotFound,
});
