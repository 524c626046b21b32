import { buildScenario } from './bookings.ts';
import { openReplicated } from './replicated.ts';

export const failover = buildScenario({
  claim: 'When the primary is lost and its synchronous standby takes over, no acknowledged booking is lost.',
  control: 'the standby is asynchronous',
  rounds: 10,
  openDatabase: ({ isControl }) => openReplicated({ isSynchronous: !isControl }),
  faults: {
    async 'failover to the standby'({ database }) {
      const lostMs = performance.now();
      await database.failOver();
      return lostMs;
    },
  },
});
