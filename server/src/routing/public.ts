export { emitSubmitted } from './emit.ts';
export { formSubmitted } from './events.ts';
export { createForm } from './forms.ts';
export { findOrganization, reassignForms } from './store.ts';
export { findFormWorkspace, loadOpenForm, submitForm } from './submit.ts';
export { submissionsOfPerson } from './personal-data.store.ts';
