import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** The words of the reference page stand in the contract's schemas; the browser has no use for them. */
const withoutDescriptions: Plugin = {
  name: 'without-descriptions',
  enforce: 'pre',
  transform(code, id) {
    if (!id.includes('/packages/contract/src/')) return undefined;
    const text = String.raw`(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")`;
    const field = new RegExp(String.raw`\b(description|summary):\s*${text}(?:\s*\+\s*${text})*`, 'g');
    return { code: code.replace(field, "$1: ''"), map: null };
  },
};

export default defineConfig({
  plugins: [withoutDescriptions, react()],
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
