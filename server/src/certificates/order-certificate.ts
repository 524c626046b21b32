import { X509Certificate } from 'node:crypto';
import type { HttpsSettings } from '../platform/config-https.ts';
import type { Runtime } from '../platform/context.ts';
import {
  claimOrder,
  deleteChallenge,
  insertChallenge,
  keepAccountKey,
  recordFailure,
  saveCertificate,
} from './store.ts';

/** Gets a certificate for a host name, if one is due and no other process is getting it. */
export async function orderCertificate(runtime: Runtime, name: string): Promise<void> {
  const { database, log } = runtime;
  const { https } = runtime.config;
  if (!https || !(await claimOrder(database, name))) return;
  try {
    const { key, chain } = await requestCertificate(runtime, https, name);
    await saveCertificate(
      database,
      { name, keySealed: runtime.secrets.seal(key), chain },
      computeRenewal(new X509Certificate(chain)),
    );
    log.info({ name }, 'certificate issued');
  } catch (error) {
    log.warn({ err: error, name }, 'no certificate issued');
    await recordFailure(database, name, error instanceof Error ? error.message : String(error));
  }
}

/** With a third of its lifetime left. */
export function computeRenewal({ validFrom, validTo }: Pick<X509Certificate, 'validFrom' | 'validTo'>): Date {
  const [fromMs, toMs] = [Date.parse(validFrom), Date.parse(validTo)];
  return new Date(toMs - (toMs - fromMs) / 3);
}

async function requestCertificate(
  runtime: Runtime,
  { authority, email }: HttpsSettings,
  name: string,
): Promise<{ readonly key: string; readonly chain: string }> {
  const { database, secrets } = runtime;
  // Loaded late: few installations need it, and those not at every start.
  const { default: acme } = await import('acme-client');
  const newKey = await acme.crypto.createPrivateEcdsaKey();
  const accountKey = await keepAccountKey(database, authority, secrets.seal(newKey.toString()));
  const client = new acme.Client({ directoryUrl: authority, accountKey: secrets.unseal(accountKey) });
  const [key, csr] = await acme.crypto.createCsr(
    { altNames: [name] },
    await acme.crypto.createPrivateEcdsaKey(),
  );
  const chain = await client.auto({
    csr,
    ...(email !== undefined && { email }),
    termsOfServiceAgreed: true,
    challengePriority: ['http-01'],
    // Whether our own name servers and routes lead here says little about the authority's.
    skipChallengeVerification: true,
    challengeCreateFn: (_authorization, { token }, answer) => insertChallenge(database, token, answer),
    challengeRemoveFn: (_authorization, { token }) => deleteChallenge(database, token),
  });
  return { key: key.toString(), chain };
}
