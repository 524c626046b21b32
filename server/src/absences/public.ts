export { listAnnouncements, type Announcement } from './announce.ts';
export { findAbsenceLabels, listAway } from './read-absences.ts';
