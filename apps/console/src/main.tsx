// First, so that the CSS of a component overrides a look.
import './ui/tokens/look.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Console } from './app/console.tsx';
import { readToken } from './lib/person/token.ts';
import { beginWith, keptLanguage, showLanguage } from './lib/text/language.ts';
import './ui/tokens/tokens.css';
import './ui/tokens/base.css';
import './ui/tokens/antd.css';

const place = document.getElementById('root');
if (place === null) {
  throw new Error('index.html has no element #root');
}

beginWith(readToken() === null ? 'guest' : 'first');
await showLanguage(keptLanguage());
createRoot(place).render(
  <StrictMode>
    <Console />
  </StrictMode>,
);
