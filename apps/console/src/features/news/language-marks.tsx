import type { Language } from '@bowerbird/contract/account';
import type { TextState } from '@bowerbird/contract/news';
import { languageNames, languages } from '../../lib/language.ts';
import { useText } from '../../lib/text.ts';
import './language-marks.css';

/** Symbol of each language: one or two of its own characters. */
const letters: Record<Language, string> = { 'zh-CN': '简', 'zh-TW': '繁', 'en-US': 'EN', 'pt-BR': 'PT' };

/** Shows which languages are complete, partial or missing: filled, half, dashed. */
export function LanguageMarks({ states }: { states: Record<Language, TextState> }) {
  const text = useText();
  return (
    <span className="language-marks">
      {languages.map((language) => {
        const words = text('news.languageState', {
          language: languageNames[language],
          state: text(`news.text.${states[language]}`),
        });
        return (
          <span key={language} className={`language-mark ${states[language]}`} title={words}>
            <span aria-hidden="true">{letters[language]}</span>
            <span className="only-read">{words}</span>
          </span>
        );
      })}
    </span>
  );
}
