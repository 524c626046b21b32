import { z } from 'zod';
import { defineJob } from '../platform/jobs.ts';
import { sendRefundJob } from './refund.ts';
import { listDueRefunds } from './refunds.store.ts';
import { sendRefund } from './send-refund.ts';
import { endPayment } from './sessions.ts';
import { listDuePayments } from './store.ts';

const refundJob = defineJob({ ...sendRefundJob, run: (runtime, due) => sendRefund(runtime, due) });

const most = 100;

/** Ends what has expired, and picks up what a process left behind that ended in the middle. */
const sweepJob = defineJob({
  name: 'payments.sweep',
  payload: z.object({}),
  every: '* * * * *',
  async run(runtime) {
    for (const due of await listDuePayments(runtime.database, runtime.clock.now(), most))
      await endPayment(runtime, due);
    for (const due of await listDueRefunds(runtime.database, most)) await sendRefund(runtime, due);
  },
});

export const paymentJobs = [refundJob, sweepJob] as const;
