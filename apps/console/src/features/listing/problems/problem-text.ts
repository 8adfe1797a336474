import { fieldWordOf, useFaultText } from '../../../lib/text/fault-text.ts';
import { useText } from '../../../lib/text/text.ts';
import type { FitCause } from '../queries.ts';

/**
 * Returns a problem's title and explanation in the current language; a code without a text of its own is shown as an
 * error.
 */
export function useProblemText(): (row: Pick<FitCause, 'code' | 'params'>) => {
  title: string;
  note: string;
} {
  const text = useText();
  const sentence = useFaultText();
  return ({ code, params }) => {
    const key = `listing.problem.${code}`;
    const values = { ...params, field: fieldWordOf(text, String(params.field ?? '')) ?? '' };
    const risk = `listing.risk.${code}`;
    if (text.has(risk)) {
      return { title: text.named(risk), note: sentence({ code, params }) };
    }
    return {
      title: text.named(key, values, sentence({ code, params })),
      note: text.named(`${key}.note`, values, ''),
    };
  };
}
