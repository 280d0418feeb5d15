import '../ui/theme/mantine.css';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { isTemporary } from '../api/client.ts';
import { shownTheme, theme } from '../ui/theme/theme.ts';
import { useObservable } from '../use-observable.ts';
import { drawnAuth } from './drawn-auth.ts';
import { Gate } from './Gate.tsx';
import { createAppRouter } from './routes.tsx';

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (failures, error) => isTemporary(error) && failures < 4,
      retryDelay: (attempt) => Math.min(8_000, 500 * 2 ** attempt),
      staleTime: 5_000,
    },
  },
});

function App() {
  const scheme = useObservable(shownTheme);
  const auth = useObservable(shownAuth);
  return (
    <MantineProvider
      theme={theme}
      forceColorScheme={scheme}
      withCssVariables={false}
      withGlobalClasses={false}
      withStaticClasses={false}
    >
      <QueryClientProvider client={queries}>
        <Gate auth={auth}>
          <RouterProvider router={router} />
        </Gate>
      </QueryClientProvider>
    </MantineProvider>
  );
}

const router = createAppRouter(queries);
const shownAuth = drawnAuth(queries);

/** The code of the page travels while the person is being signed in. */
function loadPageCode(): void {
  const [matchedRoutes] = router.getMatchedRoutes(location.pathname);
  for (const route of matchedRoutes) void router.loadRouteChunk(route);
}

export function start(root: HTMLElement): void {
  createRoot(root).render(<App />);
  loadPageCode();
}
