// Made by `npm run generate` from the contract.
export const operations = `#Absences
listAbsences GET /absences []
createAbsence POST  resource
deleteAbsence DELETE /absences/{uuid} 
readAbsence GET  resource
updateAbsence PATCH  resource
listHolidayRegions GET /holiday-regions collection
deleteHolidays DELETE /holidays 
readHolidays GET  resource
setHolidays PUT  resource
#Agents
listAgents GET /agents []
createAgent POST  resource
deleteAgent DELETE /agents/{uuid} 
readAgent GET  resource
updateAgent PATCH  resource
#Apps
listAppApprovals GET /app-approvals []
approveApp POST  resource
deleteAppApproval DELETE /app-approvals/{uuid} 
listApps GET /apps []
createApp POST  *
deleteApp DELETE /apps/{uuid} 
readApp GET  resource
updateApp PATCH  resource
deleteAppLogo DELETE /apps/{uuid}/logo 
setAppLogo PUT  resource
rotateAppSecret POST /apps/{uuid}/secret *
listConnectedApps GET /connected-apps []
disconnectApp DELETE /connected-apps/{uuid} 
#Audit log
listAuditLog GET /audit-log []
exportAuditLog GET /audit-log/export ~
exportAuditLogAsJson GET /audit-log/export.ndjson ~
readLastChange GET /last-changes/{uuid} resource
#Availability
readSharedAvailability GET /availability-by-shared-link/{sharedLink} =
readAvailability GET /availability/{ownerSlug}/event-types/{eventTypeSlug} =
explainAvailability GET /availability/{ownerSlug}/event-types/{eventTypeSlug}/explain resource
#CRM companies
listCompanies GET /crm/companies []
createCompany POST  company
upsertCompany PUT  company+
findDuplicateCompanies GET /crm/companies/duplicates =
exportCompanies GET /crm/companies/export ~
exportMatchingCompanies POST  ~
queryCompanies POST /crm/companies/query =
listCompanyViews GET /crm/companies/views []
createCompanyView POST  view
deleteCompany DELETE /crm/companies/{id} 
readCompany GET  company
updateCompany PATCH  company
readCompanyMeetings GET /crm/companies/{id}/meetings meetings
#CRM objects
listObjects GET /crm/objects []
createObject POST  object
deleteObject DELETE /crm/objects/{slug} 
readObject GET  object
updateObject PATCH  object
createAttribute POST /crm/objects/{slug}/attributes attribute
deleteAttribute DELETE /crm/objects/{slug}/attributes/{key} 
updateAttribute PATCH  attribute
restoreObject POST /crm/objects/{slug}/restore object
#CRM people
listPeople GET /crm/people []
createPerson POST  person
upsertPerson PUT  person+
findDuplicatePeople GET /crm/people/duplicates =
exportPeople GET /crm/people/export ~
exportMatchingPeople POST  ~
queryPeople POST /crm/people/query =
listPeopleViews GET /crm/people/views []
createPeopleView POST  view
deletePerson DELETE /crm/people/{id} 
readPerson GET  person
updatePerson PATCH  person
erasePerson POST /crm/people/{id}/erase 
exportPerson POST /crm/people/{id}/export export
readMeetings GET /crm/people/{id}/meetings meetings
#CRM records
listChanges GET /crm/changes =
listImports GET /crm/imports []
readImport GET /crm/imports/{importId} import
cancelImport POST /crm/imports/{importId}/cancel import
listImportErrors GET /crm/imports/{importId}/errors []
undoImport POST /crm/imports/{importId}/undo import
undoMerge POST /crm/merges/{mergeId}/undo merge
listRecords GET /crm/{objectSlug} []
createRecord POST  record
upsertRecord PUT  record+
aggregateRecords POST /crm/{objectSlug}/aggregate aggregate
writeBulk POST /crm/{objectSlug}/bulk results
deleteBulk POST /crm/{objectSlug}/delete deletion
findDuplicates GET /crm/{objectSlug}/duplicates =
exportRecords GET /crm/{objectSlug}/export ~
exportMatchingRecords POST  ~
createImport POST /crm/{objectSlug}/import import
mergeRecords POST /crm/{objectSlug}/merge merge
queryRecords POST /crm/{objectSlug}/query =
listViews GET /crm/{objectSlug}/views []
createView POST  view
deleteView DELETE /crm/{objectSlug}/views/{viewId} 
updateView PATCH  view
deleteRecord DELETE /crm/{objectSlug}/{recordId} 
readRecord GET  record
updateRecord PATCH  record
listRecordComments GET /crm/{objectSlug}/{recordId}/comments []
createRecordComment POST  comment
deleteRecordComment DELETE /crm/{objectSlug}/{recordId}/comments/{commentId} 
updateRecordComment PATCH  comment
listRecordFiles GET /crm/{objectSlug}/{recordId}/files []
createRecordFile POST  file
deleteRecordFile DELETE /crm/{objectSlug}/{recordId}/files/{fileId} 
downloadRecordFile GET  ~
readHistory GET /crm/{objectSlug}/{recordId}/history []
listRecordNotes GET /crm/{objectSlug}/{recordId}/notes []
createRecordNote POST  note
deleteRecordNote DELETE /crm/{objectSlug}/{recordId}/notes/{noteId} 
updateRecordNote PATCH  note
unpinRecordNote DELETE /crm/{objectSlug}/{recordId}/notes/{noteId}/pin note
pinRecordNote PUT  note
changeRelation PATCH /crm/{objectSlug}/{recordId}/relation record
restoreRecord POST /crm/{objectSlug}/{recordId}/restore record
readTimeline GET /crm/{objectSlug}/{recordId}/timeline []
#CRM tasks
listTasks GET /crm/tasks []
createTask POST  task
deleteTask DELETE /crm/tasks/{uuid} 
readTask GET  task
updateTask PATCH  task
completeTask POST /crm/tasks/{uuid}/complete task
reopenTask POST /crm/tasks/{uuid}/reopen task
#Calendars
listBusyTimes GET /busy-times collection
listCalendarConnections GET /calendar-connections []
connectCalendar POST  resource
authorizeCalendar POST /calendar-connections/authorize url
disconnectCalendar DELETE /calendar-connections/{uuid} 
readCalendarConnection GET  resource
updateCalendarConnection PATCH  resource
syncCalendarConnection POST /calendar-connections/{uuid}/sync resource
deleteCalendarFeed DELETE /calendar-feed 
readCalendarFeed GET  resource
createCalendarFeed POST  *
listCalendarProviders GET /calendar-providers collection
#Do not call
listDoNotCall GET /do-not-call []
addDoNotCall POST  resource
removeDoNotCall DELETE /do-not-call/{uuid} 
#Event types
listEventTypes GET /event-types []
createEventType POST  resource
deleteEventType DELETE /event-types/{uuid} 
readEventType GET  resource
updateEventType PATCH  resource
moveEventType PUT /event-types/{uuid}/position 
previewEventType POST /event-types/{uuid}/preview resource
readEventTypeSettings GET /event-types/{uuid}/settings resource
createSingleUseLink GET /event-types/{uuid}/single-use-link =
#Favorites
listFavorites GET /favorites favorites
addFavorite POST  favorite
orderFavorites PUT /favorites/order favorites
removeFavorite DELETE /favorites/{uuid} 
#Home
readAttention GET /attention attention
retryFailure POST /attention/{id}/retry 
readFirstSteps GET /first-steps steps
confirmFirstStep PUT /first-steps/{key} 
clearDemo DELETE /organization/demo 
readBriefing GET /scheduled-events/{uuid}/briefing people
#Identity
whoami GET /whoami =
#Insights
countBookings GET /insights/bookings resource
exportBookings GET /insights/bookings.csv ~
countCalls GET /insights/calls resource
exportCalls GET /insights/calls.csv ~
countCancellations GET /insights/cancellations resource
exportCancellations GET /insights/cancellations.csv ~
measureLeadTime GET /insights/lead-time resource
exportLeadTime GET /insights/lead-time.csv ~
countNoShows GET /insights/no-shows resource
exportNoShows GET /insights/no-shows.csv ~
countSubmissions GET /insights/routing resource
exportSubmissions GET /insights/routing.csv ~
countDeliveries GET /insights/webhooks resource
exportDeliveries GET /insights/webhooks.csv ~
#Invitations
listInvitations GET /invitations []
invite POST  resource
withdrawInvitation DELETE /invitations/{uuid} 
resendInvitation POST /invitations/{uuid}/resend resource
readInvitation GET /public/invitations/{token} resource
acceptInvitation PUT  resource
challengeInvitation POST /public/invitations/{token}/challenge =
#Links
listLinks GET /links []
createLink POST  resource
deleteLink DELETE /links/{token} 
#Live
streamChanges GET /live ~
#Mail
listMail GET /mail []
resendMail POST /mail/{uuid}/resend resource
#Notes
createNote POST /notes data
listEventNotes GET /notes/event/{uuid} list
deleteNote DELETE /notes/{id} 
readNote GET  data
updateNote PUT  data
#Notifications
readNotificationSettings GET /notification-settings resource
changeNotificationSettings PUT  resource
listNotifications GET /notifications []
markNotificationsRead POST /notifications/read 
#Organization
readOrganization GET /organization resource
updateOrganization PATCH  resource
deleteLogo DELETE /organization/logo 
setLogo PUT  resource
#Outbound calls
listOutboundCalls GET /agents/{agentUuid}/outbound-calls []
createOutboundCall POST  element
cancelOutboundCall DELETE /agents/{agentUuid}/outbound-calls/{id} 
readOutboundCall GET  element
readCallRecording GET /agents/{agentUuid}/outbound-calls/{id}/recording ~
listAllOutboundCalls GET /outbound-calls []
#Payments
listPaymentProviders GET /payment-providers resource
disconnectPaymentProvider DELETE /payment-providers/{provider} 
connectPaymentProvider PUT  resource
closeRefund POST /refunds/{uuid}/done 
retryRefund POST /refunds/{uuid}/retry resource
refundPayment POST /scheduled-invitees/{uuid}/refund resource
#Polls
listPolls GET /polls []
createPoll POST  resource
deletePoll DELETE /polls/{uuid} 
readPoll GET  resource
cancelPoll PUT /polls/{uuid}/cancel resource
finalisePoll PUT /polls/{uuid}/finalise resource
#Provisioning
listScimGroups GET /scim-groups []
updateScimGroup PATCH /scim-groups/{uuid} resource
listScimTokens GET /scim-tokens []
createScimToken POST  *
revokeScimToken DELETE /scim-tokens/{uuid} 
#Public
readPublicBooking GET /public/bookings/{uuid} resource
readPublicBookingTimes GET /public/bookings/{uuid}/availability =
cancelPublicBooking PUT /public/bookings/{uuid}/cancel *
reschedulePublicBooking PUT /public/bookings/{uuid}/reschedule resource
readPublicCalendar GET /public/calendars/{token}.ics ~
reportCallStatus POST /public/calls/{callId}/status 
catchRequest POST /public/catch/{token} 
readPublicForm GET /public/forms/{slug} resource
submitForm POST /public/forms/{slug}/submissions *
readPublicLink GET /public/links/{token} resource
readPublicLinkTimes GET /public/links/{token}/availability =
bookThroughLink POST /public/links/{token}/bookings resource+confirmation+payment+request+waitlist
uploadThroughLink POST /public/links/{token}/files upload
readPublicTeamPage GET /public/pages/team/{teamSlug}/{eventTypeSlug} resource
readPublicTeamTimes GET /public/pages/team/{teamSlug}/{eventTypeSlug}/availability =
bookTeamPublicly POST /public/pages/team/{teamSlug}/{eventTypeSlug}/bookings resource+confirmation+payment+request+waitlist
uploadForTeamPublicly POST /public/pages/team/{teamSlug}/{eventTypeSlug}/files upload
readPublicPage GET /public/pages/{ownerSlug}/{eventTypeSlug} resource
readPublicTimes GET /public/pages/{ownerSlug}/{eventTypeSlug}/availability =
bookPublicly POST /public/pages/{ownerSlug}/{eventTypeSlug}/bookings resource+confirmation+payment+request+waitlist
uploadPublicly POST /public/pages/{ownerSlug}/{eventTypeSlug}/files upload
readPublicPoll GET /public/polls/{token} resource
voteInPoll POST /public/polls/{token}/votes resource+confirmation
readPreviewTimes GET /public/previews/{token}/availability =
listTimeZones GET /time-zones resource
#Resources
listResources GET /resources []
createResource POST  resource
deleteResource DELETE /resources/{uuid} 
readResource GET  resource
updateResource PATCH  resource
listResourceEvents GET /resources/{uuid}/events []
#Routing forms
listRoutingForms GET /routing-forms []
createRoutingForm POST  resource
deleteRoutingForm DELETE /routing-forms/{uuid} 
readRoutingForm GET  resource
updateRoutingForm PATCH  resource
listFormSubmissions GET /routing-forms/{uuid}/submissions []
tryRoutingForm POST /routing-forms/{uuid}/try route
#Saved views
listSavedViews GET /saved-views []
createSavedView POST  view
deleteSavedView DELETE /saved-views/{id} 
updateSavedView PATCH  view
#Scheduled events
listBookingRequests GET /booking-requests []
createBookingRequest POST  resource
readBookingRequest GET /booking-requests/{uuid} resource
confirmBookingRequest PUT /booking-requests/{uuid}/confirm resource
declineBookingRequest PUT /booking-requests/{uuid}/decline resource
downloadRequestFile GET /booking-requests/{uuid}/files/{fileId} ~
readCalendar GET /calendar resource
book POST /event =
listOpenBookings GET /organizations/users/{uuid}/open-bookings []
listScheduledEvents GET /scheduled-events []
readScheduledEvent GET /scheduled-events/{uuid} resource
editScheduledEvent PATCH  resource
readMoves GET /scheduled-events/{uuid}/availability =
cancelScheduledEvent PUT /scheduled-events/{uuid}/cancel 
downloadAnswerFile GET /scheduled-events/{uuid}/files/{fileId} ~
handOverScheduledEvent PUT /scheduled-events/{uuid}/handover resource
rescheduleScheduledEvent PUT /scheduled-events/{uuid}/reschedule resource
undoEventChange PUT /scheduled-events/{uuid}/undo resource
listWaitlist GET /scheduled-events/{uuid}/waitlist []
cancelInvitee PUT /scheduled-invitees/{uuid}/cancel 
markNoShow PUT /scheduled-invitees/{uuid}/no-show 
removeFromWaitlist DELETE /waitlist-entries/{uuid} 
#Schedules
listSchedules GET /schedules []
createSchedule POST  resource
readDefaultSchedule GET /schedules/default resource
updateDefaultSchedule PATCH  resource
deleteSchedule DELETE /schedules/{uuid} 
readSchedule GET  resource
updateSchedule PATCH  resource
#Search
search GET /search results
#Second factor
listPasskeys GET /session/passkeys collection
addPasskey POST  resource
challengePasskey POST /session/passkeys/challenge =
removePasskey DELETE /session/passkeys/{uuid} 
renewRecoveryCodes POST /session/recovery-codes recoveryCodes
removeTotp DELETE /session/totp 
readTotp GET  resource
beginTotp POST  *
confirmTotp PUT  recoveryCodes
#Session
endAllSessions DELETE /organization/sessions 
readUserAccess GET /organizations/users/{uuid}/access resource
endUserSessions DELETE /organizations/users/{uuid}/sessions 
readPreferences GET /preferences resource
changePreferences PUT  resource
challengeSignIn POST /public/passkeys/challenge =
signInWithPasskey POST /public/passkeys/session resource
requestPasswordReset POST /public/password-resets 
readPasswordReset GET /public/password-resets/{token} resource
resetPassword PUT  
signOut DELETE /session 
readSession GET  resource
signIn POST  resource+next
changePassword PUT /session/password 
continueSignIn POST /session/steps resource+next
endOtherSessions DELETE /sessions 
listSessions GET  []
endSession DELETE /sessions/{uuid} 
#Teams
listTeams GET /teams []
createTeam POST  resource
deleteTeam DELETE /teams/{teamId} 
readTeam GET  resource
updateTeam PATCH  resource
deleteTeamAvatar DELETE /teams/{teamId}/avatar 
setTeamAvatar PUT  resource
listMemberships GET /teams/{teamId}/members []
addMember POST  data
removeMember DELETE /teams/{teamId}/members/{id} 
changeMember PATCH  data
#Tokens
listTokens GET /tokens []
createToken POST  *
revokeToken DELETE /tokens/{uuid} 
rotateToken POST /tokens/{uuid}/rotate *
#Users
listUsers GET /organizations/users []
createUser POST  resource
deactivateUser DELETE /organizations/users/{uuid} *
readUser GET  resource
updateUser PATCH  *
deleteUserAvatar DELETE /organizations/users/{uuid}/avatar 
setUserAvatar PUT  resource
readDeparture GET /organizations/users/{uuid}/departure resource
#Webhooks
createWebhookCatcher POST /webhook-catchers resource
deleteWebhookCatcher DELETE /webhook-catchers/{id} 
listCaughtRequests GET /webhook-catchers/{id}/requests []
listWebhooks GET /webhooks []
createWebhook POST  *
deleteWebhook DELETE /webhooks/{uuid} 
readWebhook GET  resource
changeWebhook PATCH  resource
listDeliveries GET /webhooks/{uuid}/deliveries []
readDelivery GET /webhooks/{uuid}/deliveries/{id} resource
retryDelivery POST /webhooks/{uuid}/deliveries/{id}/retry resource
replayDeliveries POST /webhooks/{uuid}/replay resource
rotateWebhookSecret POST /webhooks/{uuid}/rotate-secret *
readWebhookStatus GET /webhooks/{uuid}/status resource
testWebhook POST /webhooks/{uuid}/test testResult
#Workflows
listWorkflows GET /workflows []
createWorkflow POST  *
previewWorkflowMail POST /workflows/preview resource
deleteWorkflow DELETE /workflows/{uuid} 
readWorkflow GET  resource
changeWorkflow PATCH  *
tryWorkflow POST /workflows/{uuid}/dry-run resource
listWorkflowRuns GET /workflows/{uuid}/runs []
listWorkflowVersions GET /workflows/{uuid}/versions []`;
