import { createRoute } from '@tanstack/react-router';
import { root } from '../shell/root.ts';
import { Home } from './home.tsx';

/** Part of the program: what most people see first needs no further script. */
export const homeRoutes = createRoute({ getParentRoute: () => root, path: '/', component: Home });
