import type { Plugin } from 'esbuild';
import type { Guide } from '../dashboard/src/help/guides.ts';

export const guideFolders: readonly string[];
export const guideIndex: Plugin;
export function listGuides(): readonly Guide[];
