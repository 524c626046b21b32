import { useNavigate } from '@tanstack/react-router';
import { Panel } from '../kit/panel.tsx';
import { getFieldErrors, useChange } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';
import { SecretDialog } from './secret-dialog.tsx';
import { formatTestResult } from './test-text.ts';
import { WebhookForm } from './webhook-form.tsx';

export function NewWebhook() {
  const navigate = useNavigate();
  const create = useChange('createWebhook');
  const made = create.data;
  return (
    <Panel title={words.webhooks.create} closeTo="/developers/webhooks" isWide>
      <WebhookForm
        errors={getFieldErrors(create.error)}
        isBusy={create.isPending}
        label={words.webhooks.make}
        onSend={(body) => create.mutate({ body })}
      />
      {made && (
        <SecretDialog
          title={words.webhooks.testTitle}
          secret={made.signingSecret}
          onClose={() =>
            void navigate({
              to: '/developers/webhooks/$uuid/deliveries',
              params: { uuid: made.resource.uuid },
            })
          }
        >
          <p>{formatTestResult(made.testResult)}</p>
        </SecretDialog>
      )}
    </Panel>
  );
}
