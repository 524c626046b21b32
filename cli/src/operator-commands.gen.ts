// Made by `npm run generate` from the declarations of the server's own program.

/** Of this release. */
export const version = '0.1.0';

/** Each of its commands, and what it does. */
export const operatorCommands: Readonly<Record<string, string>> = {
  "invite": "Invite somebody, and show the link that they would get by mail",
  "password reset-link": "Show a link with which somebody's password can be set anew, once, within the hour",
  "session end": "Sign somebody out everywhere, and revoke their API tokens and passkeys",
  "factor remove": "Remove somebody's authenticator, recovery codes and passkeys, and sign them out everywhere",
  "workspace create": "Create a workspace, and show its owner's password and token once",
  "token create": "Create an API token, and show it once",
  "plan set": "Say whether a workspace has a paid plan; without one, booking and availability answer 403",
  "effects list": "List what could not be done after a booking, form, call or note: given up, or to be tried again",
  "effects retry": "Try failed effects again now",
  "doctor": "Examine the installation; the exit code is 1 when something is wrong",
  "mail refusals": "List when guests refused further invitations; of their addresses only hashes are stored",
  "mail accept": "Send invitations again to a guest who had refused them, because they asked for it",
  "import calendly": "Import users, schedules, pages and bookings from Calendly: with the token of an admin, or from files",
  "import calcom": "Import users, teams, schedules, pages and bookings from Cal.com: with the key of an admin, or from files",
  "import ics": "Import the meetings of a calendar file as bookings of one user",
  "import csv": "Import contacts as people of the CRM, found again by their email",
  "backup": "Write the whole database to a file, while the server runs",
  "restore": "Fill a database from a backup; the server must be stopped",
  "export": "Write everything of a workspace as NDJSON and files, to be imported elsewhere",
  "import daybook": "Create the workspace of an export, with the same ids; nobody gets mail",
  "secrets rotate": "Encrypt all stored secrets with SECRET_KEY, while servers run with both keys",
};
