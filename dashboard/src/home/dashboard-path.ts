/** The place in the dashboard that an address of the API names. */
export function getDashboardPath(url: string): string {
  const { pathname, search } = new URL(url);
  return `${pathname.replace(/^\/app(?=\/|$)/, '')}${search}` || '/';
}
