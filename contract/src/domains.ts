import { z } from 'zod';
import { created, message, ok, paginated } from './envelopes.ts';
import { timestamp, uuid, uuidParam } from './fields.ts';
import { declareRoute } from './route.ts';
import { requireScopes } from './scopes.ts';

/** Domains that a workspace has proven to own: additions section 6. */

const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';

/** In lower case and as the DNS has it, so that one domain has one spelling. */
export const domainName = z
  .string()
  .trim()
  .max(253)
  .transform((text) => text.toLowerCase().replace(/^@/, '').replace(/\.$/, ''))
  .pipe(
    z
      .string()
      .regex(
        new RegExp(`^${label}(?:\\.${label})*\\.(?!\\d+$)${label}$`),
        'Must be a domain, such as company.com.',
      ),
  )
  .meta({ example: 'juniper.example' });

const purpose = z.enum(['sign_in']);

export const domain = z
  .object({
    uuid,
    name: z.string(),
    purpose: purpose.meta({ description: '`sign_in`: email addresses that sign in at an identity provider' }),
    state: z.enum(['pending', 'verified', 'failing']).meta({
      description:
        '`failing`: verified, but the record is missing now. After seven days the domain has to be verified again',
    }),
    records: z
      .array(z.object({ type: z.enum(['TXT']), name: z.string(), value: z.string() }))
      .meta({ description: 'What to add to the DNS of the domain' }),
    identityProviderUuid: uuid.nullable().meta({ description: 'Where these addresses sign in' }),
    error: z.string().nullable().meta({ description: 'Why the last check found no proof' }),
    checkedAt: timestamp.nullable(),
    verifiedAt: timestamp.nullable(),
    createdAt: timestamp,
  })
  .meta({ id: 'Domain' });

const ours = {
  origin: 'ours',
  tag: 'Single sign-on',
  access: requireScopes('admin:full'),
  may: 'admin',
} as const;
const onDomain = { params: { uuid: uuidParam('Domain') } };
const domainNotFound = { 404: 'Domain not found.' } as const;

export const listDomains = declareRoute({
  ...ours,
  method: 'GET',
  path: '/domains',
  summary: 'List domains',
  returns: paginated(domain),
});

export const createDomain = declareRoute({
  ...ours,
  method: 'POST',
  path: '/domains',
  summary: 'Add a domain',
  description:
    'The domain has no effect until it is verified. Add the TXT record in `records` to its DNS, then call `verify`. Domains of public email providers can’t be added.',
  body: z.object({ name: domainName, purpose: purpose.default('sign_in') }),
  returns: created('resource', domain),
  examples: { body: { name: 'juniper.example' } },
});

export const verifyDomain = declareRoute({
  ...ours,
  ...onDomain,
  method: 'POST',
  path: '/domains/{uuid}/verify',
  summary: 'Verify a domain',
  description:
    'Looks for the TXT record now. Verified domains are checked every day. One domain belongs to one workspace.',
  returns: ok('resource', domain),
  fails: { ...domainNotFound, 409: 'Another workspace has verified this domain.' },
});

export const deleteDomain = declareRoute({
  ...ours,
  ...onDomain,
  method: 'DELETE',
  path: '/domains/{uuid}',
  summary: 'Delete a domain',
  description: 'Its addresses no longer sign in at the identity provider. Users and sessions stay.',
  returns: message('Domain deleted.'),
  fails: domainNotFound,
});
