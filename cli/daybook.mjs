#!/usr/bin/env node
import { buildCliIfStale, programs } from '../tools/build.mjs';

/** `npx daybook` in a checkout. The published package has the built program instead of this. */
await buildCliIfStale();
await import(programs.cli);
