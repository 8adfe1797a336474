import { refusalCodes } from '@bowerbird/catalog/edits/refusal';
import { type NamedFault, useFaultText } from '../fault-text.ts';
import { useText } from '../text.ts';
import { refusalSentence } from './edit-sentence.ts';

/** Returns why an edit does not change a product: the sentence of a refused edit, or that of any other failure. */
export function useRejectionText(): (rejection: NamedFault) => string {
  const text = useText();
  const sentence = useFaultText();
  return (rejection) => {
    const refusal = refusalCodes.find((code) => code === rejection.code);
    return refusal === undefined ? sentence(rejection) : refusalSentence(refusal, text);
  };
}
