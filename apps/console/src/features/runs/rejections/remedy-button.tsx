import type { RejectionRemedy } from '@bowerbird/contract/listing/rejections';
import { Button } from 'antd';
import { usePage } from '../../../lib/page.ts';
import { useMay } from '../../../lib/person/session.ts';
import { useText } from '../../../lib/text/text.ts';

/** The one action that solves a rejection, if there is one: both kinds lead to the store's connection. */
export function RemedyButton({ remedy }: { remedy: RejectionRemedy | null }) {
  const text = useText();
  const page = usePage();
  const may = useMay();
  if (remedy === null || !may('stores', 'edit')) {
    return null;
  }
  return (
    <Button type="primary" title={text(`runs.remedy.${remedy}.note`)} onClick={() => page.open('/list/card')}>
      {text(`runs.remedy.${remedy}`)}
    </Button>
  );
}
