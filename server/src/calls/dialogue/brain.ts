import { respondTo } from './rules.ts';
import type { Brain } from './state.ts';

/** Understands the answers to its questions, and nothing else. */
export const dialogueBrain: Brain = { respond: async (state, heard) => respondTo(state, heard) };
