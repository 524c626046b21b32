/** What was chosen stays; what was only found is found again. The server reads the same cookie. */
export function rememberZone(zone: string, isChosen: boolean): void {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `daybook_zone=${encodeURIComponent((isChosen ? '' : '~') + zone)}; path=/; max-age=31536000; samesite=lax${secure}`;
}
