import { backupScenario } from './backup.ts';
import { bookings, clocks, kills } from './bookings.ts';
import { calendarsScenario } from './calendars.ts';
import { contended } from './contended.ts';
import { disk } from './disk.ts';
import { effectsScenario } from './effects.ts';
import { failover } from './failover.ts';
import { importScenario } from './import.ts';
import { embeddedScenario } from './kill.ts';
import { links } from './links.ts';
import { movesScenario } from './moves.ts';
import { offeredScenario } from './offered.ts';
import { outageScenario } from './outage.ts';
import { patroniScenario } from './patroni/patroni.ts';
import { paymentsScenario } from './payments.ts';
import { pooled } from './pooled.ts';
import { recurrenceScenario } from './recurrence.ts';
import { byMollie, byStripe } from '../server/test/payment-fakes.ts';
import { createRefundsScenario } from './refunds.ts';
import { releaseScenario } from './release.ts';
import type { Scenario } from './scenario.ts';
import { soak } from './soak.ts';
import { staleScenario } from './stale.ts';
import { transferScenario } from './transfer.ts';
import { webhooksScenario } from './webhooks.ts';
import { workflowsScenario } from './workflows.ts';

export const scenarios: Readonly<Record<string, Scenario>> = {
  contended,
  kills,
  failover,
  patroni: patroniScenario,
  bookings,
  clocks,
  disk,
  pooled,
  links,
  effects: effectsScenario,
  webhooks: webhooksScenario,
  workflows: workflowsScenario,
  calendars: calendarsScenario,
  payments: paymentsScenario,
  refunds: createRefundsScenario(byStripe),
  'refunds-mollie': createRefundsScenario(byMollie),
  outage: outageScenario,
  embedded: embeddedScenario,
  import: importScenario,
  backup: backupScenario,
  transfer: transferScenario,
  moves: movesScenario,
  soak,
  stale: staleScenario,
  offered: offeredScenario,
  recurrence: recurrenceScenario,
  release: releaseScenario,
};
