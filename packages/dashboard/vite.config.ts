import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { documents, packed, routesWithoutSchemas, withoutUnreadSchemas } from './vite-plugins.ts';

export default defineConfig({
  plugins: [
    routesWithoutSchemas,
    withoutUnreadSchemas,
    react(),
    documents('src/app/app.tsx', {
      session: 'src/features/session/SessionPage.tsx',
      sessions: 'src/features/sessions/Sessions.tsx',
    }),
    packed,
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
            // Dialogs: no page opens with one.
            {
              name: 'dialog',
              test: /@mantine\/core\/esm\/components\/Modal|node_modules\/(?:react-remove-scroll|use-sidecar|use-callback-ref|react-style-singleton)/,
              includeDependenciesRecursively: false,
            },
            // What few pages share, and none that opens first, stays out of it.
            {
              name: 'pieces',
              test: /dashboard\/src\/(?!api\/(?:access|outbox|machine)\/|api\/(?:audit|link|secret)\.ts|ui\/(?:Confirm|Suggested)|ui\/text\/(?:CodeBlock|Markdown|lex|colour|language|lines)|ui\/review\/(?:rests|use-queue|taken-sessions)|ui\/finding\/run-evidence|features\/session\/review\/thread\/|api\/review\/(?:review|thread|policy|queue|tick|redaction|today|discussion)|ui\/token\/|ui\/link\/|ui\/PageTabs|ui\/session\/hold-words\.ts)|@tabler/,
              minShareCount: 2,
            },
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
