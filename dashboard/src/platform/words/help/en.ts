import { keyList, menu } from '../en/menu.ts';
import { registerWords } from '../words.ts';

/** Help, tour and search: loaded when one of them is opened. Two sentences for each screen: what it is for, and what to do. */
export const enHelp = {
  menu,
  keyList,
  help: {
    title: 'Help',
    guide: 'Read the guide',
    tour: 'Take the tour',
    search: 'Search guides',
    unknown: 'This page doesn’t exist. Go to Home, or search for what you need.',
    guides: 'Guides',
    topics: {
      home: 'Home shows your day: who you meet next, what needs an answer, and what went wrong. Each line has a button that deals with it on the spot.',
      events:
        'All meetings that people booked with you or your team. Open one to read answers, add a note, reschedule, reassign or cancel it.',
      book: 'Book a meeting for someone who called or wrote to you. They get the same confirmation as if they had booked it themselves.',
      pages:
        'A booking page is a link under which people book one kind of meeting. Copy its link, switch it off for a while, or open it to change it.',
      editor:
        'Set what people can book here: duration, location, hosts, questions and limits. The preview shows the page as visitors see it.',
      availability:
        'Your hours decide when people can book you. Change a single date, or add another schedule for pages that need different hours.',
      absences:
        'Enter vacations and days off, and choose whose public holidays you observe. Nobody can book you on these days.',
      records:
        'Everyone who books becomes a record, with all meetings, notes and calls on one timeline. Filter the list and save the filters as a view.',
      fields:
        'Fields decide what you store about each record of this kind. Add your own, such as a budget or a stage, and every list can show and filter it.',
      import:
        'Upload a CSV file, and match its columns with your fields. You see what would change before anything is saved, and you can undo an import.',
      duplicates:
        'Records that may be the same, by name, phone number or domain. Compare two and choose what stays, or select several groups and merge them at once.',
      tasks:
        'Tasks that are assigned to you or that you created, sorted by due date. You get one email on the morning of the day when a task is due.',
      forms:
        'A routing form asks visitors a few questions and leads each to the right page or person. Try it out with any answers before you share its link.',
      calls:
        'Agents call people for you, and their outcomes and transcripts appear here. Open a call to read what was said.',
      agents:
        'An agent is a voice with a task, a language and calling hours. Let it call you first to hear what others will hear.',
      polls:
        'Propose several times, and let everyone vote for those that suit them. Then pick one, and Daybook books it for everyone who voted.',
      workflows:
        'A workflow runs steps when something happens, for example an email one day before an event. Try it on a past event before you switch it on.',
      insights:
        'See how many meetings are booked, canceled and missed, and how busy hosts are. Choose a period, then group by page, host or team.',
      webhooks:
        'Webhooks send events to your server as they happen. Open one to see its deliveries, and send failed ones again.',
      tokens:
        'A token lets a program use the API in your name. Give it only the scopes it needs, and revoke it here at any time.',
      mail: 'Every email of the last 90 days, and whether it was sent. Resend one that failed after its cause is fixed.',
      auditLog: 'Who changed what, when and from where. Filter by person or action, and export the result.',
      reference:
        'What a first call of the API needs, and the way to its reference. There you can try every operation in a console.',
      profile:
        'Your name, picture and link, as visitors see them. Your time zone decides how times are shown to you.',
      signIn: 'Set your password, passkeys and a second factor. Sign out devices that you don’t recognize.',
      preferences:
        'Choose language, theme, time format and the first day of the week. They apply on all your devices.',
      calendars:
        'Connect the calendars that you already use, so that nobody books a time when you’re busy. Choose which one receives new bookings.',
      workspace:
        'The name and default time zone of the workspace, and whether it keeps records of people. You also choose which sites can embed booking pages, and whose bookings are rejected.',
      branding:
        'The logo and color of your booking pages and emails. The preview shows changes before you save them.',
      people:
        'Everyone who can sign in to this workspace, with their role. Invite colleagues by email, or deactivate those who leave.',
      teams:
        'A team has members and booking pages of its own. Its meetings can take turns between members or bring several together.',
      resources:
        'Rooms and equipment that meetings reserve. A page that needs a resource offers only times at which one is free.',
      domains:
        'Your own domain for booking pages, emails and links. Create the records shown here at your DNS provider, and Daybook starts to use the domain once it finds them.',
      roles: 'What owners, admins and users can do. To change someone’s role, open them under People.',
      security:
        'Require a second factor for everyone, and see which sign-in methods this server allows. If a device is lost, you can sign everyone out.',
      notifications:
        'Mentions of you, and comments and replies in threads you take part in. Open one to answer, and choose which ones are also emailed to you.',
      connectedApps:
        'Apps that can use your account, with what each is allowed to do. Disconnect one that you no longer use, and its access ends at once.',
      apps: 'An app lets a service connect to workspaces in the name of its users. Register it here to get its ID and secret, and choose the permissions it can ask for.',
      singleSignOn:
        'People sign in at your identity provider, such as Microsoft Entra ID or Okta. Verify your domain, connect the provider, try a sign-in, and enable it.',
      provisioning:
        'Let a directory such as Microsoft Entra ID or Okta manage users. Create a SCIM token here, and choose which team and role each group gives.',
      data: 'Export everything in the workspace, and decide how long data is kept. Export or erase the data of a single person on request.',
    },
  },
  tour: {
    title: 'Tour',
    count: '{n} of {total}',
    back: 'Back',
    next: 'Next',
    skip: 'Skip tour',
    finish: 'Done',
    home: 'Your day',
    homeText:
      'Home tells you who is next and what needs an answer. When a call is about to start, its Join button appears here.',
    pages: 'Your booking pages',
    pagesText: 'Each page is a link to share. People pick a time, and everyone gets the invitation.',
    availability: 'Your hours',
    availabilityText:
      'Set when you can be booked. Connect your calendar, so that busy times are never offered.',
    records: 'People you meet',
    recordsText: 'Everyone who books becomes a record, with meetings, notes and calls in one place.',
    search: 'Find anything',
    searchText:
      'Search people, events, guides and commands from here. The question mark explains the screen you’re on.',
  },
  /** Other words for commands, separated by spaces. */
  synonyms: {
    'do /events/book': 'schedule appointment meeting reserve new event',
    'do /pages/new': 'create event type link service add',
    'do /forms/new': 'create questionnaire survey add',
    'do /calls/new': 'phone dial ring',
    'do /developers/tokens/new': 'create key secret add',
    'do /developers/webhooks/new': 'create endpoint callback add',
    'do /settings/people': 'add user member colleague teammate',
    'go /': 'dashboard today start overview',
    'go /events': 'meetings bookings appointments calendar schedule',
    'go /pages': 'event types links services',
    'go /availability': 'hours schedule times working opening',
    'go /records': 'crm contacts people companies customers deals',
    'go /tasks': 'todo reminders',
    'go /forms': 'routing questionnaire survey',
    'go /calls': 'phone voice agent',
    'go /workflows': 'automation reminders emails sms',
    'go /insights': 'analytics reports statistics charts',
    'go /polls': 'votes doodle propose times',
    'go /developers': 'api webhooks tokens integrations',
    'go /settings': 'preferences options configuration account',
    'go /settings/people': 'users members colleagues team',
    'go /settings/teams': 'groups departments',
    'go /developers/mail': 'messages sent outbox',
    'go /developers/audit-log': 'history changes activity',
    'go /settings/sign-in': 'password passkey security two-factor 2fa',
    'go /settings/preferences': 'language theme time format',
    'go /settings/calendars': 'google outlook icloud caldav sync connect',
    'go /settings/branding': 'logo color design',
    'go /settings/roles': 'permissions rights access',
    'go /settings/data': 'export import gdpr erase delete',
    'go /availability/absences': 'vacation holiday leave out of office pto',
    'copy link': 'share url',
    shortcuts: 'keyboard keys hotkeys',
    'sign out': 'log out logout',
  },
};

registerWords(enHelp);
