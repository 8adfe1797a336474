import { join } from 'node:path';
import { defineConfig } from 'vite';
import { catalogues } from './build/catalogues.ts';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [catalogues(join(import.meta.dirname, 'src/locales'))],
  // A dependency brings an older React of its own to the root; every import must mean the console's.
  resolve: { dedupe: ['react', 'react-dom'] },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      onLog(level, log, tell) {
        // antd marks each file "use client", which means nothing here.
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') {
          tell(level, log);
        }
      },
    },
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: { '/shop-reptile': { target: process.env.BOWERBIRD_SERVER ?? 'http://127.0.0.1:8000' } },
  },
});
