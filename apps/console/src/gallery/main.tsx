// First, so that the CSS of a component overrides a look.
import '../ui/tokens/look.css';
import { createRoot } from 'react-dom/client';
import { Appearance } from '../app/frame/appearance.tsx';
import { keptLanguage, showLanguage } from '../lib/text/language.ts';
import { GalleryPage } from './gallery-page.tsx';
import { Stand } from './stand.tsx';
import '../ui/tokens/tokens.css';
import '../ui/tokens/base.css';
import '../ui/tokens/antd.css';
// The compact language menu is a button of the header.
import '../app/frame/frame.css';

const place = document.getElementById('root');
if (place === null) {
  throw new Error('gallery.html has no element #root');
}

await showLanguage(keptLanguage());
createRoot(place).render(
  <Appearance>
    <Stand>
      <GalleryPage />
    </Stand>
  </Appearance>,
);
