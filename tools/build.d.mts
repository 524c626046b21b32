export const programs: { readonly main: string; readonly operator: string };
export function buildIfStale(): Promise<void>;
