import { Dialog, DialogActions } from '../kit/dialog.tsx';
import { Form, TextField } from '../kit/field.tsx';
import { getFieldErrors, useChange } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';
import type { Domain } from './domain-row.tsx';

const text = words.settings.domains;

interface NewDomainProps {
  readonly purpose: Domain['purpose'];
  readonly onClose: () => void;
}

export function NewDomain({ purpose, onClose }: NewDomainProps) {
  const isSender = purpose === 'sender';
  const field = isSender ? 'senderAddress' : 'name';
  const title = isSender ? text.addSender : text.add;
  const create = useChange('createDomain', text.wasAdded, ['Single sign-on']);
  const send = (values: FormData): void =>
    create.mutate(
      { body: { purpose, [field]: String(values.get(field) ?? '').trim() } },
      { onSuccess: onClose },
    );
  return (
    <Dialog title={title} onClose={onClose}>
      <Form errors={getFieldErrors(create.error)} onSubmit={send}>
        <TextField
          label={isSender ? text.senderAddress : text.name}
          name={field}
          maxLength={253}
          help={text.nameHint[purpose]}
          autoFocus
        />
        <DialogActions onClose={onClose}>
          <button type="submit" className="btn main" disabled={create.isPending}>
            {title}
          </button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
