export const programs: { readonly main: string; readonly operator: string };
export const externals: readonly string[];
export function buildIfStale(): Promise<void>;
