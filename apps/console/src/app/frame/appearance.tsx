import { ConfigProvider } from 'antd';
import type { Locale } from 'antd/es/locale/index.js';
import type { ReactNode } from 'react';
import { useEffect, useLayoutEffect, useState } from 'react';
import { useSetting } from '../../lib/kept/settings.ts';
import type { Language } from '../../lib/text/language.ts';
import { useTexts } from '../../lib/text/language.ts';
import { useMedia, useNarrow } from '../../ui/layout/use-narrow.ts';
import { antdTheme, primaryColours } from './theme.ts';

interface LocaleModule {
  default: Locale | { default: Locale };
}

const locales: Record<Language, () => Promise<LocaleModule>> = {
  'zh-CN': () => import('antd/es/locale/zh_CN.js'),
  'zh-TW': () => import('antd/es/locale/zh_TW.js'),
  'en-US': () => import('antd/es/locale/en_US.js'),
  'pt-BR': () => import('antd/es/locale/pt_BR.js'),
};

/** Applies colours, sizes and antd's locale according to the person's settings. */
export function Appearance({ children }: { children: ReactNode }) {
  const { language } = useTexts();
  const [navTheme] = useSetting('nav_theme');
  const [weakSetting] = useSetting('weak');
  const [color] = useSetting('color');
  const touch = useNarrow();
  const still = useMedia('(prefers-reduced-motion: reduce)');
  const dark = navTheme === 'realDark';
  const weak = weakSetting === 'true';

  useLayoutEffect(() => {
    const root = document.documentElement;
    root.toggleAttribute('data-dark', dark);
    root.toggleAttribute('data-nav-dark', navTheme === 'dark');
    root.toggleAttribute('data-weak', weak);
    const primary = primaryColours(color, dark);
    root.style.setProperty('--primary', primary.seed);
    root.style.setProperty('--primary-read', primary.read);
    // For a dark menu next to a light page.
    root.style.setProperty('--primary-read-dark', primaryColours(color, true).read);
    root.style.setProperty('--primary-solid', primary.solid);
    root.style.setProperty('--primary-solid-hover', primary.solidHover);
  }, [dark, navTheme, weak, color]);

  const locale = useAntdLocale(language);
  return (
    <ConfigProvider
      theme={antdTheme({ dark, weak, color, touch, still })}
      {...(locale === null ? {} : { locale })}
      button={{ autoInsertSpace: false }}
    >
      {children}
    </ConfigProvider>
  );
}

function useAntdLocale(language: Language): Locale | null {
  const [locale, setLocale] = useState<Locale | null>(null);
  useEffect(() => {
    let current = true;
    void locales[language]().then((module) => {
      const found = 'default' in module.default ? module.default.default : module.default;
      if (current) {
        setLocale(found);
      }
    });
    return () => {
      current = false;
    };
  }, [language]);
  return locale;
}
