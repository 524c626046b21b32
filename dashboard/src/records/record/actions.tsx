import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../kit/button.tsx';
import type { IconName } from '../../kit/icon.tsx';
import { Keys } from '../../kit/keys.tsx';
import { useCommands } from '../../platform/commands.ts';
import { buildQuery } from '../../platform/query.ts';
import { words } from '../../platform/words/words.ts';
import { useSession } from '../../shell/session.ts';
import { TaskDialog } from '../../tasks/dialog.tsx';
import { usePermissions } from '../objects.ts';
import type { CrmObject, CrmRecord } from '../rules.ts';
import { findContact, type Contact } from './page.rules.ts';

interface ActionsProps {
  readonly object: CrmObject;
  readonly record: CrmRecord;
  /** Where notes and comments are written. */
  readonly onWrite: (tab: 'notes' | 'comments') => void;
}

interface Action {
  readonly id: string;
  readonly label: string;
  readonly icon: IconName;
  readonly keys: string;
  readonly whyNot?: string | undefined;
  readonly run: () => void;
}

/** What one does with a record, before what one reads of it. */
export function RecordActions({ object, record, onWrite }: ActionsProps) {
  const navigate = useNavigate();
  const { mayWrite, whyNot } = usePermissions(object);
  const { preferences } = useSession();
  const [isTask, setIsTask] = useState(false);
  const contact = findContact(object, record);
  const cantCall = useCallProblem(contact);
  const { actions } = words.records.page;
  const { email } = contact;
  const list: readonly Action[] = [
    {
      ...{ id: 'book', label: actions.book, icon: 'events', keys: 'b' },
      run: () => void navigate({ to: '/events/book', search: contact }),
    },
    {
      ...{ id: 'call', label: actions.call, icon: 'phone', keys: 'p', whyNot: cantCall },
      run: () => void navigate({ to: '/calls/new', search: contact }),
    },
    {
      ...{ id: 'email', label: actions.email, icon: 'mail', keys: 'e' },
      whyNot: email ? undefined : actions.noEmail,
      run: () => location.assign(`mailto:${email}`),
    },
    {
      ...{ id: 'task', label: actions.task, icon: 'check', keys: 't' },
      whyNot: mayWrite ? undefined : whyNot,
      run: () => setIsTask(true),
    },
    {
      ...{ id: 'note', label: actions.note, icon: 'text', keys: 'n' },
      whyNot: mayWrite ? undefined : whyNot,
      run: () => onWrite('notes'),
    },
    {
      ...{ id: 'comment', label: actions.comment, icon: 'comment', keys: 'm' },
      run: () => onWrite('comments'),
    },
  ];
  useCommands(list.flatMap(({ whyNot: reason, ...command }) => (reason === undefined ? [command] : [])));
  return (
    <>
      <div className="row wrap" role="group" aria-label={actions.label}>
        {list.map(({ id, label, icon, keys, whyNot: reason, run }) => (
          <Button key={id} label={label} icon={icon} isSmall whyNot={reason} onClick={run}>
            {preferences.shortcuts && (
              <span aria-hidden="true">
                <Keys keys={keys} />
              </span>
            )}
          </Button>
        ))}
      </div>
      {isTask && (
        <TaskDialog
          about={{ records: [{ objectSlug: object.slug, id: record.id }] }}
          onClose={() => setIsTask(false)}
        />
      )}
    </>
  );
}

/** Why nobody can be called from here; undefined if they can. */
function useCallProblem({ phone }: Contact): string | undefined {
  const { may } = useSession();
  const isAllowed = may.includes('createOutboundCall');
  const { data } = useQuery({
    ...buildQuery('listAgents', { query: { count: 100 } }),
    enabled: isAllowed && phone !== undefined,
  });
  const { actions } = words.records.page;
  if (!phone) return actions.noPhone;
  if (!isAllowed) return actions.notAllowed;
  const isActive = data?.items.some(({ isPublished, isEnabled }) => isPublished && isEnabled);
  return data && !isActive ? actions.noAgent : undefined;
}
