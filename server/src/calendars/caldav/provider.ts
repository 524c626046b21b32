import type { Outbound } from '../../platform/safe-fetch/safe-fetch.ts';
import {
  CalendarError,
  type CalendarAuth,
  type CalendarProvider,
  type ExternalCalendar,
} from '../provider/public.ts';
import { readChanges } from './changes.ts';
import { requestMultistatus, resolveHref, type Dav } from './dav.ts';
import { createCaldavWriter } from './writer.ts';
import { isObject, toList, getText, buildXml, type DavResponse } from './xml.ts';

/** CalDAV (RFC 4791) with sync-collection (RFC 6578): Nextcloud, iCloud, Fastmail, Radicale, Xandikos, Cyrus and others. */

export function createCaldavProvider(outbound: Outbound): CalendarProvider {
  return {
    listCalendars: (auth) => listCalendars(outbound, auth),
    changes: (auth, calendar) => readChanges({ outbound, auth }, calendar),
    writer: createCaldavWriter(outbound),
  };
}

/** From any address of an account to its calendars: the principal, its calendar home, and what lies there. */
async function listCalendars(outbound: Outbound, auth: CalendarAuth): Promise<ExternalCalendar[]> {
  const dav = { outbound, auth };
  const given = await describe(dav, auth.url);
  if (given && isCalendar(given.response)) return [calendarOf(given.response, given.url)];
  const principal = await findPrincipal(dav, given);
  const home = await findHome(dav, principal);
  const { responses, url } = await propfind(dav, home, '1');
  const calendars = responses
    .filter(isCalendar)
    .map((response) => ({ ...calendarOf(response, url), account: principal }));
  if (calendars.length === 0)
    throw new CalendarError('content', 'This account has no calendars with events.');
  return calendars;
}

interface DavCalendar {
  readonly response: DavResponse;
  readonly url: string;
}

/** What lies at an address; undefined when it is no WebDAV resource. */
async function describe(dav: Dav, url: string): Promise<DavCalendar | undefined> {
  try {
    const found = await propfind(dav, url, '0');
    const [response] = found.responses;
    return response && { response, url: found.url };
  } catch (error) {
    if (error instanceof CalendarError && (error.kind === 'address' || error.kind === 'content'))
      return undefined;
    throw error;
  }
}

async function findPrincipal(dav: Dav, given: DavCalendar | undefined): Promise<string> {
  const wellKnown = new URL('/.well-known/caldav', dav.auth.url).href;
  const candidates = [given, given ? undefined : await describe(dav, wellKnown)];
  for (const described of candidates) {
    if (!described) continue;
    if (hrefIn(described.response.properties['calendar-home-set'])) return described.url;
    const principal = hrefIn(described.response.properties['current-user-principal']);
    if (principal) return resolveHref(principal, described.url);
  }
  const fallback = given && (await describe(dav, wellKnown));
  const principal = fallback && hrefIn(fallback.response.properties['current-user-principal']);
  if (principal) return resolveHref(principal, fallback.url);
  throw new CalendarError('address', 'No CalDAV server found at this URL. Check it and try again.');
}

async function findHome(dav: Dav, principal: string): Promise<string> {
  const { responses, url } = await propfind(dav, principal, '0');
  const home = hrefIn(responses[0]?.properties['calendar-home-set']);
  if (!home) throw new CalendarError('content', 'This account has no calendars.');
  return resolveHref(home, url);
}

const described = {
  'd:prop': {
    'd:resourcetype': '',
    'd:displayname': '',
    'd:current-user-principal': '',
    'd:current-user-privilege-set': '',
    'c:calendar-home-set': '',
    'c:supported-calendar-component-set': '',
    'a:calendar-color': '',
  },
};

const propfind = (dav: Dav, url: string, depth: '0' | '1') =>
  requestMultistatus(dav, 'PROPFIND', url, depth, buildXml('d:propfind', described));

function isCalendar({ properties }: DavResponse): boolean {
  const type = properties['resourcetype'];
  if (!isObject(type) || !('calendar' in type)) return false;
  const supported = properties['supported-calendar-component-set'];
  const components = isObject(supported) ? toList(supported['comp']) : [];
  return components.length === 0 || components.some((each) => isObject(each) && each['@name'] === 'VEVENT');
}

function calendarOf({ href, properties }: DavResponse, base: string): ExternalCalendar {
  const url = resolveHref(href, base);
  const color = /^#?([0-9a-f]{6})/i.exec(getText(properties['calendar-color'])?.trim() ?? '')?.[1];
  return {
    externalId: url,
    name:
      getText(properties['displayname'])?.trim() ||
      decodeURIComponent(url.replace(/\/$/, '').split('/').at(-1) ?? ''),
    color: color?.toLowerCase() ?? null,
    canWrite: canWrite(properties['current-user-privilege-set']),
  };
}

/** A server that says nothing about privileges is believed to allow it: writing tells. */
function canWrite(value: unknown): boolean {
  if (!isObject(value)) return true;
  const names = toList(value['privilege']).flatMap((each) => (isObject(each) ? Object.keys(each) : []));
  return names.some((name) => ['write', 'write-content', 'bind', 'all'].includes(name));
}

function hrefIn(value: unknown): string | null {
  return isObject(value) ? (getText(toList(value['href'])[0])?.trim() ?? null) : null;
}
