/** Read by the server. `~` marks a zone that the browser detected: it gives way to one that the visitor chose. */
export function saveZone(zone: string, isChosen: boolean): void {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `daybook_zone=${encodeURIComponent((isChosen ? '' : '~') + zone)}; path=/; max-age=31536000; samesite=lax${secure}`;
}
