import data from 'moment-timezone/data/packed/latest.json' with { type: 'json' };

/** The release of the IANA data that decides and shows every time here. Node's and PostgreSQL's own are not asked. */
export const zoneDataVersion: string = data.version;
