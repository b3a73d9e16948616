// How the console is built, and how it is served in development, where the API is another process at `EARSHOT_URL`.

import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const behind = { target: process.env.EARSHOT_URL ?? 'http://localhost:3000', changeOrigin: false };

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react()],
  // The sources, so that no build of the client has to come first.
  resolve: {
    alias: { '@earshot/client': fileURLToPath(new URL('../client/src/index.ts', import.meta.url)) },
  },
  build: {
    target: 'es2022',
    // The policy allows no data: address in scripts and styles, and a file is cached better than a text in one.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 700,
    // What several pages share is one file. Otherwise there are dozens of tiny ones, each a request of its own.
    rolldownOptions: {
      // Reads a third fewer modules: not what a package's index names and no page imports.
      experimental: { lazyBarrel: true },
      output: {
        codeSplitting: {
          groups: [
            { name: 'shared', minShareCount: 8, maxModuleSize: 40_000 },
            // Small files that the first page needs in any case: no pickers, and not what they alone need.
            {
              name: 'feedback',
              test: /parts\/(feedback\/(pickers\/use-|public|status-badge|use-(bulk|owners|visibility))|text\/curl)|feedback\/list-position|delayed-deletions|texts\/plurals/,
              minShareCount: 2,
            },
          ],
        },
      },
    },
  },
  server: { proxy: { '/v1': behind, '/console/api': behind, '/files': behind, '/docs': behind } },
});
