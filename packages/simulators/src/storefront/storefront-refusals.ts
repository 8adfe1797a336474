import { ConnectionLost, type Outside } from '../simulation.ts';
import { type Faults, faultNumber } from '../simulation-faults.ts';
import { Bucket } from '../store/bucket.ts';
import { refusalPage } from './broken-answers.ts';

/** What blocks a visitor before the shop itself answers (`woocommerce/readme.md`, Product fields). */
export class StorefrontRefusals {
  readonly #faults: Faults;
  readonly #outside: Outside;
  #bucket: Bucket | null = null;

  constructor(faults: Faults, outside: Outside) {
    this.#faults = faults;
    this.#outside = outside;
  }

  /** Returns the refusal of this request; null when it may pass. */
  async of(url: URL): Promise<Response | null> {
    const faults = this.#faults;
    const path = url.pathname + url.search;
    if (faults.injectFault('dies', path)) {
      throw new ConnectionLost();
    }
    const slow = faults.injectFault('slow', path);
    if (slow) {
      await this.#outside.sleep(faultNumber(slow, 5000));
    }
    const limited = this.#limited();
    if (limited !== null) {
      return refusalPage(429, { 'retry-after': String(limited) });
    }
    if (faults.injectFault('blocked', path)) {
      return refusalPage(430);
    }
    const status = faults.injectFault('status', path);
    if (status) {
      const code = faultNumber(status, 503);
      return refusalPage(code, code === 429 ? { 'retry-after': '2' } : {});
    }
    return faults.inForce('password') && url.pathname !== '/password'
      ? new Response(null, { status: 302, headers: { location: `${url.origin}/password` } })
      : null;
  }

  /** Returns the seconds to wait after too many requests: `rate-limited=2/40` means 2 per second with a burst of 40. */
  #limited(): number | null {
    const fault = this.#faults.inForce('rate-limited');
    if (!fault) {
      this.#bucket = null;
      return null;
    }
    const now = this.#outside.now();
    const [perSecond = 2, burst = 40] = String(fault.value ?? '2/40')
      .split('/')
      .map(Number);
    this.#bucket ??= new Bucket(burst, perSecond, now);
    return this.#bucket.take(1, now) ? null : Math.max(1, Math.ceil(this.#bucket.waitMs(1, now) / 1000));
  }
}
