import { useMutation } from '@tanstack/react-query';
import { Button } from '../kit/button.tsx';
import { Dialog, DialogActions } from '../kit/dialog.tsx';
import { Form, TextField } from '../kit/field.tsx';
import { showToast } from '../kit/toasts.tsx';
import { getFieldErrors } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';

interface NameDialogProps {
  readonly title: string;
  readonly name: string;
  readonly save: (name: string) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks for the name of a view. */
export function NameDialog({ title, name, save, onClose }: NameDialogProps) {
  const saving = useMutation({
    mutationFn: save,
    onSuccess: () => {
      showToast(words.views.wasSaved);
      onClose();
    },
  });
  return (
    <Dialog title={title} onClose={onClose}>
      <Form
        errors={getFieldErrors(saving.error)}
        onSubmit={(values) => saving.mutate(String(values.get('name') ?? '').trim())}
      >
        <TextField label={words.views.name} name="name" value={name} maxLength={100} autoFocus />
        <DialogActions onClose={onClose}>
          <Button label={words.shell.save} kind="main" isSubmit isBusy={saving.isPending} />
        </DialogActions>
      </Form>
    </Dialog>
  );
}
