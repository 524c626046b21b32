import { z } from 'zod';
import { created, message, ok, paginated } from './envelopes.ts';
import { timestamp, uuid, uuidParam } from './fields.ts';
import { declareRoute } from './route.ts';
import { requireScopes } from './scopes.ts';

/** Email domains that a workspace has proven to own, for single sign-on: additions section 6. */

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

export const signInDomain = z
  .object({
    uuid,
    name: z.string(),
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
  .meta({ id: 'SignInDomain' });

const ours = {
  origin: 'ours',
  tag: 'Single sign-on',
  access: requireScopes('admin:full'),
  may: 'admin',
} as const;
const onDomain = { params: { uuid: uuidParam('Domain') } };
const domainNotFound = { 404: 'Domain not found.' } as const;

export const listSignInDomains = declareRoute({
  ...ours,
  method: 'GET',
  path: '/sign-in-domains',
  summary: 'List sign-in domains',
  returns: paginated(signInDomain),
});

export const createSignInDomain = declareRoute({
  ...ours,
  method: 'POST',
  path: '/sign-in-domains',
  summary: 'Add a sign-in domain',
  description:
    'The domain has no effect until it is verified. Add the TXT record in `records` to its DNS, then call `verify`. Domains of public email providers can’t be added.',
  body: z.object({ name: domainName }),
  returns: created('resource', signInDomain),
  examples: { body: { name: 'juniper.example' } },
});

export const verifySignInDomain = declareRoute({
  ...ours,
  ...onDomain,
  method: 'POST',
  path: '/sign-in-domains/{uuid}/verify',
  summary: 'Verify a sign-in domain',
  description:
    'Looks for the TXT record now. Verified domains are checked every day. One domain belongs to one workspace.',
  returns: ok('resource', signInDomain),
  fails: { ...domainNotFound, 409: 'Another workspace has verified this domain.' },
});

export const deleteSignInDomain = declareRoute({
  ...ours,
  ...onDomain,
  method: 'DELETE',
  path: '/sign-in-domains/{uuid}',
  summary: 'Delete a sign-in domain',
  description: 'Its addresses no longer sign in at the identity provider. Users and sessions stay.',
  returns: message('Domain deleted.'),
  fails: domainNotFound,
});
