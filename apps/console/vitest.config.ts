import { defineConfig, mergeConfig } from 'vitest/config';
import base from './vite.config.ts';

export default mergeConfig(
  base,
  defineConfig({
    test: {
      name: 'console',
      // Modules that import React use the same resolver as our sources, so that there is one React.
      server: {
        deps: {
          inline: [/react/, /antd/, /@ant-design/, /@rc-component/, /@tanstack/, /@dnd-kit/, /@tiptap/],
        },
      },
    },
  }),
);
