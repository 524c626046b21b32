import { interpolate } from '@daybook/booking/locale';
import { useQuery } from '@tanstack/react-query';
import type { EditConflict } from '../platform/edit-rules.ts';
import { buildQuery } from '../platform/query.ts';
import { start } from '../platform/start.ts';
import { words } from '../platform/words/words.ts';
import { Button } from './button.tsx';
import { Dialog, DialogActions } from './dialog.tsx';
import { formatAsField } from './field-value.tsx';
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

/** What they saved in fields that have a label and a value that is a text, and that show something else now. */
function listTheirs({ theirs, fields }: EditConflict, form: HTMLFormElement | null) {
  const saved = fields.flatMap((name) => listValues(name, (theirs as Record<string, unknown>)[name]));
  return saved.flatMap(({ name, value }) => {
    const control = form?.elements.namedItem(name);
    if (!(control instanceof HTMLElement && 'labels' in control)) return [];
    const label = getLabel(control);
    const isSame = (control as HTMLInputElement).value === value;
    return label && !isSame ? [{ label, value: formatAsField(control, value) }] : [];
  });
}

/** Fields of an object have dotted paths, as in the form. */
function listValues(name: string, value: unknown): { readonly name: string; readonly value: string }[] {
  if (typeof value === 'string' || typeof value === 'number') return [{ name, value: String(value) }];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([key, each]) => listValues(`${name}.${key}`, each));
}

/** A hidden control, which holds the value of a visible one, names its label itself. */
function getLabel(control: HTMLElement): string | undefined {
  return (control as HTMLInputElement).labels?.[0]?.textContent ?? control.dataset['label'];
}
