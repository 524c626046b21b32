export const programs: { readonly main: string; readonly operator: string; readonly cli: string };
export function buildIfStale(): Promise<void>;
export function buildCliIfStale(): Promise<void>;
export function buildCli(outfile?: string): Promise<void>;
