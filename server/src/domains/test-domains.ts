import type { useDns } from '../../test/dns.ts';
import type { TestApp } from '../../test/harness.ts';
import { checkDomainsJob } from './jobs.ts';

export const publicUrl = 'https://daybook.example';

/** A domain with correct records, verified. */
export async function createVerifiedDomain(
  app: TestApp,
  dns: ReturnType<typeof useDns>,
  name: string,
  token?: string,
): Promise<string> {
  const as = token === undefined ? {} : { token };
  const { body } = await app.post('/domains', { name }, as);
  for (const record of body.resource.records) dns.set(`${record.type} ${record.name}`, [record.value]);
  const verified = await app.post(`/domains/${body.resource.uuid}/verify`, undefined, as);
  if (verified.body.resource?.state !== 'verified')
    throw new Error(`Not verified: ${JSON.stringify(verified.body)}`);
  // Links of this process use it from now on, instead of after two seconds.
  await app.runtime.domains.reload();
  return body.resource.uuid as string;
}

/** Runs the job as if all domains were due. */
export async function checkAllDomains({ runtime }: TestApp): Promise<void> {
  await runtime.database.pool.query('update domain set next_check_at = created_at');
  await checkDomainsJob.run(runtime, {});
}
