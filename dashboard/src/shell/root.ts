import { createRootRoute } from '@tanstack/react-router';
import { Missing } from './missing.tsx';
import { Shell } from './shell.tsx';

/** The parent of every area's addresses. */
export const root = createRootRoute({ component: Shell, notFoundComponent: Missing });
