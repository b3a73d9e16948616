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
    // What every page needs is one file, and so is what several pages share. Otherwise there are dozens of tiny ones,
    // each a request of its own, and together larger.
    rolldownOptions: {
      // Reads a third fewer modules: not what a package's index names and no page imports.
      experimental: { lazyBarrel: true },
      output: {
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'] },
            // Small files that the first page needs in any case: no pickers, and not what they alone need.
            {
              name: 'feedback',
              test: /parts\/(feedback\/(pickers\/use-|public|status-badge|use-(bulk|deletion|owners|visibility))|text\/curl|color-dot)|data\/people|texts\/list|feedback\/list-position|delayed-deletions|texts\/plurals/,
              minShareCount: 2,
            },
            { name: 'settings', test: /texts\/settings/ },
            // The first page has no dialog.
            {
              name: 'shared',
              test: /^(?!.*(mantine-later|core.styles|Combobox|Select|ScrollArea|Checkbox|InlineInput|Modal|modal|remove-scroll|use-sidecar|Tooltip|Badge|forms\/(copy-field|.*dialog|form-)))/,
              minShareCount: 8,
              maxModuleSize: 40_000,
            },
            { name: 'fields', test: /Combobox|Select|ScrollArea|Checkbox|InlineInput/, minShareCount: 6 },
            { name: 'dialogs', test: /Modal|forms\/dialog|remove-scroll|use-sidecar/, minShareCount: 8 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/v1': behind, '/console/api': behind, '/files': behind, '/docs': behind } },
});
