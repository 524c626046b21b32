export const programs: { readonly main: string; readonly operator: string; readonly cli: string };
export const externals: readonly string[];
export function buildIfStale(): Promise<void>;
export function buildCliIfStale(): Promise<void>;
export function buildCli(outfile?: string): Promise<void>;
