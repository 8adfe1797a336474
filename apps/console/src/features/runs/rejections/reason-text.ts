import type { Fault } from '@bowerbird/contract/runs';
import { useMemo } from 'react';
import { fieldWordOf, useFaultText } from '../../../lib/text/fault-text.ts';
import { useText } from '../../../lib/text/text.ts';

interface ReasonText {
  /** What happened, in a few words. */
  title: string;
  /** What happened, why, and what to do. */
  sentence: string;
}

/** Describes why products were rejected; `field` is the kind of field it concerns. */
export function useReasonText(): (fault: Fault, field: string | null) => ReasonText {
  const text = useText();
  const sentenceOf = useFaultText();
  return useMemo(
    () =>
      ({ code, params }, field) => {
        const sentence = sentenceOf({ code, params });
        const keys = [`notice.reason.${code}`, `listing.risk.${code}`];
        const short = keys.find((key) => text.has(key));
        const problem = `listing.problem.${code}`;
        const word = field === null || field === '' ? null : fieldWordOf(text, field);
        const title =
          short !== undefined
            ? text.named(short)
            : text.has(problem)
              ? text.named(problem, { ...params, field: word ?? '' })
              : sentence;
        return { title: word === null || short === undefined ? title : `${title} · ${word}`, sentence };
      },
    [text, sentenceOf],
  );
}
