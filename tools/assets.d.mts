export function watchAssets(
  from?: Record<string, string>,
  to?: string,
  logLevel?: 'warning' | 'silent',
): Promise<() => Promise<unknown>>;
