import type { ReactNode } from 'react';
import scene from '../../assets/bower-scene.svg';
import { useGuestLinks } from '../../lib/links.ts';
import { useText } from '../../lib/text.ts';
import { LanguageMenu } from '../../ui/form/language-menu.tsx';
import { Logo } from '../../ui/images/logo.tsx';
import { LinkList } from '../../ui/text/link-list.tsx';
import './guest-layout.css';

/**
 * Layout of the pages before sign-in: the bower illustration on one side, the form on the other; on a phone the bower
 * is a band on top.
 */
export function GuestLayout({ children }: { children: ReactNode }) {
  const text = useText();
  const links = useGuestLinks();
  return (
    <div className="guest">
      <header className="guest-head">
        <span className="guest-logo">
          <Logo size={28} />
          <span>{text('product.title')}</span>
        </span>
        <LanguageMenu />
      </header>
      <aside className="guest-scene">
        <img src={scene} alt="" width={760} height={660} />
        <div className="guest-text">
          <p className="guest-promise">{text('layouts.userLayout.promise')}</p>
          <p className="guest-proof">{text('layouts.userLayout.proof')}</p>
        </div>
      </aside>
      <main className="guest-main">
        <div className="guest-form">{children}</div>
        {links.length > 0 && (
          <footer className="guest-links">
            <LinkList links={links} />
          </footer>
        )}
      </main>
    </div>
  );
}
