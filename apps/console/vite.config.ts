import { join } from 'node:path';
import { defineConfig } from 'vite';
import { checkBudgets } from './build/budgets.ts';
import { catalogues } from './build/catalogues.ts';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    catalogues(join(import.meta.dirname, 'src/locales')),
    checkBudgets(join(import.meta.dirname, '../../node_modules/.cache/bowerbird-budgets.txt')),
  ],
  // A dependency installs an older React at the root; every import must resolve to the console's.
  resolve: { dedupe: ['react', 'react-dom'] },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // The small images of the first page come with it; other files are requests of their own.
    assetsInlineLimit: (file) => /\/good-[a-z]+\.svg$/.test(file),
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      // What every visit loads first, then the sign-in, then the frame with the first page, each in one file: it
      // compresses better than forty, and is one request.
      output: {
        codeSplitting: {
          groups: [
            { name: 'base', test: /[\\/]src[\\/]main\.tsx$/, priority: 2 },
            { name: 'guest', test: /[\\/]guest[\\/]login-page\.tsx$/, priority: 1 },
            { name: 'frame', test: /[\\/](app[\\/]signed-in|workplace-page)\.tsx$/, priority: 0 },
          ],
        },
      },
      onLog(level, log, report) {
        // antd marks each file "use client", which has no meaning here.
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') {
          report(level, log);
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
