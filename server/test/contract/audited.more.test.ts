import { auditActions } from '@daybook/contract/audit';
import { expect, test } from 'vitest';
import { fixedClock } from '../booking.ts';
import { useApp } from '../harness.ts';
import { isWriting, operations, requests, sendRequest, createWorld, type World } from '../operations.ts';
import { ownerToken } from '../runtime.ts';
import { useReceiver } from '../../src/webhooks/delivery/test-receiver.ts';

const app = useApp({ clock: fixedClock, config: { outboundAllow: ['127.0.0.0/8'] } });
const receiver = useReceiver();

/** The action that each writing operation records. */
const recorded: Record<string, string> = {
  createToken: 'token.created',
  rotateToken: 'token.updated',
  revokeToken: 'token.deleted',
  createApp: 'app.created',
  updateApp: 'app.updated',
  deleteApp: 'app.deleted',
  rotateAppSecret: 'app.updated',
  setAppLogo: 'app.updated',
  deleteAppLogo: 'app.updated',
  disconnectApp: 'connected_app.deleted',
  createDomain: 'domain.created',
  deleteDomain: 'domain.deleted',
  rotateDomainKey: 'domain_key.created',
  approveApp: 'app_approval.created',
  deleteAppApproval: 'app_approval.deleted',
  createIdentityProvider: 'identity_provider.created',
  updateIdentityProvider: 'identity_provider.updated',
  deleteIdentityProvider: 'identity_provider.deleted',
  revokeScimToken: 'scim_token.deleted',
  updateScimGroup: 'scim_group.updated',
  updateOrganization: 'organization.updated',
  setLogo: 'organization.updated',
  deleteLogo: 'organization.updated',
  endSession: 'session.deleted',
  endUserSessions: 'session.deleted',
  endAllSessions: 'session.deleted',
  invite: 'invitation.created',
  resendInvitation: 'invitation.updated',
  withdrawInvitation: 'invitation.deleted',
  createUser: 'user.created',
  updateUser: 'user.updated',
  deactivateUser: 'user.updated',
  setUserAvatar: 'user.updated',
  deleteUserAvatar: 'user.updated',
  createTeam: 'team.created',
  updateTeam: 'team.updated',
  setTeamAvatar: 'team.updated',
  deleteTeamAvatar: 'team.updated',
  deleteTeam: 'team.deleted',
  addMember: 'team_member.created',
  changeMember: 'team_member.updated',
  removeMember: 'team_member.deleted',
  createResource: 'resource.created',
  updateResource: 'resource.updated',
  deleteResource: 'resource.deleted',
  createPoll: 'poll.created',
  finalisePoll: 'poll.updated',
  cancelPoll: 'poll.updated',
  deletePoll: 'poll.deleted',
  createEventType: 'event_type.created',
  updateEventType: 'event_type.updated',
  moveEventType: 'event_type.updated',
  deleteEventType: 'event_type.deleted',
  createSingleUseLink: 'link.created',
  createLink: 'link.created',
  deleteLink: 'link.deleted',
  createSchedule: 'schedule.created',
  updateSchedule: 'schedule.updated',
  updateDefaultSchedule: 'schedule.updated',
  deleteSchedule: 'schedule.deleted',
  createAbsence: 'absence.created',
  updateAbsence: 'absence.updated',
  deleteAbsence: 'absence.deleted',
  createCalendarFeed: 'calendar_feed.created',
  deleteCalendarFeed: 'calendar_feed.deleted',
  setHolidays: 'holidays.created',
  deleteHolidays: 'holidays.deleted',
  connectCalendar: 'calendar_connection.created',
  updateCalendarConnection: 'calendar_connection.updated',
  disconnectCalendar: 'calendar_connection.deleted',
  createObject: 'crm_object.created',
  updateObject: 'crm_object.updated',
  deleteObject: 'crm_object.deleted',
  restoreObject: 'crm_object.restored',
  createAttribute: 'crm_attribute.created',
  updateAttribute: 'crm_attribute.updated',
  deleteAttribute: 'crm_attribute.deleted',
  createRoutingForm: 'routing_form.created',
  updateRoutingForm: 'routing_form.updated',
  deleteRoutingForm: 'routing_form.deleted',
  createAgent: 'agent.created',
  updateAgent: 'agent.updated',
  deleteAgent: 'agent.deleted',
  addDoNotCall: 'do_not_call.created',
  removeDoNotCall: 'do_not_call.deleted',
  connectPaymentProvider: 'payment_account.created',
  disconnectPaymentProvider: 'payment_account.deleted',
  refundPayment: 'refund.created',
  retryRefund: 'refund.updated',
  closeRefund: 'refund.updated',
  createWebhook: 'webhook.created',
  changeWebhook: 'webhook.updated',
  deleteWebhook: 'webhook.deleted',
  rotateWebhookSecret: 'webhook.updated',
  createTask: 'task.created',
  updateTask: 'task.updated',
  completeTask: 'task.updated',
  reopenTask: 'task.updated',
  deleteTask: 'task.deleted',
  createRecordFile: 'file.created',
  deleteRecordFile: 'file.deleted',
  createWorkflow: 'workflow.created',
  changeWorkflow: 'workflow.updated',
  deleteWorkflow: 'workflow.deleted',
  exportRecords: 'crm_object.exported',
  exportPeople: 'crm_object.exported',
  exportCompanies: 'crm_object.exported',
  exportMatchingRecords: 'crm_object.exported',
  exportMatchingPeople: 'crm_object.exported',
  exportMatchingCompanies: 'crm_object.exported',
  exportPerson: 'person.exported',
  erasePerson: 'person.erased',
  exportAuditLog: 'audit_log.exported',
  exportAuditLogAsJson: 'audit_log.exported',
};

