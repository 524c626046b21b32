import type { Operation } from '@daybook/client';
import type { Role } from './rules.ts';

/** What the page of roles says of each ability: allowed, allowed for one's own things, or not. */
export type Extent = 'all' | 'own' | 'none';

interface Ability {
  /** The operations that it stands for. A test compares it with the contract, and that none for admins is left out. */
  readonly operations: readonly Operation[];
  readonly extent: Readonly<Record<Role, Extent>>;
}

const everyone = { owner: 'all', admin: 'all', user: 'all' } as const;
const admins = { owner: 'all', admin: 'all', user: 'none' } as const;
const ownForUsers = { owner: 'all', admin: 'all', user: 'own' } as const;

export const abilities = {
  pages: {
    operations: ['createEventType', 'updateEventType', 'deleteEventType'],
    extent: ownForUsers,
  },
  hours: { operations: ['createSchedule', 'updateSchedule', 'deleteSchedule'], extent: ownForUsers },
  events: {
    operations: [
      'cancelScheduledEvent',
      'rescheduleScheduledEvent',
      'handOverScheduledEvent',
      'markNoShow',
      'refundPayment',
      'retryRefund',
      'closeRefund',
      'confirmBookingRequest',
      'removeFromWaitlist',
      'finalisePoll',
      'cancelPoll',
      'deletePoll',
    ],
    extent: ownForUsers,
  },
  records: {
    operations: [
      'createRecord',
      'updateRecord',
      'deleteRecord',
      'mergeRecords',
      'createImport',
      'cancelImport',
    ],
    extent: everyone,
  },
  schema: {
    operations: [
      'createAttribute',
      'updateAttribute',
      'deleteAttribute',
      'updateObject',
      'deleteObject',
      'restoreObject',
    ],
    extent: admins,
  },
  bulk: {
    operations: [
      'deleteBulk',
      'undoImport',
      'exportRecords',
      'exportPeople',
      'exportCompanies',
      'exportMatchingRecords',
      'exportMatchingPeople',
      'exportMatchingCompanies',
    ],
    extent: admins,
  },
  privacy: { operations: ['exportPerson', 'erasePerson'], extent: admins },
  forms: {
    operations: ['createRoutingForm', 'updateRoutingForm', 'deleteRoutingForm'],
    extent: ownForUsers,
  },
  calls: { operations: ['createOutboundCall', 'cancelOutboundCall', 'addDoNotCall'], extent: everyone },
  agents: {
    operations: ['createAgent', 'updateAgent', 'deleteAgent', 'removeDoNotCall', 'readCallRecording'],
    extent: admins,
  },
  tokens: { operations: ['createToken', 'rotateToken', 'revokeToken'], extent: ownForUsers },
  apps: { operations: ['createApp', 'updateApp', 'deleteApp', 'disconnectApp'], extent: ownForUsers },
  approvals: { operations: ['listAppApprovals', 'approveApp', 'deleteAppApproval'], extent: admins },
  singleSignOn: {
    operations: [
      'listIdentityProviders',
      'createIdentityProvider',
      'readIdentityProvider',
      'updateIdentityProvider',
      'deleteIdentityProvider',
      'testIdentityProvider',
    ],
    extent: admins,
  },
  provisioning: {
    operations: ['listScimTokens', 'createScimToken', 'revokeScimToken', 'listScimGroups', 'updateScimGroup'],
    extent: admins,
  },
  domains: {
    operations: ['listDomains', 'createDomain', 'verifyDomain', 'rotateDomainKey', 'deleteDomain'],
    extent: admins,
  },
  webhooks: { operations: ['createWebhook', 'changeWebhook', 'deleteWebhook'], extent: ownForUsers },
  workflows: {
    operations: [
      'listWorkflows',
      'createWorkflow',
      'readWorkflow',
      'changeWorkflow',
      'deleteWorkflow',
      'listWorkflowVersions',
      'listWorkflowRuns',
      'tryWorkflow',
      'previewWorkflowMail',
    ],
    extent: admins,
  },
  people: {
    operations: [
      'invite',
      'listInvitations',
      'resendInvitation',
      'withdrawInvitation',
      'createUser',
      'deactivateUser',
      'readDeparture',
      'readUserAccess',
      'endUserSessions',
      'endAllSessions',
    ],
    extent: admins,
  },
  owners: { operations: [], extent: { owner: 'all', admin: 'none', user: 'none' } },
  teams: { operations: ['createTeam', 'deleteTeam'], extent: admins },
  members: { operations: ['updateTeam', 'addMember', 'removeMember'], extent: ownForUsers },
  workspace: {
    operations: [
      'updateOrganization',
      'setLogo',
      'deleteLogo',
      'clearDemo',
      'connectPaymentProvider',
      'disconnectPaymentProvider',
      'createResource',
      'updateResource',
      'deleteResource',
    ],
    extent: admins,
  },
  logs: {
    operations: ['listAuditLog', 'exportAuditLog', 'exportAuditLogAsJson', 'listMail'],
    extent: admins,
  },
  failures: { operations: ['resendMail', 'retryFailure'], extent: admins },
} as const satisfies Readonly<Record<string, Ability>>;

export type AbilityName = keyof typeof abilities;
