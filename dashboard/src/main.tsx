import { ApiError } from '@daybook/client';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { createRoot } from 'react-dom/client';
import { queryClient } from './platform/query.ts';
import { start } from './platform/start.ts';
import { setShownName } from './platform/words/words.ts';
import { router } from './routes.tsx';

if (start.embed) setShownName(start.session.workspace.name);
const root = document.getElementById('root');
if (!root) throw new Error('The document has no element with the id root.');
// The place of a refused request says why; whatever else fails belongs into the console.
const onCaughtError = (error: unknown): void => {
  if (!(error instanceof ApiError)) reportError(error);
};
createRoot(root, { onCaughtError }).render(
  <StrictMode>
    <I18nProvider locale={start.locale.tag}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </I18nProvider>
  </StrictMode>,
);
