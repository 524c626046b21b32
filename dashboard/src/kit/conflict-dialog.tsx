import { interpolate } from '@daybook/booking/locale';
import { useQuery } from '@tanstack/react-query';
import type { EditConflict } from '../platform/edit-rules.ts';
import { buildQuery } from '../platform/query.ts';
import { start } from '../platform/start.ts';
import { words } from '../platform/words/words.ts';
import { Button } from './button.tsx';
import { Dialog, DialogActions } from './dialog.tsx';
import { Moment } from './moment.tsx';

interface ConflictDialogProps {
  readonly conflict: EditConflict;
  /** Of what is edited. */
  readonly id: string | undefined;
  readonly form: HTMLFormElement | null;
  readonly onKeepMine: () => void;
  readonly onTakeTheirs: () => void;
  readonly onClose: () => void;
}

/** Who saved meanwhile, what they saved in the fields that both changed, and the choice between the two versions. */
export function ConflictDialog({
  conflict,
  id,
  form,
  onKeepMine,
  onTakeTheirs,
  onClose,
}: ConflictDialogProps) {
  const { data } = useQuery({
    ...buildQuery('readLastChange', { params: { uuid: id ?? '' } }),
    enabled: id !== undefined,
    staleTime: 0,
    retry: false,
  });
  const by = data?.changedBy;
  const isOwn = by?.uuid === start.session.user.uuid;
  const title = isOwn
    ? words.forms.conflictOwn
    : interpolate(words.forms.conflict, { name: by?.name || words.forms.someone });
  return (
    <Dialog title={title} onClose={onClose}>
      <p className="muted">
        {words.forms.conflictHint} {data && <Moment at={data.changedAt} />}
      </p>
      <dl className="facts">
        {listTheirs(conflict, form).map(({ label, value }) => (
          <div key={label} className="contents">
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <DialogActions onClose={onTakeTheirs} cancel={words.forms.takeTheirs}>
        <Button label={words.forms.keepMine} kind="main" onClick={onKeepMine} />
      </DialogActions>
    </Dialog>
  );
}

/** What they saved in fields that have a label and a value that is a text. */
function listTheirs({ theirs, fields }: EditConflict, form: HTMLFormElement | null) {
  return fields.flatMap((name) => {
    const value = (theirs as Record<string, unknown>)[name];
    const control = form?.elements.namedItem(name);
    const label = control instanceof HTMLElement && 'labels' in control ? getLabel(control) : undefined;
    return label && (typeof value === 'string' || typeof value === 'number')
      ? [{ label, value: String(value) }]
      : [];
  });
}

/** A hidden control, which holds the value of a visible one, names its label itself. */
function getLabel(control: HTMLElement): string | undefined {
  return (control as HTMLInputElement).labels?.[0]?.textContent ?? control.dataset['label'];
}
