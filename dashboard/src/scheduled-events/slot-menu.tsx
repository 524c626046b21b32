import { minutesPerDay, toClock } from '@daybook/booking/calendar';
import { interpolate } from '@daybook/booking/locale';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useRef, useState } from 'react';
import { MenuAt } from '../kit/menu.tsx';
import { showToast } from '../kit/toasts.tsx';
import { formatError } from '../platform/error-text.ts';
import { api, queryClient } from '../platform/query.ts';
import { formatTime, toInstant } from '../platform/time.ts';
import { loadWithWords } from '../platform/words/load.ts';
import { words } from '../platform/words/words.ts';
import { formatLocal, toSpot, type PickedTime } from './drag.rules.ts';
import { formatPicked } from './picked-text.ts';
import { updateSearch } from './rules.ts';

const loadDialog = loadWithWords(() => import('../absences/dialog.tsx'));
const AbsenceDialog = lazy(async () => ({ default: (await loadDialog()).AbsenceDialog }));

interface SlotMenuProps {
  readonly picked: PickedTime;
  /** Whose week it is; left out for the reader's own. */
  readonly host: string | undefined;
  /** Why the time can't be blocked. */
  readonly whyNot: string | undefined;
  readonly style: { readonly top: string; readonly height: string };
  readonly onClose: () => void;
}

/** The time that was picked in a week, and what can be done with it. */
export function SlotMenu({ picked, host, whyNot, style, onClose }: SlotMenuProps) {
  const place = useRef<HTMLDivElement>(null);
  const navigate = useNavigate({ from: '/events' });
  const [isAway, setIsAway] = useState(false);
  const { day, from, to } = picked;
  const when = formatPicked(picked);
  const book = (): void =>
    void navigate({
      to: '/events/book',
      search: (old) => ({ ...updateSearch((search) => search)(old), at: formatLocal(day, from) }),
    });
  return (
    <>
      <div ref={place} className="picked" style={style}>
        {[from, to].map((minute) => formatTime(toClock(minute % minutesPerDay))).join('–')}
      </div>
      {isAway ? (
        <Suspense>
          <AbsenceDialog
            user={host}
            times={{ start: formatLocal(day, from), end: formatLocal(day, to) }}
            onClose={onClose}
          />
        </Suspense>
      ) : (
        <MenuAt
          place={place}
          label={when}
          onClose={onClose}
          actions={[
            { id: 'book', label: words.events.book, icon: 'plus', onAction: book },
            {
              id: 'block',
              label: words.direct.block,
              icon: 'clock',
              whyNot,
              onAction: () => void blockTime(picked, host),
            },
            {
              id: 'absence',
              label: words.direct.absence,
              icon: 'events',
              whyNot,
              keepsOpen: true,
              onAction: () => setIsAway(true),
            },
          ]}
        />
      )}
    </>
  );
}

const tags = ['Scheduled events', 'Absences', 'Availability', 'Calendars'];
const refresh = () => Promise.all(tags.map((tag) => queryClient.invalidateQueries({ queryKey: [tag] })));

/** Nobody can book the time. It takes effect at once, and undoing deletes it again: nobody is told of either. */
async function blockTime(picked: PickedTime, host: string | undefined): Promise<void> {
  const at = (minute: number): string => {
    const spot = toSpot(picked.day * minutesPerDay + minute);
    return toInstant({ day: spot.day, clock: toClock(spot.minute) });
  };
  const fail = (error: unknown): void => void showToast(formatError(error), { isError: true });
  try {
    const { uuid, conflicts } = await api.createAbsence({
      body: {
        kind: 'other',
        start: at(picked.from),
        end: at(picked.to),
        note: words.direct.blockNote,
        ...(host && { email: host }),
      },
    });
    const { wasBlocked, blockConflicts } = words.direct;
    const text = interpolate(conflicts.length > 0 ? blockConflicts : wasBlocked, {
      when: formatPicked(picked),
    });
    const take = showToast(text, {
      undo: () => {
        take();
        void api
          .deleteAbsence({ params: { uuid } })
          .then(() => showToast(words.kit.wasUndone), fail)
          .then(refresh);
      },
    });
    await refresh();
  } catch (error) {
    fail(error);
  }
}
