/** The addresses of things (resolutions section 1), each made in one place. */

interface Site {
  readonly publicUrl: string;
}

/** Where a page is booked. A team's pages stand below `/team`. */
export function schedulingUrl(
  site: Site,
  owner: { readonly slug: string; readonly isTeam: boolean },
  pageSlug: string,
): string {
  return `${site.publicUrl}/${owner.isTeam ? 'team/' : ''}${owner.slug}/${pageSlug}`;
}

export function pageUri(site: Site, id: string): string {
  return `${site.publicUrl}/v2/event-types/${id}`;
}

export function scheduleUri(site: Site, id: string): string {
  return `${site.publicUrl}/v2/schedules/${id}`;
}

export function eventUri(site: Site, id: string): string {
  return `${site.publicUrl}/v2/scheduled-events/${id}`;
}

export function linkUrl(site: Site, token: string): string {
  return `${site.publicUrl}/s/${token}`;
}
