// Made by `npm run generate` from the contract.
export const operations = `#Absences
GlistAbsences /absences []
PcreateAbsence .
DdeleteAbsence +{uuid} 
GreadAbsence .
AupdateAbsence .
GlistHolidayRegions /holiday-regions collection
DdeleteHolidays /holidays 
GreadHolidays .
UsetHolidays .
#Agents
GlistAgents /agents []
PcreateAgent .
DdeleteAgent +{uuid} 
GreadAgent .
AupdateAgent .
#Apps
GlistAppApprovals /app-approvals []
PapproveApp .
DdeleteAppApproval +{uuid} 
GlistApps /apps []
PcreateApp *
DdeleteApp +{uuid} 
GreadApp .
AupdateApp .
DdeleteAppLogo +logo 
UsetAppLogo .
ProtateAppSecret /apps/{uuid}/secret *
GlistConnectedApps /connected-apps []
DdisconnectApp +{uuid} 
#Audit log
GlistAuditLog /audit-log []
GexportAuditLog +export ~
GexportAuditLogAsJson /audit-log/export.ndjson ~
GreadLastChange /last-changes/{uuid} .
#Availability
GreadSharedAvailability /availability-by-shared-link/{sharedLink} =
GreadAvailability /availability/{ownerSlug}/event-types/{eventTypeSlug} =
GexplainAvailability +explain .
#CRM companies
GlistCompanies /crm/companies []
PcreateCompany company
UupsertCompany company+
GfindDuplicateCompanies +duplicates =
GexportCompanies /crm/companies/export ~
PexportMatchingCompanies ~
PqueryCompanies /crm/companies/query =
GlistCompanyViews /crm/companies/views []
PcreateCompanyView view
DdeleteCompany /crm/companies/{id} 
GreadCompany company
AupdateCompany company
GreadCompanyMeetings +meetings meetings
#CRM objects
GlistObjects /crm/objects []
PcreateObject object
DdeleteObject +{slug} 
GreadObject object
AupdateObject object
PcreateAttribute +attributes attribute
DdeleteAttribute +{key} 
AupdateAttribute attribute
PrestoreObject /crm/objects/{slug}/restore object
#CRM people
GlistPeople /crm/people []
PcreatePerson person
UupsertPerson person+
GfindDuplicatePeople +duplicates =
GexportPeople /crm/people/export ~
PexportMatchingPeople ~
PqueryPeople /crm/people/query =
GlistPeopleViews /crm/people/views []
PcreatePeopleView view
DdeletePerson /crm/people/{id} 
GreadPerson person
AupdatePerson person
PerasePerson +erase 
PexportPerson /crm/people/{id}/export export
GreadMeetings /crm/people/{id}/meetings meetings
#CRM records
GlistChanges /crm/changes =
GlistImports /crm/imports []
GreadImport +{importId} import
PcancelImport +cancel import
GlistImportErrors /crm/imports/{importId}/errors []
PundoImport /crm/imports/{importId}/undo import
PundoMerge /crm/merges/{mergeId}/undo merge
GlistRecords /crm/{objectSlug} []
PcreateRecord record
UupsertRecord record+
PaggregateRecords +aggregate aggregate
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
DdeleteView +{viewId} 
AupdateView view
DdeleteRecord /crm/{objectSlug}/{recordId} 
GreadRecord record
AupdateRecord record
GlistRecordComments +comments []
PcreateRecordComment comment
DdeleteRecordComment +{commentId} 
AupdateRecordComment comment
GlistRecordFiles /crm/{objectSlug}/{recordId}/files []
PcreateRecordFile file
DdeleteRecordFile +{fileId} 
GdownloadRecordFile ~
GreadHistory /crm/{objectSlug}/{recordId}/history []
GlistRecordNotes /crm/{objectSlug}/{recordId}/notes []
PcreateRecordNote note
DdeleteRecordNote +{noteId} 
AupdateRecordNote note
DunpinRecordNote +pin note
UpinRecordNote note
AchangeRelation /crm/{objectSlug}/{recordId}/relation record
PrestoreRecord /crm/{objectSlug}/{recordId}/restore record
GreadTimeline /crm/{objectSlug}/{recordId}/timeline []
#CRM tasks
GlistTasks /crm/tasks []
PcreateTask task
DdeleteTask +{uuid} 
GreadTask task
AupdateTask task
PcompleteTask +complete task
PreopenTask /crm/tasks/{uuid}/reopen task
#Calendars
GlistBusyTimes /busy-times collection
GlistCalendarConnections /calendar-connections []
PconnectCalendar .
PauthorizeCalendar +authorize url
DdisconnectCalendar /calendar-connections/{uuid} 
GreadCalendarConnection .
AupdateCalendarConnection .
PsyncCalendarConnection +sync .
DdeleteCalendarFeed /calendar-feed 
GreadCalendarFeed .
PcreateCalendarFeed *
GlistCalendarProviders /calendar-providers collection
#Do not call
GlistDoNotCall /do-not-call []
PaddDoNotCall .
DremoveDoNotCall +{uuid} 
#Domains
GlistDomains /domains []
PcreateDomain .
DdeleteDomain +{uuid} 
ProtateDomainKey +key .
PverifyDomain /domains/{uuid}/verify .
#Event types
GlistEventTypes /event-types []
PcreateEventType .
DdeleteEventType +{uuid} 
GreadEventType .
AupdateEventType .
UmoveEventType +position 
PpreviewEventType /event-types/{uuid}/preview .
GreadEventTypeSettings /event-types/{uuid}/settings .
GcreateSingleUseLink /event-types/{uuid}/single-use-link =
#Favorites
GlistFavorites /favorites favorites
PaddFavorite favorite
UorderFavorites +order favorites
DremoveFavorite /favorites/{uuid} 
#Home
GreadAttention /attention attention
PretryFailure +{id}/retry 
GreadFirstSteps /first-steps steps
UconfirmFirstStep +{key} 
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
DwithdrawInvitation +{uuid} 
PresendInvitation +resend .
GreadInvitation /public/invitations/{token} .
UacceptInvitation .
PchallengeInvitation +challenge =
#Links
GlistLinks /links []
PcreateLink .
DdeleteLink +{token} 
#Live
GstreamChanges /live ~
#Mail
GlistMail /mail []
PresendMail +{uuid}/resend .
#Notes
PcreateNote /notes data
GlistEventNotes +event/{uuid} list
DdeleteNote /notes/{id} 
GreadNote data
UupdateNote data
#Notifications
GreadNotificationSettings /notification-settings .
UchangeNotificationSettings .
GlistNotifications /notifications []
PmarkNotificationsRead +read 
#Organization
GreadOrganization /organization .
AupdateOrganization .
DdeleteLogo +logo 
UsetLogo .
#Outbound calls
GlistOutboundCalls /agents/{agentUuid}/outbound-calls []
PcreateOutboundCall element
DcancelOutboundCall +{id} 
GreadOutboundCall element
GreadCallRecording +recording ~
GlistAllOutboundCalls /outbound-calls []
#Payments
GlistPaymentProviders /payment-providers .
DdisconnectPaymentProvider +{provider} 
UconnectPaymentProvider .
PcloseRefund /refunds/{uuid}/done 
PretryRefund /refunds/{uuid}/retry .
PrefundPayment /scheduled-invitees/{uuid}/refund .
#Platform
GlistPlatformWorkspaces /platform/workspaces []
PcreatePlatformWorkspace resource+
GreadPlatformWorkspace +{workspaceUuid} .
AupdatePlatformWorkspace .
GlistPlatformUsers +users []
PcreatePlatformUser resource+
GreadPlatformUser +{uuid} .
AupdatePlatformUser .
PcreateEmbedLink +embed-links .
#Polls
GlistPolls /polls []
PcreatePoll .
DdeletePoll +{uuid} 
GreadPoll .
UcancelPoll +cancel .
UfinalisePoll /polls/{uuid}/finalise .
#Provisioning
GlistScimGroups /scim-groups []
AupdateScimGroup +{uuid} .
GlistScimTokens /scim-tokens []
PcreateScimToken *
DrevokeScimToken +{uuid} 
#Public
GreadPublicBooking /public/bookings/{uuid} .
GreadPublicBookingTimes +availability =
UcancelPublicBooking /public/bookings/{uuid}/cancel *
UreschedulePublicBooking /public/bookings/{uuid}/reschedule .
GreadPublicCalendar /public/calendars/{token}.ics ~
PreportCallStatus /public/calls/{callId}/status 
PcatchRequest /public/catch/{token} 
GreadPublicForm /public/forms/{slug} .
PsubmitForm +submissions *
GreadPublicLink /public/links/{token} .
GreadPublicLinkTimes +availability =
PbookThroughLink /public/links/{token}/bookings resource+confirmation+payment+request+waitlist
PuploadThroughLink /public/links/{token}/files upload
GreadPublicTeamPage /public/pages/team/{teamSlug}/{eventTypeSlug} .
GreadPublicTeamTimes +availability =
PbookTeamPublicly /public/pages/team/{teamSlug}/{eventTypeSlug}/bookings resource+confirmation+payment+request+waitlist
PuploadForTeamPublicly /public/pages/team/{teamSlug}/{eventTypeSlug}/files upload
GreadPublicPage /public/pages/{ownerSlug}/{eventTypeSlug} .
GreadPublicTimes +availability =
PbookPublicly /public/pages/{ownerSlug}/{eventTypeSlug}/bookings resource+confirmation+payment+request+waitlist
PuploadPublicly /public/pages/{ownerSlug}/{eventTypeSlug}/files upload
GreadPublicPoll /public/polls/{token} .
PvoteInPoll +votes resource+confirmation
GreadPreviewTimes /public/previews/{token}/availability =
GlistTimeZones /time-zones .
#Resources
GlistResources /resources []
PcreateResource .
DdeleteResource +{uuid} 
GreadResource .
AupdateResource .
GlistResourceEvents +events []
#Routing forms
GlistRoutingForms /routing-forms []
PcreateRoutingForm .
DdeleteRoutingForm +{uuid} 
GreadRoutingForm .
AupdateRoutingForm .
GlistFormSubmissions +submissions []
PtryRoutingForm /routing-forms/{uuid}/try route
#Saved views
GlistSavedViews /saved-views []
PcreateSavedView view
DdeleteSavedView +{id} 
AupdateSavedView view
#Scheduled events
GlistBookingRequests /booking-requests []
PcreateBookingRequest .
GreadBookingRequest +{uuid} .
UconfirmBookingRequest +confirm .
UdeclineBookingRequest /booking-requests/{uuid}/decline .
GdownloadRequestFile /booking-requests/{uuid}/files/{fileId} ~
GreadCalendar /calendar .
Pbook /event =
GlistOpenBookings /organizations/users/{uuid}/open-bookings []
GlistScheduledEvents /scheduled-events []
GreadScheduledEvent +{uuid} .
AeditScheduledEvent .
GreadMoves +availability =
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
GreadDefaultSchedule +default .
AupdateDefaultSchedule .
DdeleteSchedule /schedules/{uuid} 
GreadSchedule .
AupdateSchedule .
#Search
Gsearch /search results
#Second factor
GlistPasskeys /session/passkeys collection
PaddPasskey .
PchallengePasskey +challenge =
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
GreadPasswordReset +{token} .
UresetPassword 
DsignOut /session 
GreadSession .
PsignIn resource+next
UchangePassword +password 
PcontinueSignIn /session/steps resource+next
DendOtherSessions /sessions 
GlistSessions []
DendSession +{uuid} 
#Single sign-on
GlistIdentityProviders /identity-providers []
PcreateIdentityProvider .
DdeleteIdentityProvider +{uuid} 
GreadIdentityProvider .
AupdateIdentityProvider .
PtestIdentityProvider +test .
#Teams
GlistTeams /teams []
PcreateTeam .
DdeleteTeam +{teamId} 
GreadTeam .
AupdateTeam .
DdeleteTeamAvatar +avatar 
UsetTeamAvatar .
GlistMemberships /teams/{teamId}/members []
PaddMember data
DremoveMember +{id} 
AchangeMember data
#Tokens
GlistTokens /tokens []
PcreateToken *
DrevokeToken +{uuid} 
ProtateToken +rotate *
#Users
GlistUsers /organizations/users []
PcreateUser .
DdeactivateUser +{uuid} *
GreadUser .
AupdateUser *
DdeleteUserAvatar +avatar 
UsetUserAvatar .
GreadDeparture /organizations/users/{uuid}/departure .
#Webhooks
PcreateWebhookCatcher /webhook-catchers .
DdeleteWebhookCatcher +{id} 
GlistCaughtRequests +requests []
GlistWebhooks /webhooks []
PcreateWebhook *
DdeleteWebhook +{uuid} 
GreadWebhook .
AchangeWebhook .
GlistDeliveries +deliveries []
GreadDelivery +{id} .
PretryDelivery +retry .
PreplayDeliveries /webhooks/{uuid}/replay .
ProtateWebhookSecret /webhooks/{uuid}/rotate-secret *
GreadWebhookStatus /webhooks/{uuid}/status .
PtestWebhook /webhooks/{uuid}/test testResult
#Workflows
GlistWorkflows /workflows []
PcreateWorkflow *
PpreviewWorkflowMail +preview .
DdeleteWorkflow /workflows/{uuid} 
GreadWorkflow .
AchangeWorkflow *
PtryWorkflow +dry-run .
GlistWorkflowRuns /workflows/{uuid}/runs []
GlistWorkflowVersions /workflows/{uuid}/versions []`;
