import type { PlatformInfo } from '@bowerbird/contract/collect/platforms';
import type { RightCheck } from '@bowerbird/contract/listing/stores';
import type { infer as InferOf } from 'zod/mini';
import { useFaultText } from '../../lib/text/fault-text.ts';
import { useText } from '../../lib/text/text.ts';

export type Right = InferOf<typeof RightCheck>;
export type Way = PlatformInfo['connections'][number];

/** An error by its code: of a call, or as stored with a store. */
interface Refusal {
  code: string;
  params: Record<string, string | number>;
}

/** Returns where the form shows a refused connection: at the address, at one field of the credentials, or above all. */
export function placeOf(failure: Refusal, way: Way | undefined): string {
  const named = failure.params.field;
  if (failure.code === 'address.invalid' || failure.code === 'store.not-found') {
    return 'domain';
  }
  if (named === 'domain' || (way?.fields ?? []).some(({ name }) => name === named)) {
    return String(named);
  }
  const secret = way?.fields.find((field) => field.secret)?.name;
  return failure.code === 'store.credentials-wrong' && secret !== undefined ? secret : 'form';
}

/** Returns the required permissions that are missing, and those granted, as named by a refused connection. */
export function rightsOf(failure: Refusal): Right[] {
  const listed = (value: unknown) =>
    String(value ?? '')
      .split(',')
      .map((right) => right.trim())
      .filter((right) => right !== '');
  return failure.code === 'store.scope-missing'
    ? [
        ...listed(failure.params.scope).map((right) => ({ right, held: false, needed: true })),
        ...listed(failure.params.held).map((right) => ({ right, held: true, needed: true })),
      ]
    : [];
}

/** Returns the message of a refused connection. */
export function useConnectSentence(): (failure: Refusal) => string {
  const text = useText();
  const sentence = useFaultText();
  return (failure) => {
    const { code, params } = failure;
    if (code === 'store.already-connected' && params.store !== undefined) {
      return text('stores.fault.already', { store: params.store });
    }
    if (params.reason !== undefined) {
      return text.named(`stores.fault.${String(params.reason)}`, params, sentence(failure));
    }
    return code === 'address.invalid' ? text('stores.fault.address') : sentence(failure);
  };
}
