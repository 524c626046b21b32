export const areas = {
  home: 'Home',
  events: 'Events',
  pages: 'Pages',
  availability: 'Availability',
  forms: 'Forms',
  calls: 'Calls',
  insights: 'Insights',
  developers: 'Developers',
};

export const shell = {
  areas: 'Areas',
  skip: 'Skip to the content',
  account: 'Account',
  security: 'Sign-in and security',
  otherWorkspace: 'Sign in to another workspace',
  roles: { owner: 'Owner', admin: 'Admin', user: 'User' },
  theme: 'Theme',
  themes: { system: 'As the system', light: 'Light', dark: 'Dark' },
  signOut: 'Sign out',
  offline: 'There is no connection. What you see may be old, and nothing can be changed until it is back.',
  messages: 'Messages',
  dismiss: 'Dismiss',
  loading: 'Loading',
  copied: 'Copied.',
  close: 'Close',
  cancel: 'Cancel',
  save: 'Save',
  saved: 'Saved.',
  missing: 'Not found',
  missingTitle: 'There is nothing at this address.',
  missingHint: 'The link may be old, or a part of it is missing.',
};

export const errors = {
  notShown: 'This could not be shown.',
  noConnection: 'The server did not answer. Please check the connection and try again.',
  id: 'Error',
  copyId: 'Copy the id',
  retry: 'Try again',
};
