export const areas = {
  home: 'Home',
  events: 'Events',
  pages: 'Pages',
  availability: 'Availability',
  records: 'Records',
  forms: 'Forms',
  calls: 'Calls',
  insights: 'Insights',
  developers: 'Developers',
  settings: 'Settings',
  people: 'People',
  teams: 'Teams',
};

export const shell = {
  areas: 'Areas',
  more: 'More',
  skip: 'Skip to the content',
  workspace: 'Workspace',
  account: 'Account',
  security: 'Sign-in and security',
  otherWorkspace: 'Sign in to another workspace',
  roles: { owner: 'Owner', admin: 'Admin', user: 'User' },
  theme: 'Theme',
  themes: { system: 'As the system', light: 'Light', dark: 'Dark' },
  language: 'Language',
  signOut: 'Sign out',
  collapse: 'Hide or show the list of areas',
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

export const kit = {
  undo: 'Undo',
  wasUndone: 'Undone.',
  choices: 'Show the choices',
  noMatch: 'Nothing matches.',
  searching: 'Searching …',
  typeToConfirm: 'To confirm, type “{text}”',
};

export const commands = {
  open: 'Search or do',
  title: 'Search and commands',
  placeholder: 'Search, or type what to do',
  results: 'Results',
  go: 'Go to',
  do: 'Do',
  here: 'On this page',
  kinds: {
    person: 'People',
    company: 'Companies',
    record: 'Records',
    event: 'Events',
    page: 'Pages',
    user: 'Users',
  },
  none: 'Nothing matches. Try fewer letters, or another name.',
  choose: 'choose',
  onlyCommands: 'commands only',
  createPage: 'Create a page',
  copyLink: 'Copy my link',
  showShortcuts: 'Show the keyboard shortcuts',
  useTheme: 'Theme: {theme}',
};

export const shortcuts = {
  title: 'Keyboard shortcuts',
  hint: 'Single keys never act while you type in a field.',
  areOn: 'Single keys act',
  everywhere: 'Everywhere',
  go: 'Go to an area',
  here: 'On this page',
  andThen: 'then',
  undo: 'Undo the last action',
};

export const signIn = {
  title: 'Sign in again',
  hint: 'Your session has ended. Nothing on this page is lost.',
  email: 'Email address',
  password: 'Password',
  code: 'Code',
  codeHint: 'Six digits of your authenticator, or a recovery code.',
  submit: 'Sign in',
  otherWays: 'Sign in another way',
  otherWaysHint: 'The page is loaded anew; what is not saved is lost.',
};

export const errors = {
  notShown: 'This could not be shown.',
  noConnection: 'The server did not answer. Please check the connection and try again.',
  id: 'Error',
  copyId: 'Copy the id',
  retry: 'Try again',
};
