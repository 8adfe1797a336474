import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Console } from './app/console.tsx';
import { beginAsGuest, keptLanguage, showLanguage } from './lib/language.ts';
import { readToken } from './lib/token.ts';
import './ui/tokens.css';
import './ui/base.css';
import './ui/antd.css';

const place = document.getElementById('root');
if (place === null) {
  throw new Error('index.html has no element #root');
}

if (readToken() === null) {
  beginAsGuest();
}
await showLanguage(keptLanguage());
createRoot(place).render(
  <StrictMode>
    <Console />
  </StrictMode>,
);
