import { interpolate } from '@daybook/booking/locale';
import type { Result } from '@daybook/client';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CopyButton } from '../kit/copy-button.tsx';
import { Dialog, DialogActions } from '../kit/dialog.tsx';
import { Form, TextField } from '../kit/field.tsx';
import { getFieldErrors, buildQuery, useChange } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';
import { downloadFile } from './download.ts';
import { inSession, Save, Section } from './parts.tsx';

const text = words.settings.authenticator;

/** An app that shows codes: the second factor, with recovery codes for users who lose it. */
export function Authenticator() {
  const { data: state } = useSuspenseQuery(buildQuery('readTotp'));
  // These outlive the parts below, which change with what they do: the codes are shown only once.
  const confirm = useChange('confirmTotp', undefined, inSession);
  const renew = useChange('renewRecoveryCodes');
  const codes = renew.data ?? confirm.data;
  const close = (): void => {
    confirm.reset();
    renew.reset();
  };
  return (
    <Section title={text.title} hint={state.isActive ? text.on : text.off}>
      {state.isActive ? <Active left={state.recoveryCodesLeft} renew={renew} /> : <SetUp confirm={confirm} />}
      {codes && <Codes codes={codes} onClose={close} />}
    </Section>
  );
}

type Change<O extends 'confirmTotp' | 'renewRecoveryCodes'> = ReturnType<typeof useChange<O>>;

function SetUp({ confirm }: { readonly confirm: Change<'confirmTotp'> }) {
  const begin = useChange('beginTotp');
  if (begin.data) return <ConfirmApp begun={begin.data} confirm={confirm} />;
  return (
    <div>
      <button type="button" className="btn" disabled={begin.isPending} onClick={() => begin.mutate({})}>
        {text.setUp}
      </button>
    </div>
  );
}

interface ConfirmAppProps {
  readonly begun: Result<'beginTotp'>;
  readonly confirm: Change<'confirmTotp'>;
}

function ConfirmApp({ begun, confirm }: ConfirmAppProps) {
  return (
    <div className="qr-steps">
      <img className="qr" src={`data:image/svg+xml,${encodeURIComponent(begun.qrCode)}`} alt={text.qrCode} />
      <div className="col gap4 grow">
        <p>{text.scan}</p>
        <p className="row wrap">
          <span className="muted">{text.orType}</span>
          <code className="mono">{begun.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
          <CopyButton text={begun.secret} label={text.copySecret} isSquare />
        </p>
        <Form
          errors={getFieldErrors(confirm.error)}
          onSubmit={(values) => confirm.mutate({ body: { code: codeIn(values) } })}
        >
          <TextField
            label={text.code}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={40}
            autoFocus
          />
          <Save isPending={confirm.isPending} label={text.confirm} />
        </Form>
      </div>
    </div>
  );
}

interface ActiveProps {
  readonly left: number;
  readonly renew: Change<'renewRecoveryCodes'>;
}

function Active({ left, renew }: ActiveProps) {
  const [act, setAct] = useState<'remove' | 'renew'>();
  const close = (): void => setAct(undefined);
  return (
    <>
      <p className="muted">{interpolate(text.left, { n: left })}</p>
      <div className="row wrap">
        <button type="button" className="btn" onClick={() => setAct('renew')}>
          {text.renew}
        </button>
        <button type="button" className="btn bad" onClick={() => setAct('remove')}>
          {text.remove}
        </button>
      </div>
      {act === 'renew' && (
        <CodeDialog
          title={text.renew}
          hint={text.renewHint}
          act={text.renew}
          error={renew.error}
          isPending={renew.isPending}
          onSubmit={(values) => renew.mutate({ body: { code: codeIn(values) } }, { onSuccess: close })}
          onClose={close}
        />
      )}
      {act === 'remove' && <Remove onClose={close} />}
    </>
  );
}

function Remove({ onClose }: { readonly onClose: () => void }) {
  const remove = useChange('removeTotp', text.wasRemoved);
  return (
    <CodeDialog
      title={text.remove}
      hint={text.removeHint}
      act={text.remove}
      isDangerous
      error={remove.error}
      isPending={remove.isPending}
      onSubmit={(values) => remove.mutate({ body: { code: codeIn(values) } }, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}

interface CodeDialogProps {
  readonly title: string;
  readonly hint: string;
  readonly act: string;
  readonly isDangerous?: boolean;
  readonly error: Error | null;
  readonly isPending: boolean;
  readonly onSubmit: (values: FormData) => void;
  readonly onClose: () => void;
}

function CodeDialog(props: CodeDialogProps) {
  const { title, hint, act, isDangerous = false, error, isPending, onSubmit, onClose } = props;
  return (
    <Dialog title={title} onClose={onClose}>
      <p className="muted">{hint}</p>
      <Form errors={getFieldErrors(error)} onSubmit={onSubmit}>
        <TextField
          label={text.code}
          name="code"
          help={text.codeHint}
          autoComplete="one-time-code"
          maxLength={40}
          autoFocus
        />
        <DialogActions onClose={onClose}>
          <button type="submit" className={`btn ${isDangerous ? 'danger' : 'main'}`} disabled={isPending}>
            {act}
          </button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

/** Shown this once. */
function Codes({ codes, onClose }: { readonly codes: readonly string[]; readonly onClose: () => void }) {
  const lines = codes.join('\n');
  return (
    <Dialog title={text.codes} onClose={onClose}>
      <p className="muted">{text.codesHint}</p>
      <ol className="codes mono">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <DialogActions
        aside={
          <>
            <CopyButton text={lines} label={text.copyCodes} />
            <button
              type="button"
              className="btn small"
              onClick={() => downloadFile('daybook-recovery-codes.txt', [`${lines}\n`])}
            >
              {text.downloadCodes}
            </button>
          </>
        }
      >
        <button type="button" className="btn main" onClick={onClose}>
          {text.codesKept}
        </button>
      </DialogActions>
    </Dialog>
  );
}

function codeIn(values: FormData): string {
  return String(values.get('code') ?? '').trim();
}
