export { taskCompleted, taskCreated, taskDue } from './events.ts';
export { sendTaskDueEmails } from './notify-owner.ts';
export { tasksOfPerson } from './personal-data.store.ts';
export { publishTaskCompleted, publishTaskCreated } from './publish-webhooks.ts';
export { completeTask, createTask, leaveTasks } from './write-task.ts';
