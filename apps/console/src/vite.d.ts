/// <reference types="vite/client" />

declare module 'virtual:catalogue/zh-CN/later' {
  const beginnings: readonly string[];
  export default beginnings;
}

declare module 'virtual:catalogue/*' {
  import type { Messages } from '@lingui/core';

  const messages: Messages;
  export default messages;
}
