import { buildIfStale, programs } from './build.mjs';

await buildIfStale();
await import(programs.operator);
