import { z } from 'zod';
import { defineJob } from '../platform/jobs.ts';
import { toHostName } from '../platform/http/hosts.rules.ts';
import { orderCertificate } from './order-certificate.ts';
import { listDueNames, tidyCertificates } from './store.ts';

/** New domains get their certificate before the first visit, and others a new one before they expire. */
export const renewCertificatesJob = defineJob({
  name: 'certificates.renew',
  payload: z.object({}),
  every: '* * * * *',
  async run(runtime) {
    const { config, database } = runtime;
    if (!config.https) return;
    const ownName = toHostName(new URL(config.publicUrl).hostname);
    for (const name of await listDueNames(database, ownName)) await orderCertificate(runtime, name);
    await tidyCertificates(database, ownName);
  },
});
