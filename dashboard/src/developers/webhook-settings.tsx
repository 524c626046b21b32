import { interpolate } from '@daybook/booking/locale';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { DeleteButton } from '../kit/delete-button.tsx';
import { DurationField } from '../kit/duration-field.tsx';
import { Form } from '../kit/field.tsx';
import { showToast } from '../kit/toasts.tsx';
import { ResetOnVersion } from '../kit/kept.tsx';
import { useEdit } from '../platform/edit.ts';
import { api, getFieldErrors, buildQuery, useChange } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';
import type { Webhook } from './rules.ts';
import { SecretDialog } from './secret-dialog.tsx';
import { WebhookForm } from './webhook-form.tsx';

export function WebhookSettings() {
  const { uuid } = useParams({ from: '/developers/webhooks/$uuid/settings' });
  const { data: webhook } = useSuspenseQuery(buildQuery('readWebhook', { params: { uuid } }));
  const change = useEdit('changeWebhook', {
    shown: webhook,
    read: () => api.readWebhook({ params: { uuid } }),
    done: words.shell.saved,
  });
  return (
    <div className="body">
      <div className="col gap4 narrow">
        <Disabled webhook={webhook} />
        <section className="card pad" aria-label={words.webhooks.settings}>
          <ResetOnVersion version={webhook.updatedAt}>
            <WebhookForm
              webhook={webhook}
              errors={getFieldErrors(change.error)}
              edit={change.edit}
              isBusy={change.isPending}
              label={words.shell.save}
              onSend={(body) => change.mutate({ params: { uuid }, body })}
            />
          </ResetOnVersion>
        </section>
        <Secret uuid={uuid} />
        <Ending webhook={webhook} />
      </div>
    </div>
  );
}

function useSwitch(uuid: string) {
  const change = useChange('changeWebhook');
  const set = (isActive: boolean): void =>
    change.mutate(
      { params: { uuid }, body: { isActive } },
      { onSuccess: () => showToast(isActive ? words.webhooks.wasEnabled : words.webhooks.wasDisabled) },
    );
  return { set, isPending: change.isPending };
}

function Disabled({ webhook: { uuid, isActive } }: { readonly webhook: Webhook }) {
  const { set, isPending } = useSwitch(uuid);
  const { data } = useQuery({ ...buildQuery('readWebhookStatus', { params: { uuid } }), enabled: !isActive });
  if (isActive) return null;
  return (
    <div className="note warn">
      <span className="grow">
        {interpolate(words.webhooks.disabledBecause, { reason: data?.disabledReason ?? '' })}
      </span>
      <button type="button" className="btn small" disabled={isPending} onClick={() => set(true)}>
        {words.webhooks.enable}
      </button>
    </div>
  );
}

function Secret({ uuid }: { readonly uuid: string }) {
  const rotate = useChange('rotateWebhookSecret');
  const [isShown, setIsShown] = useState(false);
  const send = (values: FormData): void =>
    rotate.mutate(
      { params: { uuid }, body: { overlapHours: Number(values.get('overlapHours')) } },
      { onSuccess: () => setIsShown(true) },
    );
  return (
    <section className="card pad" aria-labelledby="secret">
      <h2 id="secret">{words.webhooks.secret}</h2>
      <p className="help">{words.webhooks.rotateHint}</p>
      <Form errors={getFieldErrors(rotate.error)} onSubmit={send}>
        <div className="pair">
          <DurationField
            label={words.webhooks.overlap}
            name="overlapHours"
            base="hours"
            units={['hours', 'days']}
            value={24}
          />
          <button type="submit" className="btn" disabled={rotate.isPending}>
            {words.webhooks.rotate}
          </button>
        </div>
      </Form>
      {isShown && rotate.data && (
        <SecretDialog
          title={words.webhooks.secret}
          secret={rotate.data.signingSecret}
          onClose={() => setIsShown(false)}
        />
      )}
    </section>
  );
}

function Ending({ webhook: { uuid, isActive } }: { readonly webhook: Webhook }) {
  const navigate = useNavigate();
  const { set, isPending } = useSwitch(uuid);
  return (
    <section className="card pad" aria-label={words.lists.actions}>
      <p className="help">{words.webhooks.disableHint}</p>
      <div className="row wrap">
        {isActive && (
          <button type="button" className="btn" disabled={isPending} onClick={() => set(false)}>
            {words.webhooks.disable}
          </button>
        )}
        <DeleteButton
          operation="deleteWebhook"
          input={{ params: { uuid } }}
          label={words.webhooks.remove}
          title={words.webhooks.removeTitle}
          hint={words.webhooks.removeHint}
          done={words.webhooks.wasRemoved}
          onDeleted={() => void navigate({ to: '/developers/webhooks' })}
        />
      </div>
    </section>
  );
}
