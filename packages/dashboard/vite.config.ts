import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [react()],
  build: {
    target: 'es2023',
    // Nothing inline: the page's policy allows files of its own only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        advancedChunks: {
          // Few files where every page needs the same code; what one page alone needs stays with it.
          groups: [
            { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\// },
            {
              name: 'base',
              test: /node_modules\/(?:@tanstack|oidc-client-ts|jwt-decode|typebox)\/|packages\/contract\//,
            },
            { name: 'pieces', test: /dashboard\/src\/|@tabler/, minShareCount: 4 },
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
