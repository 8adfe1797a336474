import { type ApiParameters, hmacCapitals, sortedPairs } from '../../../net/signature.ts';

/**
 * Returns the signature of a call to alibaba.com's gateway: HMAC-SHA256 over the path, without `/rest`, and the sorted
 * parameters (`readme.md`, Open platforms).
 */
export function signatureOfPath(path: string, parameters: ApiParameters, secret: string): Promise<string> {
  return hmacCapitals('SHA-256', path + sortedPairs(parameters), secret);
}

/**
 * Returns the signature of a call to 1688's gateway, which uses another algorithm: HMAC-SHA1 over
 * `param2/1/<namespace>/<api>/<appKey>` and the sorted parameters (`readme.md`, Open platforms).
 */
export function signatureOfParam2(route: string, parameters: ApiParameters, secret: string): Promise<string> {
  return hmacCapitals('SHA-1', route + sortedPairs(parameters), secret);
}
