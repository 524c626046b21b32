import type { Result } from '@daybook/client';
import { useState } from 'react';
import { Checks } from '../kit/checks.tsx';
import { ConfirmDialog } from '../kit/confirm-dialog.tsx';
import { words } from '../platform/words/words.ts';

const text = words.settings.signIn;

type Full = Result<'readUserAccess'>;

interface Access extends Pick<Full, 'email' | 'passkeys' | 'keepsPasskeys'> {
  readonly tokens: readonly Pick<Full['tokens'][number], 'uuid' | 'name' | 'userEmail'>[];
  readonly connectedApps: readonly { readonly uuid: string; readonly name: string }[];
}

interface SignOutDialogProps {
  readonly title: string;
  readonly action: string;
  readonly access: Access;
  readonly isBusy: boolean;
  readonly onConfirm: (keep: string[]) => void;
  readonly onClose: () => void;
}

/** Shows what else opens the account. It is revoked with the sessions, unless it is kept. */
export function SignOutDialog({ title, action, access, isBusy, onConfirm, onClose }: SignOutDialogProps) {
  const [keep, setKeep] = useState<string[]>([]);
  const passkeys = access.keepsPasskeys ? [] : access.passkeys;
  const choices = [
    ...access.tokens.map(({ uuid, name, userEmail }) => ({
      value: uuid,
      label: name,
      hint: userEmail === access.email ? text.token : `${text.token} · ${userEmail}`,
    })),
    ...access.connectedApps.map(({ uuid, name }) => ({ value: uuid, label: name, hint: text.connectedApp })),
    ...passkeys.map(({ uuid, name }) => ({ value: uuid, label: name, hint: text.passkey })),
  ];
  return (
    <ConfirmDialog
      title={title}
      action={action}
      isBusy={isBusy}
      onConfirm={() => onConfirm(keep)}
      onClose={onClose}
    >
      <p>{text.keepHint}</p>
      {access.keepsPasskeys && <p>{text.passkeysStay}</p>}
      {choices.length > 0 && (
        <Checks legend={text.keep} name="keep" choices={choices} value={keep} onChange={setKeep} />
      )}
    </ConfirmDialog>
  );
}
