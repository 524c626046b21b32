import { toIsoDate, parseDay, isDate } from '@daybook/booking/calendar';
import { interpolate } from '@daybook/booking/locale';
import type { Result } from '@daybook/client';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { DateField } from '../kit/date-field.tsx';
import { Icon } from '../kit/icon.tsx';
import { TimeField } from '../kit/time-field.tsx';
import { buildQuery } from '../platform/query.ts';
import { formatMoment, toInstant, getToday } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import { useDraft } from './draft.ts';

const { pages } = words;

type Explanation = Result<'explainAvailability'>;
type Cause = Explanation['source'];

/** Why a time is not offered, as the engine that offers times says it. It knows what is saved. */
export function Explain() {
  const { settings } = useDraft();
  const [date, setDate] = useState(toIsoDate(getToday() + 1));
  const [time, setTime] = useState('');
  const isAsked = isDate(date) && /^\d\d:\d\d$/.test(time);
  const { data } = useQuery({
    ...buildQuery('explainAvailability', {
      params: { ownerSlug: settings.profile.slug, eventTypeSlug: settings.slug },
      query: { at: isAsked ? toInstant({ day: parseDay(date), clock: time }) : '' },
    }),
    enabled: isAsked,
  });
  return (
    <fieldset className="group">
      <legend className="lbl">{pages.why}</legend>
      <p className="help">{pages.whyHint}</p>
      <div className="line">
        <DateField label={pages.whyDate} name="whyDate" value={date} onChange={setDate} />
        <TimeField label={pages.whyTime} name="whyTime" value={time} onChange={setTime} />
      </div>
      <div aria-live="polite">{data && isAsked && <Answer explanation={data} />}</div>
    </fieldset>
  );
}

function Answer({ explanation }: { readonly explanation: Explanation }) {
  const time = formatMoment(explanation.at);
  const { reason } = explanation;
  const { hosts } = useDraft().settings;
  const nameOf = (email: string): string => hosts.find((host) => host.email === email)?.name ?? email;
  return (
    <div className={`note ${explanation.isOffered ? 'good' : 'info'}`}>
      <Icon name={explanation.isOffered ? 'check' : 'question'} />
      <div>
        <p>
          <b>{interpolate(explanation.isOffered ? pages.isOffered : pages.isNotOffered, { time })}</b>{' '}
          {reason && explanation.hosts.length === 0 && pages.reasons[reason]}{' '}
          {!explanation.hosts.some(({ source }) => source) && <CauseLink cause={explanation.source} />}
        </p>
        <ul>
          {explanation.hosts.map((host) => (
            <li key={host.email}>
              {host.isFree || !host.reason
                ? interpolate(pages.hostIsFree, { name: nameOf(host.email) })
                : interpolate(pages.hostIsNot, {
                    name: nameOf(host.email),
                    reason: pages.reasons[host.reason],
                  })}{' '}
              <CauseLink cause={host.source} />
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

/** The way to what makes it so. */
function CauseLink({ cause }: { readonly cause: Cause }) {
  if (!cause?.id) return cause?.label ?? null;
  if (cause.kind === 'event') {
    return (
      <>
        {cause.label}{' '}
        <Link className="link" to="/events/$uuid" params={{ uuid: cause.id }}>
          <b>{pages.openEvent}</b>
        </Link>
      </>
    );
  }
  if (cause.kind !== 'schedule') return cause.label;
  return (
    <Link className="link" to="/availability" search={{ schedule: cause.id }}>
      <b>{pages.openHours}</b>
    </Link>
  );
}
