// Made by `npm run generate` from the contract.
export const operations = `#Absences
GlistAbsences /absences []
PcreateAbsence .
DdeleteAbsence /absences/{uuid} 
GreadAbsence .
AupdateAbsence .
GlistHolidayRegions /holiday-regions collection
DdeleteHolidays /holidays 
GreadHolidays .
UsetHolidays .
#Agents
GlistAgents /agents []
PcreateAgent .
DdeleteAgent /agents/{uuid} 
GreadAgent .
AupdateAgent .
#Apps
GlistAppApprovals /app-approvals []
PapproveApp .
DdeleteAppApproval /app-approvals/{uuid} 
GlistApps /apps []
PcreateApp *
DdeleteApp /apps/{uuid} 
GreadApp .
AupdateApp .
DdeleteAppLogo /apps/{uuid}/logo 
UsetAppLogo .
ProtateAppSecret /apps/{uuid}/secret *
GlistConnectedApps /connected-apps []
DdisconnectApp /connected-apps/{uuid} 
#Audit log
GlistAuditLog /audit-log []
GexportAuditLog /audit-log/export ~
GexportAuditLogAsJson /audit-log/export.ndjson ~
GreadLastChange /last-changes/{uuid} .
#Availability
GreadSharedAvailability /availability-by-shared-link/{sharedLink} =
GreadAvailability /availability/{ownerSlug}/event-types/{eventTypeSlug} =
GexplainAvailability /availability/{ownerSlug}/event-types/{eventTypeSlug}/explain .
#CRM companies
GlistCompanies /crm/companies []
PcreateCompany company
UupsertCompany company+
GfindDuplicateCompanies /crm/companies/duplicates =
GexportCompanies /crm/companies/export ~
PexportMatchingCompanies ~
PqueryCompanies /crm/companies/query =
GlistCompanyViews /crm/companies/views []
PcreateCompanyView view
DdeleteCompany /crm/companies/{id} 
GreadCompany company
AupdateCompany company
GreadCompanyMeetings /crm/companies/{id}/meetings meetings
#CRM objects
GlistObjects /crm/objects []
PcreateObject object
DdeleteObject /crm/objects/{slug} 
GreadObject object
AupdateObject object
PcreateAttribute /crm/objects/{slug}/attributes attribute
DdeleteAttribute /crm/objects/{slug}/attributes/{key} 
AupdateAttribute attribute
PrestoreObject /crm/objects/{slug}/restore object
#CRM people
GlistPeople /crm/people []
PcreatePerson person
UupsertPerson person+
GfindDuplicatePeople /crm/people/duplicates =
GexportPeople /crm/people/export ~
PexportMatchingPeople ~
PqueryPeople /crm/people/query =
GlistPeopleViews /crm/people/views []
PcreatePeopleView view
DdeletePerson /crm/people/{id} 
GreadPerson person
AupdatePerson person
PerasePerson /crm/people/{id}/erase 
PexportPerson /crm/people/{id}/export export
GreadMeetings /crm/people/{id}/meetings meetings
#CRM records
GlistChanges /crm/changes =
GlistImports /crm/imports []
GreadImport /crm/imports/{importId} import
PcancelImport /crm/imports/{importId}/cancel import
GlistImportErrors /crm/imports/{importId}/errors []
PundoImport /crm/imports/{importId}/undo import
PundoMerge /crm/merges/{mergeId}/undo merge
GlistRecords /crm/{objectSlug} []
PcreateRecord record
UupsertRecord record+
PaggregateRecords /crm/{objectSlug}/aggregate aggregate
PwriteBulk /crm/{objectSlug}/bulk results
PdeleteBulk /crm/{objectSlug}/delete deletion
PmarkDifferent /crm/{objectSlug}/different 
GfindDuplicates /crm/{objectSlug}/duplicates =
GexportRecords /crm/{objectSlug}/export ~
PexportMatchingRecords ~
PcreateImport /crm/{objectSlug}/import import
PmergeRecords /crm/{objectSlug}/merge merge
PqueryRecords /crm/{objectSlug}/query =
GlistViews /crm/{objectSlug}/views []
PcreateView view
DdeleteView /crm/{objectSlug}/views/{viewId} 
AupdateView view
DdeleteRecord /crm/{objectSlug}/{recordId} 
GreadRecord record
AupdateRecord record
GlistRecordComments /crm/{objectSlug}/{recordId}/comments []
PcreateRecordComment comment
DdeleteRecordComment /crm/{objectSlug}/{recordId}/comments/{commentId} 
AupdateRecordComment comment
GlistRecordFiles /crm/{objectSlug}/{recordId}/files []
PcreateRecordFile file
DdeleteRecordFile /crm/{objectSlug}/{recordId}/files/{fileId} 
GdownloadRecordFile ~
GreadHistory /crm/{objectSlug}/{recordId}/history []
GlistRecordNotes /crm/{objectSlug}/{recordId}/notes []
PcreateRecordNote note
DdeleteRecordNote /crm/{objectSlug}/{recordId}/notes/{noteId} 
AupdateRecordNote note
DunpinRecordNote /crm/{objectSlug}/{recordId}/notes/{noteId}/pin note
UpinRecordNote note
AchangeRelation /crm/{objectSlug}/{recordId}/relation record
PrestoreRecord /crm/{objectSlug}/{recordId}/restore record
GreadTimeline /crm/{objectSlug}/{recordId}/timeline []
#CRM tasks
GlistTasks /crm/tasks []
PcreateTask task
DdeleteTask /crm/tasks/{uuid} 
GreadTask task
AupdateTask task
PcompleteTask /crm/tasks/{uuid}/complete task
PreopenTask /crm/tasks/{uuid}/reopen task
#Calendars
GlistBusyTimes /busy-times collection
GlistCalendarConnections /calendar-connections []
PconnectCalendar .
PauthorizeCalendar /calendar-connections/authorize url
DdisconnectCalendar /calendar-connections/{uuid} 
GreadCalendarConnection .
AupdateCalendarConnection .
PsyncCalendarConnection /calendar-connections/{uuid}/sync .
DdeleteCalendarFeed /calendar-feed 
GreadCalendarFeed .
PcreateCalendarFeed *
GlistCalendarProviders /calendar-providers collection
#Do not call
GlistDoNotCall /do-not-call []
PaddDoNotCall .
DremoveDoNotCall /do-not-call/{uuid} 
#Domains
GlistDomains /domains []
PcreateDomain .
DdeleteDomain /domains/{uuid} 
ProtateDomainKey /domains/{uuid}/key .
PverifyDomain /domains/{uuid}/verify .
#Event types
GlistEventTypes /event-types []
PcreateEventType .
DdeleteEventType /event-types/{uuid} 
GreadEventType .
AupdateEventType .
UmoveEventType /event-types/{uuid}/position 
PpreviewEventType /event-types/{uuid}/preview .
GreadEventTypeSettings /event-types/{uuid}/settings .
GcreateSingleUseLink /event-types/{uuid}/single-use-link =
#Favorites
GlistFavorites /favorites favorites
PaddFavorite favorite
UorderFavorites /favorites/order favorites
DremoveFavorite /favorites/{uuid} 
#Home
GreadAttention /attention attention
PretryFailure /attention/{id}/retry 
GreadFirstSteps /first-steps steps
UconfirmFirstStep /first-steps/{key} 
DclearDemo /organization/demo 
GreadBriefing /scheduled-events/{uuid}/briefing people
#Identity
Gwhoami /whoami =
#Insights
GcountBookings /insights/bookings .
GexportBookings /insights/bookings.csv ~
GcountCalls /insights/calls .
GexportCalls /insights/calls.csv ~
GcountCancellations /insights/cancellations .
GexportCancellations /insights/cancellations.csv ~
GmeasureLeadTime /insights/lead-time .
GexportLeadTime /insights/lead-time.csv ~
GcountNoShows /insights/no-shows .
GexportNoShows /insights/no-shows.csv ~
GcountSubmissions /insights/routing .
GexportSubmissions /insights/routing.csv ~
GcountDeliveries /insights/webhooks .
GexportDeliveries /insights/webhooks.csv ~
#Invitations
GlistInvitations /invitations []
Pinvite .
DwithdrawInvitation /invitations/{uuid} 
PresendInvitation /invitations/{uuid}/resend .
GreadInvitation /public/invitations/{token} .
UacceptInvitation .
PchallengeInvitation /public/invitations/{token}/challenge =
#Links
GlistLinks /links []
PcreateLink .
DdeleteLink /links/{token} 
#Live
GstreamChanges /live ~
#Mail
GlistMail /mail []
PresendMail /mail/{uuid}/resend .
#Notes
PcreateNote /notes data
GlistEventNotes /notes/event/{uuid} list
DdeleteNote /notes/{id} 
GreadNote data
UupdateNote data
#Notifications
GreadNotificationSettings /notification-settings .
UchangeNotificationSettings .
GlistNotifications /notifications []
PmarkNotificationsRead /notifications/read 
#Organization
GreadOrganization /organization .
AupdateOrganization .
DdeleteLogo /organization/logo 
UsetLogo .
#Outbound calls
GlistOutboundCalls /agents/{agentUuid}/outbound-calls []
PcreateOutboundCall element
DcancelOutboundCall /agents/{agentUuid}/outbound-calls/{id} 
GreadOutboundCall element
GreadCallRecording /agents/{agentUuid}/outbound-calls/{id}/recording ~
GlistAllOutboundCalls /outbound-calls []
#Payments
GlistPaymentProviders /payment-providers .
DdisconnectPaymentProvider /payment-providers/{provider} 
UconnectPaymentProvider .
PcloseRefund /refunds/{uuid}/done 
PretryRefund /refunds/{uuid}/retry .
PrefundPayment /scheduled-invitees/{uuid}/refund .
#Platform
GlistPlatformWorkspaces /platform/workspaces []
PcreatePlatformWorkspace resource+
GreadPlatformWorkspace /platform/workspaces/{workspaceUuid} .
AupdatePlatformWorkspace .
GlistPlatformUsers /platform/workspaces/{workspaceUuid}/users []
PcreatePlatformUser resource+
GreadPlatformUser /platform/workspaces/{workspaceUuid}/users/{uuid} .
AupdatePlatformUser .
PcreateEmbedLink /platform/workspaces/{workspaceUuid}/users/{uuid}/embed-links .
#Polls
GlistPolls /polls []
PcreatePoll .
DdeletePoll /polls/{uuid} 
GreadPoll .
UcancelPoll /polls/{uuid}/cancel .
UfinalisePoll /polls/{uuid}/finalise .
#Provisioning
GlistScimGroups /scim-groups []
AupdateScimGroup /scim-groups/{uuid} .
GlistScimTokens /scim-tokens []
PcreateScimToken *
DrevokeScimToken /scim-tokens/{uuid} 
#Public
GreadPublicBooking /public/bookings/{uuid} .
GreadPublicBookingTimes /public/bookings/{uuid}/availability =
UcancelPublicBooking /public/bookings/{uuid}/cancel *
UreschedulePublicBooking /public/bookings/{uuid}/reschedule .
GreadPublicCalendar /public/calendars/{token}.ics ~
PreportCallStatus /public/calls/{callId}/status 
PcatchRequest /public/catch/{token} 
GreadPublicForm /public/forms/{slug} .
PsubmitForm /public/forms/{slug}/submissions *
GreadPublicLink /public/links/{token} .
GreadPublicLinkTimes /public/links/{token}/availability =
PbookThroughLink /public/links/{token}/bookings resource+confirmation+payment+request+waitlist
PuploadThroughLink /public/links/{token}/files upload
GreadPublicTeamPage /public/pages/team/{teamSlug}/{eventTypeSlug} .
GreadPublicTeamTimes /public/pages/team/{teamSlug}/{eventTypeSlug}/availability =
PbookTeamPublicly /public/pages/team/{teamSlug}/{eventTypeSlug}/bookings resource+confirmation+payment+request+waitlist
PuploadForTeamPublicly /public/pages/team/{teamSlug}/{eventTypeSlug}/files upload
GreadPublicPage /public/pages/{ownerSlug}/{eventTypeSlug} .
GreadPublicTimes /public/pages/{ownerSlug}/{eventTypeSlug}/availability =
PbookPublicly /public/pages/{ownerSlug}/{eventTypeSlug}/bookings resource+confirmation+payment+request+waitlist
PuploadPublicly /public/pages/{ownerSlug}/{eventTypeSlug}/files upload
GreadPublicPoll /public/polls/{token} .
PvoteInPoll /public/polls/{token}/votes resource+confirmation
GreadPreviewTimes /public/previews/{token}/availability =
GlistTimeZones /time-zones .
#Resources
GlistResources /resources []
PcreateResource .
DdeleteResource /resources/{uuid} 
GreadResource .
AupdateResource .
GlistResourceEvents /resources/{uuid}/events []
#Routing forms
GlistRoutingForms /routing-forms []
PcreateRoutingForm .
DdeleteRoutingForm /routing-forms/{uuid} 
GreadRoutingForm .
AupdateRoutingForm .
GlistFormSubmissions /routing-forms/{uuid}/submissions []
PtryRoutingForm /routing-forms/{uuid}/try route
#Saved views
GlistSavedViews /saved-views []
PcreateSavedView view
DdeleteSavedView /saved-views/{id} 
AupdateSavedView view
#Scheduled events
GlistBookingRequests /booking-requests []
PcreateBookingRequest .
GreadBookingRequest /booking-requests/{uuid} .
UconfirmBookingRequest /booking-requests/{uuid}/confirm .
UdeclineBookingRequest /booking-requests/{uuid}/decline .
GdownloadRequestFile /booking-requests/{uuid}/files/{fileId} ~
GreadCalendar /calendar .
Pbook /event =
GlistOpenBookings /organizations/users/{uuid}/open-bookings []
GlistScheduledEvents /scheduled-events []
GreadScheduledEvent /scheduled-events/{uuid} .
AeditScheduledEvent .
GreadMoves /scheduled-events/{uuid}/availability =
UcancelScheduledEvent /scheduled-events/{uuid}/cancel 
GdownloadAnswerFile /scheduled-events/{uuid}/files/{fileId} ~
UhandOverScheduledEvent /scheduled-events/{uuid}/handover .
UrescheduleScheduledEvent /scheduled-events/{uuid}/reschedule .
UundoEventChange /scheduled-events/{uuid}/undo .
GlistWaitlist /scheduled-events/{uuid}/waitlist []
UcancelInvitee /scheduled-invitees/{uuid}/cancel 
UmarkNoShow /scheduled-invitees/{uuid}/no-show 
DremoveFromWaitlist /waitlist-entries/{uuid} 
#Schedules
GlistSchedules /schedules []
PcreateSchedule .
GreadDefaultSchedule /schedules/default .
AupdateDefaultSchedule .
DdeleteSchedule /schedules/{uuid} 
GreadSchedule .
AupdateSchedule .
#Search
Gsearch /search results
#Second factor
GlistPasskeys /session/passkeys collection
PaddPasskey .
PchallengePasskey /session/passkeys/challenge =
DremovePasskey /session/passkeys/{uuid} 
PrenewRecoveryCodes /session/recovery-codes recoveryCodes
DremoveTotp /session/totp 
GreadTotp .
PbeginTotp *
UconfirmTotp recoveryCodes
#Session
DendAllSessions /organization/sessions 
GreadUserAccess /organizations/users/{uuid}/access .
DendUserSessions /organizations/users/{uuid}/sessions 
GreadPreferences /preferences .
UchangePreferences .
PchallengeSignIn /public/passkeys/challenge =
PsignInWithPasskey /public/passkeys/session .
PrequestPasswordReset /public/password-resets 
GreadPasswordReset /public/password-resets/{token} .
UresetPassword 
DsignOut /session 
GreadSession .
PsignIn resource+next
UchangePassword /session/password 
PcontinueSignIn /session/steps resource+next
DendOtherSessions /sessions 
GlistSessions []
DendSession /sessions/{uuid} 
#Single sign-on
GlistIdentityProviders /identity-providers []
PcreateIdentityProvider .
DdeleteIdentityProvider /identity-providers/{uuid} 
GreadIdentityProvider .
AupdateIdentityProvider .
PtestIdentityProvider /identity-providers/{uuid}/test .
#Teams
GlistTeams /teams []
PcreateTeam .
DdeleteTeam /teams/{teamId} 
GreadTeam .
AupdateTeam .
DdeleteTeamAvatar /teams/{teamId}/avatar 
UsetTeamAvatar .
GlistMemberships /teams/{teamId}/members []
PaddMember data
DremoveMember /teams/{teamId}/members/{id} 
AchangeMember data
#Tokens
GlistTokens /tokens []
PcreateToken *
DrevokeToken /tokens/{uuid} 
ProtateToken /tokens/{uuid}/rotate *
#Users
GlistUsers /organizations/users []
PcreateUser .
DdeactivateUser /organizations/users/{uuid} *
GreadUser .
AupdateUser *
DdeleteUserAvatar /organizations/users/{uuid}/avatar 
UsetUserAvatar .
GreadDeparture /organizations/users/{uuid}/departure .
#Webhooks
PcreateWebhookCatcher /webhook-catchers .
DdeleteWebhookCatcher /webhook-catchers/{id} 
GlistCaughtRequests /webhook-catchers/{id}/requests []
GlistWebhooks /webhooks []
PcreateWebhook *
DdeleteWebhook /webhooks/{uuid} 
GreadWebhook .
AchangeWebhook .
GlistDeliveries /webhooks/{uuid}/deliveries []
GreadDelivery /webhooks/{uuid}/deliveries/{id} .
PretryDelivery /webhooks/{uuid}/deliveries/{id}/retry .
PreplayDeliveries /webhooks/{uuid}/replay .
ProtateWebhookSecret /webhooks/{uuid}/rotate-secret *
GreadWebhookStatus /webhooks/{uuid}/status .
PtestWebhook /webhooks/{uuid}/test testResult
#Workflows
GlistWorkflows /workflows []
PcreateWorkflow *
PpreviewWorkflowMail /workflows/preview .
DdeleteWorkflow /workflows/{uuid} 
GreadWorkflow .
AchangeWorkflow *
PtryWorkflow /workflows/{uuid}/dry-run .
GlistWorkflowRuns /workflows/{uuid}/runs []
GlistWorkflowVersions /workflows/{uuid}/versions []`;
