import { useEffect } from 'react';
import { useText } from '../lib/text/text.ts';

/** Sets the window title: the page's title, then the product's name. `mark` comes before both. */
export function useDocumentTitle(title: string | null, mark = ''): void {
  const text = useText();
  const product = text('product.title');
  useEffect(() => {
    document.title = `${mark}${title === null ? product : `${title} - ${product}`}`;
  }, [title, product, mark]);
}
