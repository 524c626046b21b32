import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../kit/button.tsx';
import { ConfirmDialog } from '../kit/confirm-dialog.tsx';
import { api } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';
import { useCanManage } from '../shell/session.ts';
import { skippedKey } from './rules.ts';

const bannerStyle = { flexWrap: 'wrap', alignItems: 'center', margin: '16px 24px 0' } as const;

/** In a demo workspace, the way to one's own data. */
export function DemoBanner() {
  const [isAsking, setIsAsking] = useState(false);
  const clear = useMutation({ mutationFn: () => api.clearDemo(), onSuccess: startAnew });
  if (!useCanManage()) return null;
  const { demo } = words;
  return (
    <section className="note info" style={bannerStyle} aria-label={demo.title}>
      <p className="grow" style={{ flexBasis: 280 }}>
        <b>{demo.title}</b> {demo.hint}
      </p>
      <Button label={demo.start} isSmall onClick={() => setIsAsking(true)} />
      {isAsking && (
        <ConfirmDialog
          title={demo.confirmTitle}
          action={demo.confirm}
          isBusy={clear.isPending || clear.isSuccess}
          onConfirm={() => clear.mutate()}
          onClose={() => setIsAsking(false)}
        >
          <p>{demo.deleted}</p>
          <p>{demo.kept}</p>
        </ConfirmDialog>
      )}
    </section>
  );
}

/** Names come with the document, so it is loaded anew; a welcome that was skipped was that of the demo. */
function startAnew(): void {
  localStorage.removeItem(skippedKey);
  location.assign('/app');
}
