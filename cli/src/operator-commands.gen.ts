// Made by `npm run generate` from the declarations of the server's own program.

/** Of this release. */
export const version = '0.1.0';

/** Each of its commands, and what it does. */
export const operatorCommands: Readonly<Record<string, string>> = {
  "invite": "Invite someone by email, and show the invitation link",
  "password reset-link": "Show a link that sets a new password for a user, once, within an hour",
  "session end": "Sign a user out everywhere, and revoke their API tokens, connected apps and passkeys",
  "factor remove": "Remove a user’s authenticator, recovery codes and passkeys, and sign them out everywhere",
  "cells drain": "Create no new workspaces in a cell; with --plan or --run, move its workspaces to others of its region",
  "cells undrain": "Create new workspaces in a cell again",
  "cells map": "Write map files for HAProxy: the cells of codes, slugs and forms",
  "rebalance": "Move workspaces from busy cells to others of their region, by the load of the last day",
  "cells": "List the cells of the installation, with their versions, workspaces, size and load",
  "workspace create": "Create a workspace, and show its owner’s password and token once",
  "token create": "Create an API token, and show it once",
  "plan set": "Activate or deactivate the paid plan of a workspace; without one, booking and availability answer 403",
  "effects list": "List failed effects of bookings, forms, calls and notes: given up, or waiting for a retry",
  "effects retry": "Retry failed effects now",
  "doctor": "Check the installation; exits with 1 if something is wrong",
  "workspace freeze": "Let nothing change in a workspace of this cell; it can still be read",
  "workspace unfreeze": "Let a frozen workspace be changed again",
  "import calendly": "Import users, schedules, booking pages and bookings from Calendly, with an admin’s token or from files",
  "import calcom": "Import users, teams, schedules, booking pages and bookings from Cal.com, with an admin’s key or from files",
  "import ics": "Import the events in a calendar file as bookings of one user",
  "import csv": "Import contacts as people in the CRM, matched by email address",
  "mail refusals": "List unsubscribed guests, by the hash of their address and the time",
  "mail accept": "Resubscribe a guest who asked to get invitations again",
  "migrate": "Update the schema of the database; with --cells, of all cells, one after another",
  "workspace move": "Move a workspace to another cell while it is used",
  "platform allow": "Let an app create workspaces and users, and act for them; again to change the sites",
  "platform end": "End what a platform can do; its workspaces stay",
  "platform list": "List platforms",
  "backup": "Back up the whole database to a file while the server runs",
  "restore": "Restore a database from a backup; stop the server first",
  "export": "Export a workspace as NDJSON and files, to import it elsewhere",
  "import daybook": "Create the workspace from an export with the same ids; no emails are sent",
  "secrets rotate": "Encrypt all stored secrets with SECRET_KEY, while servers run with both keys",
};
