import { ApiError, type Result } from '@daybook/client';
import { interpolate } from '@daybook/booking/locale';
import { useState, type ReactNode } from 'react';
import { Button } from '../kit/button.tsx';
import { Dialog, DialogActions } from '../kit/dialog.tsx';
import { showToast } from '../kit/toasts.tsx';
import { formatError } from '../platform/error-text.ts';
import { api, queryClient } from '../platform/query.ts';
import { getNow, ownZone } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import type { DropTarget } from './drag.rules.ts';
import { formatTarget } from './picked-text.ts';
import type { ShownEvent } from './week-event.tsx';
import { sayChanged, undoSeconds } from './undo-change.ts';

type User = Pick<Result<'listUsers'>['items'][number], 'email' | 'name'>;

interface Question {
  readonly title: string;
  readonly why: string;
  readonly action: string;
  readonly run: () => Promise<void>;
  readonly uuid: string;
}

/** Times that an event has already on the screen; null for one that is someone else's by now. */
type Overrides = ReadonlyMap<string, Pick<DropTarget, 'startTime' | 'endTime'> | null>;

/**
 * Reschedules and reassigns what was dragged. It is shown at once, and returns with the reason when the server refuses. The server has
 * the new time from the first moment, and tells everyone only when it can no longer be undone: docs/decisions/0187.
 */
export function useChangeEvent(shownHost: string) {
  const [overrides, setOverrides] = useState<Overrides>(new Map());
  const [question, setQuestion] = useState<Question>();
  const release = (uuid: string): void =>
    setOverrides((old) => new Map([...old].filter(([other]) => other !== uuid)));
  const refresh = async (uuid: string): Promise<void> => {
    await queryClient.invalidateQueries({ queryKey: ['Scheduled events'] });
    release(uuid);
  };
  const refuse = async (uuid: string, error: unknown): Promise<void> => {
    showToast(formatError(error), { isError: true });
    await refresh(uuid);
  };

  const reschedule = async (event: ShownEvent, target: DropTarget): Promise<void> => {
    const { uuid } = event;
    if (Date.parse(target.startTime) === Date.parse(event.startTime)) return;
    if (Date.parse(target.startTime) <= getNow()) {
      showToast(words.direct.pastTime, { isError: true });
      return;
    }
    setOverrides((old) => new Map(old).set(uuid, target));
    const when = formatTarget(target);
    const send = async (anyTime: boolean): Promise<void> => {
      const { date, start } = target;
      const body = { date, start, timeZone: ownZone, undoWithin: undoSeconds, ...(anyTime && { anyTime }) };
      const changed = await api.rescheduleScheduledEvent({ params: { uuid }, body });
      sayChanged(changed, interpolate(words.direct.wasMoved, { when }));
      await refresh(uuid);
    };
    const { moveAnyway: action, moveAnywayTitle } = words.direct;
    try {
      await send(false);
    } catch (error) {
      // The page does not offer the time; its hosts may take it all the same.
      if (!isAbout(error, 'start')) return refuse(uuid, error);
      const title = interpolate(moveAnywayTitle, { when });
      setQuestion({ uuid, title, action, why: formatError(error), run: () => send(true) });
    }
    return undefined;
  };

  const reassign = async (event: ShownEvent, { email, name }: User): Promise<void> => {
    const { uuid } = event;
    setOverrides((old) => new Map(old).set(uuid, null));
    const send = async (requireHostAvailability: boolean): Promise<void> => {
      const changed = await api.handOverScheduledEvent({
        params: { uuid },
        body: {
          newHostEmail: email,
          requireHostAvailability,
          undoWithin: undoSeconds,
          ...(event.hosts.length > 1 && { hostEmail: findFormerHost(event, shownHost) }),
        },
      });
      sayChanged(changed, interpolate(words.direct.wasReassigned, { name }));
      await refresh(uuid);
    };
    const { reassignAnyway: action, reassignAnywayTitle } = words.direct;
    try {
      await send(true);
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 409)) return refuse(uuid, error);
      const title = interpolate(reassignAnywayTitle, { name });
      setQuestion({ uuid, title, action, why: formatError(error), run: () => send(false) });
    }
    return undefined;
  };

  const answer = (isYes: boolean): void => {
    if (!question) return;
    const { uuid, run } = question;
    setQuestion(undefined);
    if (isYes) run().catch((error: unknown) => refuse(uuid, error));
    else release(uuid);
  };
  const dialog: ReactNode = question && (
    <Dialog title={question.title} onClose={() => answer(false)}>
      <p className="muted">
        {question.why} {words.direct.anywayHint}
      </p>
      <DialogActions onClose={() => answer(false)}>
        <Button label={question.action} kind="main" onClick={() => answer(true)} />
      </DialogActions>
    </Dialog>
  );
  return { overrides, reschedule, reassign, dialog };
}

function isAbout(error: unknown, field: string): boolean {
  return error instanceof ApiError && error.fields[field] !== undefined;
}

/** Whose event it is of several: the host whose week it is, or in a week of many hosts the first. */
function findFormerHost({ hosts }: ShownEvent, shownHost: string): string {
  const first = hosts.find((host) => host.includes('@'));
  return hosts.includes(shownHost) ? shownHost : (first ?? shownHost);
}
