import { pluralize } from '@daybook/booking/locale';
import { BulkActions, type AskProps } from '../kit/bulk-actions.tsx';
import { Button } from '../kit/button.tsx';
import { Dialog, DialogActions } from '../kit/dialog.tsx';
import { DateField } from '../kit/date-field.tsx';
import { Form } from '../kit/field.tsx';
import type { ListSelection } from '../kit/list-selection.tsx';
import { api } from '../platform/query.ts';
import { start } from '../platform/start.ts';
import { words } from '../platform/words/words.ts';
import { OwnerField } from './owner-field.tsx';
import type { Task } from './rules.ts';

const { bulk } = words;

interface TaskBulkProps {
  readonly selection: ListSelection;
  readonly tasks: readonly Task[];
}

/** Completes, assigns, dates or deletes the chosen tasks. */
export function TaskBulk({ selection, tasks }: TaskBulkProps) {
  const params = ({ uuid }: Task) => ({ params: { uuid } });
  return (
    <BulkActions
      selection={selection}
      items={tasks}
      id={({ uuid }) => uuid}
      name={({ title }) => title}
      tags={['CRM tasks', 'CRM records', 'CRM people', 'CRM companies']}
      actions={[
        {
          id: 'complete',
          label: bulk.complete,
          icon: 'check',
          done: bulk.wereUpdated,
          send: (task) => api.completeTask(params(task)),
          undo: (task) => (task.doneAt === null ? api.reopenTask(params(task)) : Promise.resolve()),
        },
        {
          id: 'assign',
          label: bulk.assign,
          icon: 'person',
          done: bulk.wereUpdated,
          ask: (props) => <AssignDialog {...props} />,
          undo: (task) => api.updateTask({ ...params(task), body: { ownerUuid: task.owner?.uuid ?? null } }),
        },
        {
          id: 'due',
          label: bulk.due,
          icon: 'clock',
          done: bulk.wereUpdated,
          ask: (props) => <DueDialog {...props} />,
          undo: (task) => api.updateTask({ ...params(task), body: { dueOn: task.dueOn, dueAt: task.dueAt } }),
        },
        {
          id: 'remove',
          label: bulk.remove,
          icon: 'trash',
          isDanger: true,
          done: bulk.wereDeleted,
          send: (task) => api.deleteTask(params(task)),
          confirm: { title: bulk.removeTitle, hint: bulk.removeHints.tasks },
        },
      ]}
    />
  );
}

function AssignDialog({ items, onSend, onClose }: AskProps<Task>) {
  const send = (values: FormData): void => {
    const ownerUuid = String(values.get('ownerUuid') ?? '') || null;
    onSend(({ uuid }) => api.updateTask({ params: { uuid }, body: { ownerUuid } }));
  };
  const title = pluralize(start.words, bulk.actOn, items.length, { action: bulk.assign });
  return (
    <Dialog title={title} onClose={onClose}>
      <Form errors={{}} onSubmit={send}>
        <OwnerField chosen={items[0]?.owner ?? null} />
        <DialogActions onClose={onClose}>
          <Button label={bulk.apply} kind="main" isSubmit />
        </DialogActions>
      </Form>
    </Dialog>
  );
}

function DueDialog({ items, onSend, onClose }: AskProps<Task>) {
  const send = (values: FormData): void => {
    const dueOn = String(values.get('dueOn') ?? '') || null;
    onSend(({ uuid }) => api.updateTask({ params: { uuid }, body: { dueOn, dueAt: null } }));
  };
  const title = pluralize(start.words, bulk.actOn, items.length, { action: bulk.due });
  return (
    <Dialog title={title} onClose={onClose}>
      <Form errors={{}} onSubmit={send}>
        <DateField label={words.tasks.day} name="dueOn" autoFocus />
        <DialogActions onClose={onClose}>
          <Button label={bulk.apply} kind="main" isSubmit />
        </DialogActions>
      </Form>
    </Dialog>
  );
}
