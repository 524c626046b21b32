import { useSearch } from '@tanstack/react-router';
import { GroupCard, TimeCard } from '../insights/card.tsx';
import { PeriodControls } from '../insights/period-controls.tsx';
import { resolvePeriod } from '../insights/rules.ts';
import { getToday } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import { Section } from './section.tsx';

/** What became of the calls of a period. */
export function CallOutcomes() {
  const search = useSearch({ from: '/calls/outcomes' });
  const period = resolvePeriod(search, getToday());
  const byOutcome = { ...period, groupBy: 'outcome' };
  return (
    <Section current="/calls/outcomes">
      <PeriodControls search={search} period={period} />
      <div className="body">
        <div className="charts">
          <TimeCard metric="calls" title={words.calls.overTime} question={byOutcome} isWide />
          <GroupCard metric="calls" title={words.calls.byOutcome} question={byOutcome} />
          <GroupCard metric="calls" title={words.calls.byAgent} question={{ ...period, groupBy: 'agent' }} />
        </div>
      </div>
    </Section>
  );
}
