import { pluralize } from '@daybook/booking/locale';
import type { Plural } from '@daybook/booking/words/words';
import { useEffect, useState, type ReactNode } from 'react';
import { formatError } from '../platform/error-text.ts';
import { start } from '../platform/start.ts';
import { words } from '../platform/words/words.ts';
import { BulkBar } from './bulk-bar.tsx';
import { Button } from './button.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Dialog, DialogActions } from './dialog.tsx';
import type { IconName } from './icon.tsx';
import type { ListSelection } from './list-selection.tsx';
import { runUndoable } from './toasts.tsx';
import { useBulk, type BulkJob, type BulkReport } from './use-bulk.ts';

type Send<Item> = (item: Item, options?: { readonly keepalive: boolean }) => Promise<unknown>;

/** What a form that asks for more is given. */
export interface AskProps<Item> {
  readonly items: readonly Item[];
  readonly onSend: (send: Send<Item>) => void;
  readonly onClose: () => void;
}

/** Something that can be done to each chosen item. It is sent at once, after a question, or after a form. */
export interface BulkAction<Item> extends Pick<BulkJob<Item>, 'done' | 'undo'> {
  readonly id: string;
  readonly label: string;
  readonly icon?: IconName;
  readonly isDanger?: boolean;
  readonly send?: Send<Item>;
  /** For what can't be undone. */
  readonly confirm?: { readonly title: Plural; readonly hint: string };
  readonly ask?: (props: AskProps<Item>) => ReactNode;
  /** For what the API can't take back: it is held back under this key for as long as its message offers Undo. */
  readonly holdKey?: (item: Item) => string;
  readonly whyNot?: string | undefined;
}

interface BulkActionsProps<Item> {
  readonly selection: ListSelection;
  /** The items of the list that are loaded. */
  readonly items: readonly Item[];
  readonly id: (item: Item) => string;
  /** How an item is called in the report. */
  readonly name: (item: Item) => string;
  /** Tags of the reference that change with the items. */
  readonly tags: readonly string[];
  readonly actions: readonly BulkAction<Item>[];
}

/**
 * The bar of what can be done to the chosen items of a list. What failed stays chosen, and a dialog says why. Where actions are held
 * back, it stays in the page without a selection, so that it can still report.
 */
export function BulkActions<Item>({ selection, items, id, name, tags, actions }: BulkActionsProps<Item>) {
  const [asking, setAsking] = useState<BulkAction<Item>>();
  const bulk = useBulk<Item>(tags, (failed) => selection.set(failed.map(id)));
  const { report, progress } = bulk;
  const isHeld = [asking, report, progress].some((each) => each !== undefined);
  // What is asked about or has failed may leave the list meanwhile: the dialog stays.
  useEffect(() => selection.hold(isHeld), [isHeld]);
  const chosen = items.filter((item) => selection.ids.includes(id(item)));
  const send = ({ done, undo, holdKey }: BulkAction<Item>, each: Send<Item>): void => {
    setAsking(undefined);
    if (!holdKey) return void bulk.run({ items: chosen, send: each, done, undo });
    selection.clear();
    return runUndoable(
      pluralize(start.words, done, chosen.length),
      // A page that is being left has no time to send a few at once.
      ({ keepalive }) =>
        keepalive
          ? chosen.map((item) => each(item, { keepalive }))
          : bulk.run({ items: chosen, send: each, done, isSaid: true }),
      chosen.map(holdKey),
    );
  };
  const begin = (action: BulkAction<Item>): void => {
    if (action.send && !action.confirm) send(action, action.send);
    else setAsking(action);
  };
  if (!selection.isActive) return null;
  return (
    <BulkBar count={chosen.length} onClear={selection.clear}>
      {actions.map((action) => (
        <Button
          key={action.id}
          label={action.label}
          isSmall
          isBusy={progress !== undefined}
          whyNot={action.whyNot}
          onClick={() => begin(action)}
          {...(action.icon && { icon: action.icon })}
          {...(action.isDanger && { kind: 'bad' as const })}
        />
      ))}
      {progress && (
        <span className="small muted" role="status">
          {progress}
        </span>
      )}
      {asking && (
        <Question
          action={asking}
          items={chosen}
          onSend={(each) => send(asking, each)}
          onClose={() => setAsking(undefined)}
        />
      )}
      {report && (
        <Report
          report={report}
          name={name}
          onRetry={() => void bulk.run({ ...report.job, items: report.failed.map(({ item }) => item) })}
          onClose={bulk.closeReport}
        />
      )}
    </BulkBar>
  );
}

interface QuestionProps<Item> extends AskProps<Item> {
  readonly action: BulkAction<Item>;
}

function Question<Item>({ action, items, onSend, onClose }: QuestionProps<Item>) {
  const { ask, confirm, send, label } = action;
  if (ask) return ask({ items, onSend, onClose });
  if (!confirm || !send) return null;
  return (
    <ConfirmDialog
      title={pluralize(start.words, confirm.title, items.length)}
      action={label}
      onConfirm={() => onSend(send)}
      onClose={onClose}
    >
      {confirm.hint}
    </ConfirmDialog>
  );
}

interface ReportProps<Item> {
  readonly report: BulkReport<Item>;
  readonly name: (item: Item) => string;
  readonly onRetry: () => void;
  readonly onClose: () => void;
}

function Report<Item>({ report, name, onRetry, onClose }: ReportProps<Item>) {
  const { job, done, failed } = report;
  return (
    <Dialog title={words.bulk.partTitle} onClose={onClose}>
      {done.length > 0 && <p>{pluralize(start.words, job.done, done.length)}</p>}
      <p>{pluralize(start.words, words.bulk.failed, failed.length)}</p>
      <ul className="col gap3">
        {failed.map(({ item, error }, index) => (
          <li key={index}>
            <b>{name(item)}</b> <span className="muted">{formatError(error)}</span>
          </li>
        ))}
      </ul>
      <DialogActions onClose={onClose} cancel={words.shell.close}>
        <Button label={words.bulk.retry} kind="main" onClick={onRetry} />
      </DialogActions>
    </Dialog>
  );
}
