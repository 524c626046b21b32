export const demo = {
  title: 'This is a demo company.',
  hint: 'Everything here is invented. Look around and change anything, then start with your own data.',
  start: 'Start with my own data',
  confirmTitle: 'Start with your own data?',
  deleted:
    'This deletes everything in this workspace, including what you created: booking pages, events, availability, people, companies, deals, tasks, notes, calls, polls, forms, workflows, webhooks and emails. The colleagues of the demo are deleted too. You can’t undo this.',
  kept: 'Your account and your sign-in stay. So do other users who can sign in, API tokens, connected calendars and payment providers.',
  confirm: 'Delete demo data',
};
