import type { ProductDetail } from '@bowerbird/contract/products/products';
import { useCallback, useEffect, useRef, useState } from 'react';
import { CallFailure } from '../../../../lib/api/call-failure.ts';
import { useFaultText } from '../../../../lib/text/fault-text.ts';
import { useText } from '../../../../lib/text/text.ts';
import { useToast } from '../../../../ui/feedback/toast.tsx';
import { useReportFailure } from '../../../../ui/feedback/use-report-failure.ts';
import { useCreateProduct, useSaveProduct } from '../../queries.ts';
import type { FieldIssue } from '../product-issues.ts';
import { issuesOf, serverIssues } from '../product-issues.ts';
import { handleFrom } from './draft.ts';
import type { Draft } from './use-draft.ts';

/** No response arrived: the connection was lost before or after the server received the request. */
const lostLine: ReadonlySet<string> = new Set(['call.offline', 'call.unreachable', 'call.timeout']);

interface SaveOptions {
  draft: Draft;
  /** Null for a product that is not saved yet. */
  id: string | null;
  /** Shows the first of these errors and focuses its field. */
  onWrong(issues: FieldIssue[]): void;
  onSaved(detail: ProductDetail): void;
  /** Called when another person saved meanwhile. */
  onMeanwhile(by: string | null): Promise<void>;
}

/**
 * Saves a product: validates it in the browser first, shows refused values at their fields, and never overwrites
 * another person's work.
 */
export function useSave({ draft, id, onWrong, onSaved, onMeanwhile }: SaveOptions) {
  const text = useText();
  const toast = useToast();
  const reportFailure = useReportFailure();
  const saveOld = useSaveProduct();
  const create = useCreateProduct();
  const [refused, setRefused] = useState<FieldIssue[]>([]);
  const [removed, setRemoved] = useState<{ name: string; count: number }[]>([]);
  const running = useRef(false);
  const sentence = useFaultText();
  const latest = useRef<() => Promise<boolean>>(() => Promise.resolve(false));
  const saving = useCallback(() => running.current, []);

  const send = async (): Promise<ProductDetail> => {
    const { product, revision } = draft.now();
    if (id === null) {
      return create.mutateAsync({ ...product, handle: product.handle.trim() || handleFrom(product.title) });
    }
    // An empty record takes the last own value away; without one, the server would keep those it has.
    const sent = { ...product, inStores: product.inStores ?? {} };
    const answer = await saveOld.mutateAsync({ id, revision, product: sent });
    setRemoved(answer.removedFromHtml);
    return answer;
  };
  const fail = async (thrown: unknown) => {
    const failure = CallFailure.from(thrown);
    if (failure.code === 'product.changed-meanwhile') {
      const name = failure.params.name ?? failure.params.by;
      await onMeanwhile(name === undefined ? null : String(name)).catch(reportFailure);
      return;
    }
    // A new product that may already have been created is not created twice by a second click.
    if (failure.code === 'call.offline' || (id !== null && lostLine.has(failure.code))) {
      // Whether the server received it is unknown; if it did, the next save recognises that.
      toast({
        state: 'failed',
        text: text('products.notSaved', { why: sentence(failure) }),
        more: { label: text('act.retry'), onClick: () => void latest.current() },
        stays: true,
      });
      return;
    }
    const issues = serverIssues(failure.issues);
    setRefused(issues);
    reportFailure(failure);
    onWrong(issues);
  };
  const save = async (): Promise<boolean> => {
    if (document.activeElement instanceof HTMLElement) {
      // A cell's text is applied when the field is left.
      document.activeElement.blur();
    }
    const issues = issuesOf(draft.now().product);
    if (running.current || issues.length > 0) {
      onWrong(issues);
      return false;
    }
    running.current = true;
    setRefused([]);
    const sent = draft.now().product;
    try {
      const detail = await send();
      const { product } = draft.now();
      draft.rebase(detail.product, detail.revision, product === sent ? detail.product : product);
      onSaved(detail);
      toast({ text: text('products.saved'), state: 'complete' });
      return true;
    } catch (thrown) {
      await fail(thrown);
      return false;
    } finally {
      running.current = false;
    }
  };
  useEffect(() => {
    latest.current = save;
  });
  return { save, saving, busy: saveOld.isPending || create.isPending, refused, removed };
}
