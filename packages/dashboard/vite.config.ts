import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { documents, routesWithoutSchemas, withoutUnreadSchemas } from './vite-plugins.ts';

export default defineConfig({
  plugins: [
    routesWithoutSchemas,
    withoutUnreadSchemas,
    react(),
    documents('src/app/app.tsx', {
      session: 'src/features/session/SessionPage.tsx',
      sessions: 'src/features/sessions/Sessions.tsx',
    }),
  ],
  build: {
    target: 'es2023',
    // Nothing inline: the page's policy allows files of its own only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      treeshake: { moduleSideEffects: [{ test: /node_modules\/typebox\//, sideEffects: false }] },
      output: {
        codeSplitting: {
          // Few files where every page needs the same code; what one page alone needs stays with it.
          groups: [
            // What signs in: it is started before the others are.
            {
              name: 'sign-in',
              test: /node_modules\/(?:oidc-client-ts|jwt-decode)\/|packages\/contract\/|dashboard\/src\/(?:api\/(?:auth|client|first-screen|issuer|known-provider)|features\/session\/transcript\/address|observable)\.ts|vite\/preload-helper|rolldown\/runtime/,
            },
            { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\// },
            { name: 'base', test: /node_modules\/@tanstack\// },
            // What the page shows of an edit needs little of the package; the rest comes when a transcript is downloaded.
            {
              name: 'reading',
              test: /packages\/transcript\/src\/(?:diff|entry|json|calls\/tool|reading\/part)\.ts|node_modules\/diff\//,
            },
            { name: 'transcript', test: /packages\/transcript\// },
            { name: 'pieces', test: /dashboard\/src\/|@tabler/, minShareCount: 2 },
            {
              name: 'interface',
              test: /node_modules\/(?:@mantine|@floating-ui|clsx|react-remove-scroll)/,
              minShareCount: 2,
            },
          ],
        },
      },
    },
  },
});
