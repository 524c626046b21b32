import { interpolate } from '@daybook/booking/locale';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '../kit/confirm-dialog.tsx';
import { CopyButton } from '../kit/copy-button.tsx';
import { DeleteButton } from '../kit/delete-button.tsx';
import { Dialog, DialogActions } from '../kit/dialog.tsx';
import { buildQuery, useChange } from '../platform/query.ts';
import { formatMoment } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import { Section } from '../settings/parts.tsx';

/** The secret address at which other calendars read the reader's events. */
export function CalendarFeed() {
  const { data: feed } = useSuspenseQuery(buildQuery('readCalendarFeed'));
  const [isRenewing, setIsRenewing] = useState(false);
  const [address, setAddress] = useState<string>();
  const create = useChange('createCalendarFeed');
  const make = (): void =>
    create.mutate({}, { onSuccess: ({ url }) => setAddress(url), onSettled: () => setIsRenewing(false) });
  return (
    <Section title={words.feed.title} hint={words.feed.hint}>
      <p className="muted">
        {feed.createdAt
          ? interpolate(words.feed.since, { moment: formatMoment(feed.createdAt) })
          : words.feed.none}
      </p>
      <div className="row wrap">
        {feed.isActive ? (
          <>
            <button type="button" className="btn" onClick={() => setIsRenewing(true)}>
              {words.feed.renew}
            </button>
            <DeleteButton
              operation="deleteCalendarFeed"
              input={{}}
              label={words.feed.end}
              title={words.feed.endTitle}
              hint={words.feed.endHint}
              done={words.feed.wasEnded}
              kind="quiet bad"
            />
          </>
        ) : (
          <button type="button" className="btn main" onClick={make} disabled={create.isPending}>
            {words.feed.make}
          </button>
        )}
      </div>
      {isRenewing && (
        <ConfirmDialog
          title={words.feed.renewTitle}
          action={words.feed.renew}
          isBusy={create.isPending}
          onConfirm={make}
          onClose={() => setIsRenewing(false)}
        >
          {words.feed.renewHint}
        </ConfirmDialog>
      )}
      {address && <AddressDialog address={address} onClose={() => setAddress(undefined)} />}
    </Section>
  );
}

function AddressDialog({ address, onClose }: { readonly address: string; readonly onClose: () => void }) {
  return (
    <Dialog title={words.feed.address} onClose={onClose}>
      <p className="note warn">{words.feed.shownOnce}</p>
      <div className="row">
        <output className="input mono grow lines secret">{address}</output>
        <CopyButton text={address} label={words.feed.copy} />
      </div>
      <DialogActions>
        <button type="button" className="btn main" onClick={onClose}>
          {words.feed.stored}
        </button>
      </DialogActions>
    </Dialog>
  );
}
