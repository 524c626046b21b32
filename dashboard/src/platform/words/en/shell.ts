export const areas = {
  home: 'Home',
  events: 'Events',
  pages: 'Booking pages',
  availability: 'Availability',
  records: 'Records',
  tasks: 'Tasks',
  forms: 'Forms',
  calls: 'Calls',
  workflows: 'Workflows',
  insights: 'Insights',
  developers: 'Developers',
  polls: 'Polls',
  settings: 'Settings',
  people: 'People',
  teams: 'Teams',
};

export const shell = {
  areas: 'Main navigation',
  help: 'Help',
  more: 'More',
  skip: 'Skip to content',
  workspace: 'Workspace',
  account: 'Account',
  security: 'Sign-in and security',
  otherWorkspace: 'Sign in to another workspace',
  roles: { owner: 'Owner', admin: 'Admin', user: 'User' },
  theme: 'Theme',
  themes: { system: 'System', light: 'Light', dark: 'Dark' },
  language: 'Language',
  signOut: 'Sign out',
  collapse: 'Toggle sidebar',
  offline: 'You’re offline. This page may be out of date, and changes can’t be saved.',
  messages: 'Messages',
  dismiss: 'Dismiss',
  today: '{n} today',
  failing: '{n} failing',
  loading: 'Loading',
  copied: 'Copied.',
  close: 'Close',
  cancel: 'Cancel',
  save: 'Save',
  saved: 'Saved.',
  missing: 'Not found',
  missingTitle: 'Page not found',
  missingHint: 'The link may be outdated or incomplete.',
};

/** What is within reach in the rail. */
export const reach = {
  notifications: 'Notifications',
  favorites: 'Favorites',
  recent: 'Recent',
  add: 'Add to favorites',
  remove: 'Remove from favorites',
  move: 'Alt and an arrow key move it',
  unnamed: 'Unnamed',
};

export const kit = {
  undo: 'Undo',
  wasUndone: 'Undone.',
  choices: 'Show options',
  noMatch: 'No matches',
  searching: 'Searching…',
  typeToConfirm: 'Type “{text}” to confirm',
  unsaved: 'Leave without saving?',
  unsavedHint: 'You have unsaved changes on this page.',
  stay: 'Stay',
  discard: 'Leave without saving',
  chooseOne: 'Choose at least one.',
  remove: 'Remove',
};

export const commands = {
  find: 'Search',
  open: 'Search or jump to…',
  createPage: 'New booking page',
};

export const shortcuts = {
  find: 'Search the list',
  create: 'Create new',
  back: 'Go back',
  undo: 'Undo the last action',
};

export const errors = {
  notShown: 'This couldn’t be loaded.',
  noConnection: 'The server didn’t respond. Check your connection and try again.',
  offline: 'You’re offline. This loads as soon as you’re connected again.',
  gone: 'This no longer exists, or you don’t have access to it.',
  back: 'Back to list',
  unexpected: 'Something went wrong on this page. Please reload it.',
  id: 'Error ID',
  copyId: 'Copy ID',
  retry: 'Try again',
};
