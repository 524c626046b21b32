import * as contract from '@daybook/contract/crm-tasks';
import { serve, type Endpoint } from '../../platform/http/serve.ts';
import { readTask, readTasks } from './read-tasks.ts';
import { validateTask } from './validate-task.ts';
import { changeTask, completeTask, createTask, removeTask, reopenTask } from './write-task.ts';

export const taskEndpoints: readonly Endpoint[] = [
  serve(contract.listTasks, (ctx, { query, page }) => readTasks(ctx, query, page)),
  serve(contract.createTask, (ctx, { body }) => createTask(ctx, body), { onSchemaError: validateTask }),
  serve(contract.readTask, (ctx, { params }) => readTask(ctx, params.uuid)),
  serve(contract.updateTask, (ctx, { params, body }) => changeTask(ctx, params.uuid, body), {
    onSchemaError: validateTask,
  }),
  serve(contract.completeTask, (ctx, { params }) => completeTask(ctx, params.uuid)),
  serve(contract.reopenTask, (ctx, { params }) => reopenTask(ctx, params.uuid)),
  serve(contract.deleteTask, (ctx, { params }) => removeTask(ctx, params.uuid)),
];
