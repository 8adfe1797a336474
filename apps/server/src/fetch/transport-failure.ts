import { AppError } from '@bowerbird/contract/errors';

/**
 * Returns the named error for a failure below HTTP. The detail has the host and the kind of failure, never an address
 * or a header.
 */
export function failureOf(thrown: unknown, host: string): AppError {
  const codes: string[] = [];
  for (let cause = thrown; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof AppError) {
      return cause;
    }
    codes.push('code' in cause && typeof cause.code === 'string' ? cause.code : cause.name);
  }
  const code = codes.some((each) => /TIMEOUT|ETIMEDOUT/.test(each))
    ? 'source.timeout'
    : 'address.unreachable';
  return new AppError(code, `${host}: ${codes.join(' < ')}`, { params: { host } });
}
