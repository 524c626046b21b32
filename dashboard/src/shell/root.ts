import { createRootRoute } from '@tanstack/react-router';
import { start } from '../platform/start.ts';
import { EmbeddedShell } from './embedded-shell.tsx';
import { NotFound } from './not-found.tsx';
import { Shell } from './shell.tsx';

/** The parent of every area's addresses. */
export const root = createRootRoute({
  component: start.embed ? EmbeddedShell : Shell,
  notFoundComponent: NotFound,
});
