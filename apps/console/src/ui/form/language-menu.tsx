import { Dropdown } from 'antd';
import { languageNames, languages, showLanguage, useTexts } from '../../lib/text/language.ts';
import { useText } from '../../lib/text/text.ts';
import { Icon } from '../images/icon.tsx';
import './language-menu.css';

interface LanguageMenuProps {
  /** Only the globe icon, in the header. */
  compact?: boolean;
}

/** The four languages, each by its own name. A change shows at once and keeps every page's state. */
export function LanguageMenu({ compact = false }: LanguageMenuProps) {
  const text = useText();
  const { language } = useTexts();
  const menu = {
    selectedKeys: [language],
    items: languages.map((one) => ({
      key: one,
      label: <span lang={one}>{languageNames[one]}</span>,
      onClick: () => void showLanguage(one),
    })),
  };
  return (
    <Dropdown menu={menu} trigger={['click']} placement="bottomRight">
      <button
        type="button"
        className={compact ? 'head-button' : 'language-button'}
        aria-label={compact ? text('navBar.lang') : `${text('navBar.lang')}: ${languageNames[language]}`}
        aria-haspopup="menu"
      >
        <Icon name="globe" size={compact ? 17 : 16} />
        {!compact && (
          <>
            <span lang={language}>{languageNames[language]}</span>
            <Icon name="down" size={14} />
          </>
        )}
      </button>
    </Dropdown>
  );
}
