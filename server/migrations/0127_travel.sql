-- Where the user of a schedule is on other dates: [{ startDate, endDate, timezone }], in order, none overlapping another.
alter table schedule add column travel json not null default '[]';