const bookings = 'bookings have a state and a timeline of their own';
const records = 'records have a history of their own, which names who changed what';
const notes = 'notes name who wrote and changed them';
const deliveries = 'the log of deliveries says so';
const views = 'how lists look, not what is in them';

/** Writing operations that record nothing, and why. */
const unrecorded: Record<string, string> = {
  signOut: 'with a token it does nothing; the end of a session is recorded',
  testIdentityProvider: 'it only reads what the provider publishes',
  verifyDomain: 'only a check that changes the state is recorded',
  changePreferences: 'how the dashboard looks to one user',
  confirmFirstStep: 'how the dashboard looks to one user',
  retryFailure: 'what it does is recorded as if it had not failed before',
  addFavorite: 'how the dashboard looks to one user',
  orderFavorites: 'how the dashboard looks to one user',
  removeFavorite: 'how the dashboard looks to one user',
  markNotificationsRead: 'how the dashboard looks to one user',
  changeNotificationSettings: 'what one user is emailed',
  book: bookings,
  cancelInvitee: bookings,
  cancelScheduledEvent: bookings,
  handOverScheduledEvent: bookings,
  markNoShow: bookings,
  editScheduledEvent: bookings,
  createBookingRequest: bookings,
  confirmBookingRequest: bookings,
  declineBookingRequest: bookings,
  removeFromWaitlist: bookings,
  rescheduleScheduledEvent: bookings,
  undoEventChange: bookings,
  createNote: notes,
  updateNote: notes,
  deleteNote: notes,
  createRecordNote: notes,
  updateRecordNote: notes,
  deleteRecordNote: notes,
  pinRecordNote: notes,
  unpinRecordNote: notes,
  createRecordComment: notes,
  updateRecordComment: notes,
  deleteRecordComment: notes,
  changeRelation: records,
  createRecord: records,
  updateRecord: records,
  upsertRecord: records,
  deleteRecord: records,
  restoreRecord: records,
  createPerson: records,
  updatePerson: records,
  upsertPerson: records,
  deletePerson: records,
  createCompany: records,
  updateCompany: records,
  upsertCompany: records,
  deleteCompany: records,
  writeBulk: records,
  deleteBulk: records,
  createImport: records,
  cancelImport: records,
  undoImport: records,
  markDifferent: records,
  mergeRecords: records,
  undoMerge: records,
  createView: views,
  createPeopleView: views,
  createCompanyView: views,
  updateView: views,
  deleteView: views,
  createSavedView: views,
  updateSavedView: views,
  deleteSavedView: views,
  aggregateRecords: 'reads',
  previewEventType: 'the page stays as it is',
  tryRoutingForm: 'reads',
  queryRecords: 'reads',
  queryPeople: 'reads',
  queryCompanies: 'reads',
  authorizeCalendar: 'nothing changes until the user comes back',
  syncCalendarConnection: 'what is read there is no change of the connection',
  resendMail: 'the log of mails says so',
  createOutboundCall: 'calls name who queued them',
  cancelOutboundCall: 'calls have a state of their own',
  createWebhookCatcher: 'for a day, and whatever delivers to it is recorded',
  deleteWebhookCatcher: 'for a day, and whatever delivers to it is recorded',
  tryWorkflow: 'reads',
  previewWorkflowMail: 'reads',
  testWebhook: deliveries,
  retryDelivery: deliveries,
  replayDeliveries: deliveries,
};

const changing = operations.filter(([name, route]) => isWriting(route) || recorded[name] !== undefined);

test('every writing operation of the contract is listed here, once', () => {
  const listed = [...Object.keys(recorded), ...Object.keys(unrecorded)].sort();
  expect(changing.map(([name]) => name).sort()).toEqual(listed);
  expect(Object.values(recorded).filter((action) => !auditActions.includes(action))).toEqual([]);
});

let world: World | undefined;

test.each(changing)('%s', async (name, route) => {
  world ??= createWorld(app, receiver.url);
  const request = await requests[name]?.(world);
  if (!request) throw new Error(`Add a request for ${name} to server/test/operations.ts.`);
  const since = (await actions('')).at(-1)?.place ?? '';
  const { status, body } = await sendRequest(app, route, request, { token: ownerToken });
  expect({ status, body: status < 300 ? '' : body }).toEqual({
    status: expect.toSatisfy((code: number) => code < 300),
    body: '',
  });
  const made = (await actions(since)).map(({ action }) => action);
  if (recorded[name] === undefined) expect(made).toEqual([]);
  else expect(made).toContain(recorded[name]);
});

async function actions(since: string): Promise<{ action: string; place: string }[]> {
  const { rows } = await app.runtime.database.pool.query<{ action: string; place: string }>(
    `select action, to_char(happened_at, 'YYYY-MM-DD HH24:MI:SS.US') || id as place from audit_entry
     where to_char(happened_at, 'YYYY-MM-DD HH24:MI:SS.US') || id > $1 order by 2`,
    [since],
  );
  return rows;
}

test('no secret that an operation has shown is in the log', async () => {
  const { rows } = await app.runtime.database.pool.query<{ text: string }>(
    `select coalesce(string_agg(before::text || after::text, ''), '') as text from audit_entry`,
  );
  expect(rows[0]?.text).not.toMatch(/dbk_[0-9A-Za-z]{20}|whsec_|\$argon2/);
});
