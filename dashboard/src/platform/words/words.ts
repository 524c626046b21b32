import { en } from './en.ts';

/** The words of the dashboard. Another language is a file of this shape. */
export type Words = typeof en;

export const words: Words = en;
