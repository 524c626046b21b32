export { listAnnouncements, type Announcement } from './announce.ts';
export { listHolidayTimes } from './holiday-times.ts';
export { findAbsenceLabels, listAway } from './read-absences.ts';
