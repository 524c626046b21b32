export function buildAssets(): Promise<void>;
export function buildAssetsIfStale(): Promise<void>;
