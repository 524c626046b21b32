import { getTag } from '@daybook/client';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Dialog } from '../kit/dialog.tsx';
import { Skeleton } from '../kit/states.tsx';
import { buildQuery, queryClient } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';
import { MissingLink } from '../scheduled-events/missing-link.tsx';

interface LinkDialogProps {
  readonly uuid: string;
  readonly onClose: () => void;
}

/** The same question as on the event's own page, until there is a link. */
export function LinkDialog({ uuid, onClose }: LinkDialogProps) {
  const { data: event } = useQuery(buildQuery('readScheduledEvent', { params: { uuid } }));
  const hasLink = event !== undefined && event.location.joinUrl !== '';
  useEffect(() => {
    if (!hasLink) return;
    onClose();
    void queryClient.invalidateQueries({ queryKey: [getTag('readAttention')] });
  });
  return (
    <Dialog title={words.attention.addLinkTitle} onClose={onClose}>
      {event ? (
        <>
          <p>
            <b>{event.title}</b>
          </p>
          <MissingLink event={event} />
        </>
      ) : (
        <Skeleton rows={3} />
      )}
    </Dialog>
  );
}
