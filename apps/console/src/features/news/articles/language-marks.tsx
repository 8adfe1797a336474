import type { Language } from '@bowerbird/contract/account/account';
import type { TextState } from '@bowerbird/contract/system/news';
import { languageNames, languages } from '../../../lib/text/language.ts';
import { useText } from '../../../lib/text/text.ts';
import { Box, Row } from '../../../ui/layout/box.tsx';
import './language-marks.css';

/** Symbol of each language: one or two of its own characters. */
const letters: Record<Language, string> = { 'zh-CN': '简', 'zh-TW': '繁', 'en-US': 'EN', 'pt-BR': 'PT' };

/** Shows which languages are complete, partial or missing: filled, half, dashed. */
export function LanguageMarks({ states }: { states: Record<Language, TextState> }) {
  const text = useText();
  return (
    <Row as="span" inline gap={4}>
      {languages.map((language) => {
        const words = text('news.languageState', {
          language: languageNames[language],
          state: text(`news.text.${states[language]}`),
        });
        return (
          <Box
            as="span"
            key={language}
            className={`language-mark ${states[language]}`}
            minW={24}
            p={[0, 4]}
            border="line2"
            radius="s"
            textAlign="center"
            tone="t2"
            title={words}
          >
            <span aria-hidden="true">{letters[language]}</span>
            <span className="only-read">{words}</span>
          </Box>
        );
      })}
    </Row>
  );
}
